import { describe, expect, test } from "vitest";
import { makeReadable } from "../src/tv/letters";
import type { Shape } from "../src/types";

const written = (text: string, size: number, x: number, y: number, more: Partial<Shape> = {}) => ({ id: "", kind: "text", text, size, x, y, ...more }) as Shape;
const shown = (...board: Shape[]) => makeReadable({ board, pieces: [], width: 1000, height: 1000 }, 1, 28).board;

describe("letters on a television", () => {
  test("large ones stay as they are, and smaller ones are made as large", () => {
    expect(shown(written("Ann", 30, 100, 100), written("12", 20, 500, 100)).map((shape) => shape.size)).toEqual([30, 28]);
  });
  test("what would be far too small is left out", () => {
    expect(shown(written("12", 9, 500, 100))).toEqual([]);
  });
  test("nothing is made so large that it runs into other words, or off the sheet", () => {
    expect(shown(written("Charlotte", 30, 100, 100, { anchor: "start" }), written("to move", 20, 212, 100, { anchor: "start" }))).toHaveLength(1);
    expect(shown(written("to move", 20, 995, 100, { anchor: "end" }))).toHaveLength(1);
    expect(shown(written("to move", 20, 950, 100, { anchor: "start" }))).toHaveLength(0);
  });
  test("the last line of a sheet is lifted until its descenders are on it too", () => {
    expect(shown(written("gold pays", 20, 500, 985)).map((shape) => shape.y! + 0.65 * shape.size!)).toEqual([1000]);
    expect(shown(written("gold pays", 20, 500, 900))[0]?.y).toBe(900);
  });
  test("of a paragraph all lines can be read, or none is written", () => {
    expect(shown(written("14 of 16 pieces", 20, 0, 100, { anchor: "start" }), written("in the centre", 20, 0, 118, { anchor: "start" }), written("for balance", 20, 0, 150, { anchor: "start" }))).toEqual([]);
  });
  test("a piece whose letter is too small keeps its place, and a button goes", () => {
    const [piece, ...more] = shown({ id: "a", kind: "piece", size: 14, text: "A", seat: 0 } as Shape, { id: "b", kind: "button", size: 14, text: "roll" } as Shape);
    expect(piece?.text).toBe("");
    expect(more).toEqual([]);
  });
});
