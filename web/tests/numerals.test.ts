import { describe, expect, it } from "vitest";
import { brief, legend, pointed, toTouch } from "../src/learn/numerals";
import type { Action, Step } from "../src/types";

const action = { code: 1, notation: "9/4~", label: "", sentence: "", path: ["die:5", "point:A9"], target: "point:A4" } as Action;
const shape = (id: string, label: string) => ({ id, kind: "rect", label });
const step = {
  point: ["point:A9", "point:A4"],
  expect: action,
  scene: { board: [shape("point:A9", "point A9, 3 red men, your 9"), shape("point:A4", "point A4: closed")], pieces: [shape("die:5", "die 5, to use")] },
} as unknown as Step;

describe("numerals of a step", () => {
  it("count what the words name, then what else is to be touched", () => {
    expect(pointed(step, true)).toEqual(["point:A9", "point:A4", "die:5"]);
    expect(pointed(step, false)).toEqual(["point:A9", "point:A4"]);
  });

  it("tell what is left to touch, and at last where to go", () => {
    const numerals = pointed(step, true);
    expect(toTouch(action, [], numerals)).toEqual([3, 1]);
    expect(toTouch(action, ["die:5"], numerals)).toEqual([1]);
    expect(toTouch(action, ["die:5", "point:A9"], numerals)).toEqual([2]);
  });

  it("name things in few words", () => {
    expect(legend(step, pointed(step, true))).toEqual(["point A9, 3 red men", "point A4", "die 5, to use"]);
    expect(brief("side A, £1,900, you, to choose")).toBe("side A, £1,900");
  });
});
