import { describe, expect, it } from "vitest";
import { countDice, findThrow, isPossible } from "../src/room/throwing";
import type { Outcome } from "../src/types";

const outcomes = (...notations: string[]) => notations.map((notation, code) => ({ code, notation, sentence: notation, weight: 1 }) as Outcome);
const pairs = outcomes("11:", "21:", "22:", "31:", "32:", "33:");

describe("real dice", () => {
  it("are counted", () => {
    expect(countDice(pairs)).toBe(2);
    expect(countDice(outcomes("1", "2", "6"))).toBe(1);
    expect(countDice(outcomes("6431", "6666"))).toBe(4);
  });
  it("are not what every outcome tells of", () => {
    for (const others of [outcomes(), outcomes("first:red", "first:white"), outcomes("1", "21"), outcomes("1/5", "2/6"), outcomes("#7", "#8"), outcomes("17", "18")])
      expect(countDice(others)).toBe(0);
  });
  it("are told in any order", () => {
    expect(findThrow(pairs, [1, 3])?.notation).toBe("31:");
    expect(findThrow(pairs, [3, 1])?.notation).toBe("31:");
    expect(findThrow(pairs, [2, 2])?.notation).toBe("22:");
    expect(findThrow(pairs, [3])).toBeUndefined();
    expect(findThrow(pairs, [4, 1])).toBeUndefined();
  });
  it("can show only what may be thrown", () => {
    const opening = outcomes("21", "31", "32"); // no doubles
    expect(isPossible(opening, [])).toBe(true);
    expect(isPossible(opening, [3])).toBe(true);
    expect(isPossible(opening, [3, 3])).toBe(false);
    expect(isPossible(opening, [1, 2])).toBe(true);
    expect(isPossible(opening, [1, 2, 3])).toBe(false);
    expect(isPossible(opening, [4])).toBe(false);
  });
});
