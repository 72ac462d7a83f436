import { expect, test } from "vitest";
import { candidates, meant, touchable } from "../src/board/walk";
import type { Action } from "../src/types";

const action = (code: number, path: string[], target = ""): Action => ({ code, notation: `move ${code}`, label: "", sentence: "", path, target, pays: 0 });
const men = [
  action(0, ["die:5", "point:A9"], "point:A4"),
  action(1, ["die:3", "point:A9"], "point:A6"),
  action(2, ["die:3", "point:B2"], "point:A8"),
];

test("everything that belongs to a legal action may be touched first, in any order", () => {
  expect(touchable(men, [])).toEqual({ ids: new Set(["die:5", "point:A9", "die:3", "point:B2"]), targets: new Set() });
});

test("where a thing may go is shown once it is chosen", () => {
  const { ids, targets } = touchable(men, ["point:A9"]);
  expect(targets).toEqual(new Set(["point:A4", "point:A6"]));
  expect(ids).toEqual(new Set(["die:5", "die:3", "point:A9"]));
});

test("touching where it goes is enough", () => {
  expect(meant(men, ["point:A9", "point:A6"])?.code).toBe(1);
});

test("a man with two ways to go waits for more", () => {
  expect(meant(men, ["point:A9"])).toBeNull();
});

test("a man with one way to go is shown it first", () => {
  expect(meant(men, ["point:B2"])).toBeNull();
  expect(touchable(men, ["point:B2"]).targets).toEqual(new Set(["point:A8"]));
  expect(meant(men, ["point:B2", "die:3"])?.code).toBe(2);
  expect(meant(men, ["point:B2", "point:A8"])?.code).toBe(2);
});

test("a die alone plays nothing, even when only one man can use it", () => {
  expect(meant(men, ["die:5"])).toBeNull();
});

test("one touch is enough for what needs but one", () => {
  const cells = [action(0, ["cell:a1"]), action(1, ["plate", "turning:0"]), action(2, ["plate", "turning:1"])];
  expect(meant(cells, ["cell:a1"])?.code).toBe(0);
  expect(meant(cells, ["plate"])).toBeNull();
  expect(candidates(cells, ["plate"])).toHaveLength(2);
  expect(meant(cells, ["plate", "turning:1"])?.code).toBe(2);
});

test("touches that belong to no action leave none", () => {
  expect(candidates(men, ["die:5", "point:B2"])).toEqual([]);
  expect(meant(men, ["die:5", "point:B2"])).toBeNull();
});
