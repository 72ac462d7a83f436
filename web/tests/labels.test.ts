import { expect, test } from "vitest";
import { countSame } from "../src/room/labels";

const rest = (...labels: string[]) => labels.map((label) => label.slice(countSame(labels)));

test("where all labels tell of the same thing, where it goes is enough", () => {
  expect(rest("king from home to space 2 with the 3", "king from home to space 14 with both dice")).toEqual([
    "to space 2 with the 3",
    "to space 14 with both dice",
  ]);
  expect(rest("A9 to A5 with the 4, a hit", "A9 to A6 with the 3")).toEqual(["to A5 with the 4, a hit", "to A6 with the 3"]);
});

test("labels of different things, and one that stands alone, are left as they are", () => {
  for (const labels of [["bar to B4 with the 4", "A9 to A5 with the 4"], ["A9 to A5"], ["pass", "pass to the left"], []])
    expect(rest(...labels)).toEqual(labels);
});
