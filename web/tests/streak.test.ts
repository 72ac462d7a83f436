import { expect, test } from "vitest";
import { countSolved, dayOf, fail, nextNumber, parse, solve, type Solved } from "../src/puzzles/streak";

const empty: Solved = { row: 0, best: 0, failed: "", ids: [] };

test("puzzles solved one after another make a row, and the longest is remembered", () => {
  let kept = solve(solve(empty, "a/b/1/1"), "a/b/1/2");
  expect([kept.row, kept.best]).toEqual([2, 2]);
  kept = fail(kept, "a/b/1/3");
  expect([kept.row, kept.best]).toEqual([0, 2]);
  kept = solve(kept, "a/b/1/4");
  expect([kept.row, kept.best]).toEqual([1, 2]);
});

test("what is solved at the second try, or again, makes no row longer", () => {
  const late = solve(fail(empty, "a/b/1/1"), "a/b/1/1");
  expect([late.row, late.ids]).toEqual([0, ["a/b/1/1"]]);
  const once = solve(empty, "a/b/1/1");
  expect(solve(once, "a/b/1/1")).toBe(once);
  expect(fail(once, "a/b/1/1")).toBe(once);
});

test("the next puzzle is one that is not solved yet, from the start again after the last", () => {
  const kept = { ...empty, ids: ["a/b/1/2", "a/b/1/3", "a/b/2/4"] };
  expect(nextNumber(kept, "a/b/1", 1, 5)).toBe(4);
  expect(nextNumber(kept, "a/b/1", 5, 5)).toBe(1);
  expect(nextNumber(kept, "a/b/1", 0, 5)).toBe(1);
  expect(nextNumber({ ...empty, ids: ["x/y/1/1", "x/y/1/2"] }, "x/y/1", 1, 2)).toBe(2);
  expect(countSolved(kept, "a/b/1")).toBe(2);
});

test("what a browser kept is read strictly", () => {
  const kept = solve(fail(solve(empty, "a/b/1/1"), "a/b/1/9"), "a/b/1/2");
  expect(parse(JSON.stringify(kept))).toEqual(kept);
  for (const odd of [null, "", "{", "7", "[]", '"x"', '{"row":-1,"best":"9","ids":{}}', '{"row":1e99,"best":NaN}']) expect(parse(odd)).toEqual(empty);
  expect(parse('{"row":2,"best":1,"failed":3,"ids":["a/b/1/1","a/b/1/1",5,"<b>","a/b/x/1"]}')).toEqual({ row: 2, best: 2, failed: "", ids: ["a/b/1/1"] });
});

test("a day is the one where somebody is", () => {
  expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe("2026-01-05");
});
