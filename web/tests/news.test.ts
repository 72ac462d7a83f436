import { describe, expect, it } from "vitest";
import { lastTold, leftOut, moved, oldest } from "../src/room/news";
import type { Scene } from "../src/types";

describe("what was told last", () => {
  it("is a move with all that came of it", () => {
    const story = [{ number: 4 }, { number: 5, kind: "claim" }, { number: 5, kind: "must_place" }];
    expect(lastTold(story)).toEqual(story.slice(1));
    expect(lastTold([])).toEqual([]);
  });
});

describe("what is left out where there is little room", () => {
  it("is what matters least, and of that the oldest", () => {
    expect(leftOut([{ weight: 0 }, {}, { weight: 4 }, { weight: 0 }, {}])).toEqual([0, 3, 1, 4, 2]);
  });

  it("is the oldest where the rest goes on from a list", () => {
    expect(oldest([{ weight: 4 }, {}, { weight: 0 }])).toEqual([0, 1, 2]);
  });
});

describe("a long turn in short", () => {
  const scene = (...places: [string, string][]) => ({ pieces: places.map(([on, label], i) => ({ id: `piece:${i}`, on, label })) }) as Scene;
  const say = (was: string, now: string) => `${was} → ${now}`;
  const before = scene(["square:8", "Dora's piece on oxygen 8"], ["", "Dora's piece in the centre"], ["square:4", "Your piece on beryllium 4"]);

  it("says where each piece stood and where it stands", () => {
    const after = scene(["square:33", "Dora's piece on arsenic 33"], ["square:5", "Dora's piece on boron 5"], ["", "Your piece in the centre"]);
    expect(moved(before, after, say)).toEqual([
      "Dora's piece on oxygen 8 → arsenic 33",
      "Dora's piece in the centre → on boron 5",
      "Your piece on beryllium 4 → in the centre",
    ]);
  });

  it("says nothing of what stands where it did, or was not there", () => {
    expect(moved(before, before, say)).toEqual([]);
    expect(moved(null, before, say)).toEqual([]);
  });
});
