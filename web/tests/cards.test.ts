import { expect, test } from "vitest";
import { cardFor } from "../src/parts/cards";
import type { Card, Scene } from "../src/types";

const known: Record<string, Card> = { "square:3": { title: "three", rows: [] }, "square:4": { title: "four", rows: [] } };
const scene = { board: [{ id: "square:3" }, { id: "square:4" }], pieces: [{ id: "piece:1", on: "square:4" }, { id: "piece:2" }] } as unknown as Scene;

test("what is pointed at has its own card, or that of what it stands on", () => {
  expect(cardFor(known, ["square:3"], scene)).toBe("square:3");
  expect(cardFor(known, ["piece:1", "square:3"], scene)).toBe("square:4");
  expect(cardFor(known, ["piece:2", "square:3"], scene)).toBe("square:3");
  expect(cardFor(known, ["piece:2"], scene)).toBe("");
  expect(cardFor(known, [], scene)).toBe("");
});
