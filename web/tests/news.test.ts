import { describe, expect, it } from "vitest";
import { lastTold, leftOut, oldest } from "../src/room/news";

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
