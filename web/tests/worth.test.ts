import { describe, expect, it, vi } from "vitest";
import type { Analysis } from "../src/types";

vi.stubGlobal("navigator", { language: "en" });
const { costliest, expected, gain, verdict } = await import("../src/afterwards/worth");

const look = (before: number[], values: number[], cost: number, error = 0.01) =>
  ({ ply: 1, seat: 0, notation: "", label: "", before, values, cost, error, choices: 2, better: null, luck: [0, 0] }) as Analysis["plies"][number];
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
  const found = { ...analysis(null), plies: [at(1, 0, 0.2), at(2, 1, 0.9), at(3, 0, 0.5), at(4, 1, 0.3), at(5, 0, 0.4, 0.3), at(6, 0, 0.001)] } as Analysis;
  const plies = (seats: number[]) => costliest(found, (seat) => seats.includes(seat!)).map((look) => look.ply);
  it("are those of some seats, without what chance may have made of them", () => {
    expect(plies([0, 1])).toEqual([2, 3, 4, 1]);
    expect(plies([0])).toEqual([3, 1]);
    expect(plies([1])).toEqual([2, 4]);
  });
});
