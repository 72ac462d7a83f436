import { describe, expect, it } from "vitest";
import { leftOut, oldest } from "../src/room/news";

describe("what is left out where there is little room", () => {
  it("is what matters least, and of that the oldest", () => {
    expect(leftOut([{ weight: 0 }, {}, { weight: 4 }, { weight: 0 }, {}])).toEqual([0, 3, 1, 4, 2]);
  });

  it("is the oldest where the rest goes on from a list", () => {
    expect(oldest([{ weight: 4 }, {}, { weight: 0 }])).toEqual([0, 1, 2]);
  });
});
