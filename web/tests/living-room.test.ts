import { expect, test, vi } from "vitest";
import { shortCode, wanted } from "../src/front/join";
import { diceOf, faceOf, group, shapesOf } from "../src/hand/choosing";
import type { Action, Room, Scene, Shape, Told } from "../src/types";

vi.stubGlobal("navigator", { language: "en" });
const { headline, split } = await import("../src/tv/saying");
const { asksForHand } = await import("../src/room/handheld.svelte");

const shape = (id: string, kind: string, label: string, more: Partial<Shape> = {}) => ({ id, kind, label, ...more }) as Shape;
const action = (notation: string, path: string[]) => ({ notation, label: `move ${notation}`, path, sentence: "", code: 0, target: "", pays: 0 }) as unknown as Action;
const scene = (...board: Shape[]) => ({ board, pieces: [], tints: [], width: 1, height: 1 }) as unknown as Scene;

test("four letters are read however they are typed", () => {
  for (const typed of ["BKTD", "bktd", " b k t d ", "bk-td", "B.K.T.D", "bK–Td\n"]) expect(wanted(typed)).toEqual({ short: "BKTD" });
  for (const typed of ["BKTA", "BKT", "BKTDF", "BK7D", "bk/td", "ſktd", ""]) expect(shortCode(typed)).toBe("");
});

test("whatever is typed is four letters or none", () => {
  const letters = "BCDFGHJKLMNPQRSTVWXZbcdfaeiouy0189 -–._\t\n/?#ßſKéА";
  let seed = 7;
  const random = (below: number) => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
  for (let i = 0; i < 5000; i++) {
    const typed = Array.from({ length: random(9) }, () => letters[random(letters.length)]).join("");
    const short = shortCode(typed);
    if (short) {
      expect(short).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
      expect(typed.replace(/[^A-Za-z]/g, "").toUpperCase()).toBe(short);
    }
  }
});

test("a link from a television asks for a hand", () => {
  expect(["?hand", "?seat=2&hand", "?hand=1"].map(asksForHand)).toEqual([true, true, true]);
  expect(["", "?again", "?seat=2", "?hands"].map(asksForHand)).toEqual([false, false, false, false]);
});

test("few choices stand by themselves, many by the piece that does them", () => {
  const table = scene(shape("die:4", "die", "die 4"), shape("point:A9", "path", "point A9, 2 of your men"), shape("point:B1", "path", "point B1"), shape("pass", "button", "pass"));
  const legal = ["die:4", "die:2", "total"].flatMap((die) => ["point:A9", "point:B1"].map((point) => action(`${die} ${point}`, [die, point])));
  expect(group(legal, table).map((choice) => choice.actions.length)).toEqual([1, 1, 1, 1, 1, 1]);
  const more = [...legal, action("pass", ["pass"])];
  expect(group(more, table).map((choice) => [choice.label, choice.actions.length])).toEqual([
    ["Point A9, 2 of your men", 3],
    ["Point B1", 3],
    ["Move pass", 1],
  ]);
});

test("things without a name are no choice: their actions stand by themselves", () => {
  const legal = Array.from({ length: 8 }, (_, i) => action(`${i}`, ["nameless", `${i}`]));
  expect(group(legal, scene()).map((choice) => choice.label)).toEqual(legal.map((one) => `Move ${one.notation}`));
});

test("every action is in exactly one choice", () => {
  const legal = Array.from({ length: 30 }, (_, i) => action(`${i}`, [`piece:${i % 7}`, `die:${i % 3}`]));
  const table = scene(...Array.from({ length: 5 }, (_, i) => shape(`piece:${i}`, "piece", `piece ${i}`)));
  const all = group(legal, table).flatMap((choice) => choice.actions);
  expect(new Set(all)).toEqual(new Set(legal));
  expect(all.length).toBe(legal.length);
});

test("dice and what is drawn of an action come from the board", () => {
  const plate = shape("turning:0", "path", "as it lies", { width: 80 });
  const table = scene(shape("die:4", "die", "4"), plate);
  expect(diceOf(table).map((die) => die.id)).toEqual(["die:4"]);
  expect(faceOf(action("@0", ["plate", "turning:0"]), shapesOf(table))).toBe(plate);
  expect(faceOf(action("pass", ["pass"]), shapesOf(table))).toBeNull();
});

const room = (more: Partial<Room>) => ({ seats: [{ seat: 0, name: "Ann", colour: "red" }, { seat: 1, name: "Doris", colour: "blue", bot: "dora" }], asked: "", to_move: 0, ...more }) as unknown as Room;

test("a television says whose turn it is by name, and what there is to do", () => {
  expect(headline(room({ asked: "Ann's turn: move a man." }))).toEqual({ seat: 0, title: "Ann’s turn", line: "Move a man." });
  expect(headline(room({ asked: "No move: all is closed." }))).toEqual({ seat: 0, title: "Ann’s turn", line: "No move: all is closed." });
  expect(headline(room({ to_move: 1 }))).toEqual({ seat: 1, title: "Doris’ turn", line: "Doris is thinking …" });
  expect(headline(room({ to_move: -1, asked: "Ann throws." }))).toEqual({ seat: null, title: "Ann throws.", line: "" });
});

test("what happened last is told as one, and what came before it the latest first", () => {
  const told = (number: number, sentence: string) => ({ number, sentence }) as Told;
  const story = [told(1, "a"), told(2, "b"), told(3, "c"), told(3, "d")];
  expect(split(story, 1)).toEqual({ now: [story[2], story[3]], before: [story[1]] });
  expect(split([], 3)).toEqual({ now: [], before: [] });
});
