// The games that were played to their end on this device: a list with results, which never leaves it unless somebody saves it.
import { isDrawn, winners } from "../room/result";
import type { Analysis, Room } from "../types";

const KEY = "parlour.games";
export const MOST = 500;
export const LARGEST = 1_000_000; // letters of a file that is read
const FORMAT = "parlour games";
const VERSION = 1;

export const RESULTS = ["won", "lost", "drawn", "shared"] as const;
export type Result = (typeof RESULTS)[number]; // shared: several seats were played from here

export interface Played {
  code: string; // of the room
  game: string;
  title: string;
  at: number; // when it ended, in ms
  others: string[]; // who else played
  result: Result;
  luck?: number; // what a look back found: of 1, the chance of winning, or points
  cost?: number; // and given away
  chances?: boolean; // whether these are chances
}

export interface Statistics {
  game: string;
  title: string;
  played: number;
  won: number;
  row: number; // won one after another, now
  best: number; // and at most
  found: { luck: number; cost: number; chances: boolean } | null; // on average
}

const CODE = /^[a-z0-9]{1,32}$/;
const NAME = /^\w{1,32}$/;

const isText = (value: unknown, most: number): value is string => typeof value === "string" && value.length > 0 && value.length <= most;
const isNumber = (value: unknown, most: number): value is number => typeof value === "number" && Number.isFinite(value) && Math.abs(value) <= most;

/** An entry, if it is one in every part; whatever else it holds is left out. */
export function readPlayed(value: unknown): Played | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const { code, game, title, at, others, result, luck, cost, chances } = value as Record<string, unknown>;
  if (typeof code !== "string" || !CODE.test(code) || typeof game !== "string" || !NAME.test(game)) return null;
  if (!isText(title, 64) || !isNumber(at, 8.64e15) || at < 0 || !Number.isInteger(at)) return null;
  if (!Array.isArray(others) || others.length > 16 || !others.every((name) => isText(name, 64))) return null;
  if (!RESULTS.includes(result as Result)) return null;
  const played: Played = { code, game, title, at, others: [...others] as string[], result: result as Result };
  if (isNumber(luck, 1e6) && isNumber(cost, 1e6) && cost >= 0 && typeof chances === "boolean") Object.assign(played, { luck, cost, chances });
  return played;
}

/** All that can be read of a list, the latest first, each room once. */
export function tidy(values: unknown): Played[] {
  if (!Array.isArray(values)) return [];
  const found = new Map<string, Played>();
  for (const value of values.slice(0, 20 * MOST)) {
    const played = readPlayed(value);
    if (!played) continue;
    const known = found.get(played.code);
    if (!known || played.at >= known.at) found.set(played.code, { ...known, ...played });
  }
  return [...found.values()].sort((a, b) => b.at - a.at || (a.code < b.code ? -1 : 1)).slice(0, MOST);
}

/** A file as it was saved here; null for any other. */
export function readFile(text: string): Played[] | null {
  if (text.length > LARGEST) return null;
  try {
    const file: unknown = JSON.parse(text);
    if (typeof file !== "object" || file === null) return null;
    const { format, version, games } = file as Record<string, unknown>;
    return format === FORMAT && version === VERSION && Array.isArray(games) ? tidy(games) : null;
  } catch {
    return null;
  }
}

export const writeFile = (games: Played[]) => JSON.stringify({ format: FORMAT, version: VERSION, games }, null, 1);

/** What a room that is over tells of itself; null while it goes on, and for whoever only looked on. */
export function entryOf(room: Room, now: number): Played | null {
  if (!room.over || !room.yours.length) return null;
  const mine = room.yours[0]!;
  const others = room.seats.filter((seat) => !room.yours.includes(seat.seat)).map((seat) => (seat.name ?? seat.colour) || "?");
  const result: Result = room.yours.length > 1 ? "shared" : isDrawn(room) ? "drawn" : winners(room).includes(mine) ? "won" : "lost";
  return { code: room.code ?? room.watch, game: room.game, title: room.title, at: now, others, result };
}

/** With a game more. When it ended and what a look back found stay as they were first told. */
export function add(games: Played[], played: Played): Played[] {
  const known = games.find((other) => other.code === played.code);
  const { at, luck, cost, chances } = known ?? played;
  const found = luck !== undefined && cost !== undefined && chances !== undefined ? { luck, cost, chances } : {};
  return tidy([{ ...found, ...played, at }, ...games.filter((other) => other !== known)]);
}

/** What a look back found of the seat that was played from here. */
export function withFindings(games: Played[], code: string, seat: number, analysis: Analysis): Played[] {
  const seen = analysis.seats.find((one) => one.seat === seat);
  if (!seen) return games;
  const worth = analysis.chance?.[1] ?? 1;
  const found = { luck: seen.luck * worth, cost: Math.max(0, seen.cost * worth), chances: !!analysis.chance };
  return games.map((played) => (played.code === code ? { ...played, ...found } : played));
}

/** For each game how it went, those played most first. */
export function statistics(games: Played[]): Statistics[] {
  const found = new Map<string, Played[]>();
  for (const played of games.toSorted((a, b) => a.at - b.at)) found.set(played.game, [...(found.get(played.game) ?? []), played]);
  return [...found.entries()].map(([game, list]) => sumUp(game, list)).sort((a, b) => b.played - a.played || (a.title < b.title ? -1 : 1));
}

/** The games of one kind, the oldest first. Nobody wins or loses at one screen, so that ends no row. */
function sumUp(game: string, list: Played[]): Statistics {
  let [row, best] = [0, 0];
  for (const { result } of list) {
    if (result === "shared") continue;
    row = result === "won" ? row + 1 : 0;
    best = Math.max(best, row);
  }
  const chances = list.findLast((played) => played.chances !== undefined)?.chances;
  const looked = list.filter((played) => played.chances !== undefined && played.chances === chances);
  const mean = (of: "luck" | "cost") => looked.reduce((sum, played) => sum + (played[of] ?? 0), 0) / looked.length;
  return {
    game,
    title: list.at(-1)!.title,
    played: list.length,
    won: list.filter((played) => played.result === "won").length,
    row,
    best,
    found: chances === undefined ? null : { luck: mean("luck"), cost: mean("cost"), chances },
  };
}

export function playedGames(): Played[] {
  try {
    return tidy(JSON.parse(localStorage.getItem(KEY) ?? "[]"));
  } catch {
    return [];
  }
}

export function keepGames(games: Played[]): void {
  try {
    if (games.length) localStorage.setItem(KEY, JSON.stringify(games));
    else localStorage.removeItem(KEY);
  } catch {
    // nothing is kept then
  }
}

/** Writes a room down once it is over. */
export function noteRoom(room: Room, now = Date.now()): void {
  const played = entryOf(room, now);
  if (played) keepGames(add(playedGames(), played));
}

/** And what a look back found in it, for whoever played one seat. */
export function noteFindings(room: Room, analysis: Analysis, now = Date.now()): void {
  const played = entryOf(room, now);
  if (!played || room.yours.length !== 1) return;
  keepGames(withFindings(add(playedGames(), played), played.code, room.yours[0]!, analysis));
}
