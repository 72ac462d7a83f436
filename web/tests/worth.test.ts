import { describe, expect, it, vi } from "vitest";
import type { Analysis } from "../src/types";

vi.stubGlobal("navigator", { language: "en" });
const { between, canBeSurer, costliest, decided, expected, fortune, gain, roughly, verdict } = await import("../src/afterwards/worth");

const look = (before: number[], values: number[], cost: number, error = 0.01) =>
  ({ ply: 1, seat: 0, notation: "", label: "", before, values, cost, error, sure: true, stand_in: null, choices: 2, better: null, luck: [0, 0] }) as Analysis["plies"][number];
const analysis = (chance: [number, number] | null) => ({ exact: false, chance, seats: [], plies: [] }) as Analysis;

describe("what a move was worth", () => {
  const [three, stakes, exact] = [analysis([1 / 3, 2 / 3]), analysis(null), analysis([0, 1])];
  it("is a chance of winning where points stand for one", () => {
    expect(expected(three, 0)).toBe("33 %");
    expect(expected(three, 1)).toBe("100 %");
    expect(expected(three, -0.5)).toBe("0 %");
    expect(gain(three, -0.3)).toBe("−20 %");
    expect(gain(three, 0.03)).toBe("+2 %");
    expect(gain(three, 0.021)).toBe("+1.4 %");
    expect(verdict(three, look([0, 0], [-0.3, 0.15], 0.3))).toBe("It cost 20 % of the chance of winning.");
  });
  it("is told in points where they are stakes", () => {
    expect(expected(stakes, -1.25)).toBe("−1.25");
    expect(gain(stakes, 0.42)).toBe("+0.42");
    expect(verdict(stakes, look([0, 0], [-0.42, 0.42], 0.42))).toBe("It cost 0.42 points.");
  });
  it("is said for certain where it was worked out to the end", () => {
    expect(verdict(exact, look([1, 0], [0, 1], 1, 0))).toBe("This was a winning position, and this move made it a losing one.");
    expect(verdict(exact, look([0.5, 0.5], [0, 1], 0.5, 0))).toBe("This was a level position, and this move made it a losing one.");
    expect(verdict(exact, look([1, 0], [0, 1], 1, 0.02))).toBe("It cost 100 % of the chance of winning.");
  });
});

describe("the costliest moves", () => {
  const better = { notation: "", label: "", sentence: "", values: [0, 0], reason: "" };
  const at = (ply: number, seat: number, cost: number, error = 0) => ({ ...look([0, 0], [0, 0], cost, error), ply, seat, better });
  const found = { ...analysis(null), plies: [at(1, 0, 0.2), at(2, 1, 0.9), at(3, 0, 0.5), at(4, 1, 0.3), { ...at(5, 0, 0.4, 0.3), sure: false }, at(6, 0, 0.001)] } as Analysis;
  const plies = (seats: number[]) => costliest(found, ({ seat }) => seats.includes(seat!)).map((look) => look.ply);
  it("are those of some seats, without what chance may have made of them", () => {
    expect(plies([0, 1])).toEqual([2, 3, 4, 1]);
    expect(plies([0])).toEqual([3, 1]);
    expect(plies([1])).toEqual([2, 4]);
  });
});

describe("a sum of estimates", () => {
  const [level, stakes, exact] = [analysis([0.5, 0.5]), analysis(null), { ...analysis([0, 1]), exact: true }];
  it("is told no more exactly than it is known", () => {
    expect(roughly(level, 0.068)).toBe("about 3 %");
    expect(roughly(level, 0.734)).toBe("about 37 %");
    expect(roughly(stakes, 0.4321)).toBe("about 0.4");
    expect(roughly(stakes, 2.345)).toBe("about 2.3");
    expect(roughly(exact, 0.5)).toBe("50 %");
  });
  it("is no luck where it lies within its error", () => {
    expect(fortune(level, { luck: 0.3, luck_error: 0.2 })).toBe("even");
    expect(fortune(level, { luck: 0.3, luck_error: 0.1 })).toBe("about +15 %");
    expect(fortune(stakes, { luck: -1.26, luck_error: 0.1 })).toBe("about −1.3");
    expect(fortune(exact, { luck: 0.25, luck_error: 0 })).toBe("+25 %");
  });
});

describe("how sure it is", () => {
  const [level, stakes] = [analysis([0.5, 0.5]), analysis(null)];
  const range = (low: number, high: number) => ({ value: (low + high) / 2, low, high });
  it("is told by two numbers, with a place more where they would look the same", () => {
    expect(between(level, range(-0.08, 0))).toBe("46 % to 50 %");
    expect(between(level, range(0.022, 0.028))).toBe("51.1 % to 51.4 %");
    expect(between(level, range(0.96, 1.3))).toBe("98 % to 100 %");
    expect(between(level, range(-1.2, -0.9))).toBe("0 % to 5 %");
    expect(between(level, range(1, 1))).toBe("about 100 %");
    expect(between(stakes, range(-0.3, 0.121))).toBe("−0.30 to 0.12");
    expect(between(stakes, range(-0.0012, 0.0021))).toBe("−0.001 to 0.002");
    expect(between(stakes, range(-0.001, 0.3))).toBe("0.00 to 0.30");
    expect(between(stakes, { value: 2, low: null, high: null })).toBe("about 2.00");
  });
  it("says which move is better, or that nobody can tell", () => {
    expect(decided(level, range(-0.01, 0.2))).toBe("Too close to call: either of the two may be the better one.");
    expect(decided(level, range(0, 0.2))).toBe("Too close to call: either of the two may be the better one.");
    expect(decided(level, range(0.02, 0.1))).toBe("So the other move was better, by 1 % to 5 %.");
    expect(decided(level, range(-0.1, -0.02))).toBe("So the move that was played was better after all, by 1 % to 5 %.");
    expect(decided(stakes, range(0.1, 0.25))).toBe("So the other move was better, by 0.10 to 0.25 points.");
  });
  it("cannot be made surer where values are exact or luck has no part in them", () => {
    expect(canBeSurer(level, look([0, 0], [0, 0], 0.2))).toBe(true);
    expect(canBeSurer(level, look([0, 0], [0, 0], 0.2, 0))).toBe(false);
    expect(canBeSurer({ ...level, exact: true }, look([0, 0], [0, 0], 0.2))).toBe(false);
  });
});
