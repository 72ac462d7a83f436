import { expect, test, vi } from "vitest";
import type { Played } from "../src/mine/history";
import type { Analysis, Room } from "../src/types";

vi.stubGlobal("navigator", { language: "en" });
const { add, entryOf, LARGEST, MOST, readFile, readPlayed, statistics, tidy, withFindings, writeFile } = await import("../src/mine/history");

const played = (more: Partial<Played> = {}): Played => ({ code: "abcdefgh", game: "ludo", title: "Ludo", at: 1000, others: ["Ben"], result: "won", ...more });

const room = (more: object = {}): Room =>
  ({
    code: "abcdefgh",
    watch: "zzzzzzzz",
    game: "ludo",
    title: "Ludo",
    over: true,
    yours: [0],
    score: [1, 0],
    ending: { reason: "rules", seat: null },
    seats: [
      { seat: 0, name: "Ann", colour: "Red" },
      { seat: 1, name: "Ben", colour: "White" },
    ],
    ...more,
  }) as unknown as Room;

test("a room that is over is written down with its result, and one that goes on is not", () => {
  expect(entryOf(room(), 5)).toEqual(played({ at: 5 }));
  expect(entryOf(room({ score: [0, 1] }), 5)?.result).toBe("lost");
  expect(entryOf(room({ score: [1, 1] }), 5)?.result).toBe("drawn");
  expect(entryOf(room({ ending: { reason: "resigned", seat: 0 } }), 5)?.result).toBe("lost");
  expect(entryOf(room({ yours: [0, 1] }), 5)).toMatchObject({ result: "shared", others: [] });
  expect(entryOf(room({ over: false }), 5)).toBeNull();
  expect(entryOf(room({ yours: [] }), 5)).toBeNull();
});

test("a game that is seen again stays where it was, with what was found in it", () => {
  const analysis = { chance: [0.5, 0.25], seats: [{ seat: 0, luck: 2, cost: 1 }] } as unknown as Analysis;
  const found = withFindings([played()], "abcdefgh", 0, analysis);
  expect(found).toEqual([played({ luck: 0.5, cost: 0.25, chances: true })]);
  expect(add(found, played({ at: 9999 }))).toEqual(found);
  expect(withFindings([played()], "abcdefgh", 3, analysis)).toEqual([played()]);
});

test("statistics count games, wins, rows, and luck and skill where they are known", () => {
  const results = ["won", "won", "lost", "won", "shared", "won"] as const;
  const games = results.map((result, i) => played({ code: `aaaaaaa${i}`, at: i, result }));
  games[0] = { ...games[0]!, luck: 0.2, cost: 0.1, chances: true };
  games[1] = { ...games[1]!, luck: -0.4, cost: 0.3, chances: true };
  const [one] = statistics(games);
  expect(one).toMatchObject({ game: "ludo", played: 6, won: 4, row: 2, best: 2 });
  expect(one!.found!.luck).toBeCloseTo(-0.1);
  expect(one!.found!.cost).toBeCloseTo(0.2);
  expect(statistics([played()])[0]!.found).toBeNull();
  expect(statistics([])).toEqual([]);
});

test("the list has an end, and a saved file is read as it was written", () => {
  const many = Array.from({ length: MOST + 50 }, (_, i) => played({ code: `r${i}`, at: i }));
  const kept = tidy(many);
  expect([kept.length, kept[0]!.at]).toEqual([MOST, MOST + 49]);
  expect(readFile(writeFile(kept))).toEqual(kept);
});

test("files of other kinds are refused", () => {
  for (const text of ["", "{", "null", "[]", "7", '{"games":[]}', '{"format":"parlour games","version":2,"games":[]}', '{"format":"parlour games","version":1,"games":{}}']) expect(readFile(text)).toBeNull();
  expect(readFile(" ".repeat(LARGEST + 1))).toBeNull();
});

/** Numbers that look random and are the same every time. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

test("whatever a file holds, what is taken from it is whole and harmless", () => {
  const rng = numbers(7);
  const next = () => rng.next().value as number;
  const pick = <T>(of: T[]): T => of[Math.floor(next() * of.length)]!;
  const odd: unknown[] = [null, true, -1, 0.5, 1e400, NaN, "", "x".repeat(100), "<script>", "__proto__", [], [[]], {}, { length: 3 }, ["Ben", 5], "abcdefgh", "ludo", "won", 12, ["Ann"], false, "2026-01-01"];
  const names = ["code", "game", "title", "at", "others", "result", "luck", "cost", "chances", "__proto__", "toString"];
  let [taken, refused] = [0, 0];
  for (let i = 0; i < 20_000; i++) {
    const entry: Record<string, unknown> = { ...played({ luck: 1, cost: 1, chances: false }) };
    for (let change = Math.floor(next() * 3); change > 0; change--) {
      if (next() < 0.2) delete entry[pick(names)];
      else Object.defineProperty(entry, pick(names), { value: pick(odd), enumerable: true, configurable: true, writable: true });
    }
    const text = JSON.stringify({ format: "parlour games", version: 1, games: [entry, pick(odd)] });
    const found = readFile(next() < 0.1 ? text.slice(0, Math.floor(next() * text.length)) : text);
    for (const one of found ?? []) {
      expect(readPlayed(one)).toEqual(one);
      expect(one.code).toMatch(/^[a-z0-9]{1,32}$/);
      expect(one.game).toMatch(/^\w{1,32}$/);
      expect(Object.keys(one).every((key) => names.slice(0, 9).includes(key))).toBe(true);
      expect(Number.isFinite(new Date(one.at).getTime())).toBe(true);
    }
    if (found?.length) taken++;
    else refused++;
    statistics(found ?? []);
  }
  expect(taken).toBeGreaterThan(1000);
  expect(refused).toBeGreaterThan(1000);
});
