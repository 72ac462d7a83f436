import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const house = "http://127.0.0.1:8080";

// Built into the Python package, which serves the pages; `npm run dev` asks a server that runs on port 8080.
export default defineConfig({
  plugins: [svelte()],
  resolve: { alias: { "@pages": "/src" } }, // for the parts that games have in their own folders
  build: {
    outDir: "../src/parlour/web",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the pages' security policy allows no data: fonts
    target: "es2022",
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": house, "/look": house, "/parts": house }, fs: { allow: [".."] } },
});
