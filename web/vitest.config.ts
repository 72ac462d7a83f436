import { defineConfig, mergeConfig } from "vitest/config";
import pages from "./vite.config";

// The pages' own tests, and those that games have beside their parts.
export default mergeConfig(pages, defineConfig({ test: { testTimeout: 60_000, include: ["tests/*.test.ts", "../src/parlour/games/*/browser/tests/*.test.ts"] } }));
