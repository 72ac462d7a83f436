import { expect, test } from "vitest";
import { arc, arrivals, foresee, isSpun, isThrown, travels } from "../src/board/moving";
import type { Scene, Shape } from "../src/types";

const shape = (id: string, kind: Shape["kind"], more: Partial<Shape> = {}) => ({ id, kind, ...more }) as Shape;
const scene = (...pieces: Shape[]) => ({ title: "", caption: "", width: 1, height: 1, board: [], pieces, tints: [], decides: [] }) as Scene;

test("a piece that is elsewhere has travelled", () => {
  const found = travels([shape("man:1", "piece", { x: 0, y: 0, seat: 1, size: 9 })], [shape("man:1", "piece", { x: 30, y: 40, seat: 1, size: 9 })]);
  expect(found).toEqual([{ id: "man:1", seat: 1, from: [0, 0], to: [30, 40], size: 9 }]);
});

test("what stays, what is new and what is not a piece has not", () => {
  const before = [shape("man:1", "piece", { x: 1 }), shape("die:3", "die", { x: 1 })];
  const after = [shape("man:1", "piece", { x: 1 }), shape("man:2", "piece", { x: 9 }), shape("die:3", "die", { x: 50 })];
  expect(travels(before, after)).toEqual([]);
});

test("what is new came onto the board", () => {
  const before = [shape("man:1", "piece", { x: 1 })];
  const after = [shape("man:1", "piece", { x: 5 }), shape("man:2", "piece", { x: 9, y: 2, size: 4, seat: 1 }), shape("die:3", "die")];
  expect(arrivals(before, after)).toEqual([{ id: "man:2", seat: 1, from: [9, 2], to: [9, 2], size: 4 }]);
});

test("dice that show something else were thrown", () => {
  const before = scene(shape("", "die", { text: "3", seat: 0 }));
  expect(isThrown(before, scene(shape("", "die", { text: "3", seat: 0 })))).toBe(false);
  expect(isThrown(before, scene(shape("", "die", { text: "4", seat: 0 })))).toBe(true);
});

test("a spinner that points elsewhere was spun", () => {
  const before = scene(shape("dial", "path", { spins: true }), shape("arrow", "path"));
  expect(isSpun(before, scene(shape("dial", "path", { spins: true })))).toBe(false);
  expect(isSpun(before, scene(shape("dial", "path", { spins: true, turn: 15 })))).toBe(true);
  expect(isSpun(before, scene(shape("arrow", "path", { turn: 15 })))).toBe(false);
});

test("of things that are all the same only the one that left its place has travelled", () => {
  const row = (places: number[]) => places.map((x, i) => shape(`man:${i}`, "piece", { x, y: 0, seat: 0, size: 9, counted: true }));
  // the man on 200 was hit and waits on 900: all behind him have other numbers now
  const found = travels(row([300, 260, 200, 100]), row([900, 300, 260, 100]));
  expect(found.map(({ from, to }) => [from[0], to[0]])).toEqual([[200, 900]]);
});

test("a trail goes along its ring, against the clock, and not through the middle", () => {
  const middle = shape("centre", "circle", { x: 0, y: 0, size: 20 });
  const along = (from: [number, number], to: [number, number]) =>
    arc({ id: "man:1", seat: 0, from, to, size: 5 }, middle).slice(1).split("L").map((point) => point.split(",").map(Number));
  const half = along([100, 0], [-100, 0]);
  expect(half[12]).toEqual([0, -100]); // over the top of the screen
  const most = along([0, -100], [100, 0]); // three quarters, for the short way is with the clock
  expect(most[12]![0]).toBeLessThan(0);
  expect(arc({ id: "man:1", seat: 0, from: [100, 0], to: [150, 0], size: 5 }, middle)).toContain("Q"); // to another ring
  expect(arc({ id: "man:1", seat: 0, from: [5, 0], to: [0, 5], size: 5 }, middle)).toContain("Q"); // inside
});

test("what would move by way of somewhere is foreseen hop by hop, and rests where it ends", () => {
  const man = (x: number, y: number) => [shape("man:1", "piece", { x, y, seat: 0, size: 9 })];
  const found = foresee(man(0, 0), [man(50, 0), man(50, 80)]);
  expect(found.map(({ from, to, passes }) => [from, to, passes])).toEqual([[[0, 0], [50, 0], true], [[50, 0], [50, 80], false]]);
  expect(foresee([], [man(5, 5)])).toEqual(arrivals([], man(5, 5)));
});
