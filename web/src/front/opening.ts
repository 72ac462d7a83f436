// Opens a room, seats the people of this device, and goes there.
import * as api from "../api";
import { go } from "../place.svelte";
import type { Game, Opening } from "../types";
import { words } from "../words";
import { company, tidyName } from "./names";

export type Sitter = [seat: number, name: string];

export async function openAndSit(opening: Partial<Opening>, sitters: Sitter[]): Promise<void> {
  const { code, commitment } = await api.openRoom(opening);
  for (const [seat, name] of sitters) await api.insist(() => api.sit(code, seat, name, commitment));
  go(`/room/${code}`);
}

/** Whom you meet at once: bots from the middle of the ladder, on all seats but yours. */
export async function meet(game: Game, options: Record<string, string>): Promise<string[]> {
  const levels = Object.keys(options).length ? await api.levels(game.name, options) : game.levels;
  const usual = game.options.find((option) => option.name === "players")?.default;
  const seats = Number(options.players ?? usual) || game.players[0] || 1;
  return company(levels, seats - 1).map((level) => level.name);
}

/** At once: you on the first seat, and those you meet on the others. */
export async function playNow(game: Game, options: Record<string, string>, name: string): Promise<void> {
  const bots = Object.fromEntries((await meet(game, options)).map((bot, i) => [String(i + 1), bot]));
  await openAndSit({ game: game.name, options, bots }, [[0, tidyName(name, words.guest)]]);
}

/** Why something did not work, in a sentence. */
export function reason(error: unknown): string {
  if (error instanceof api.Refused) return error.message;
  return error instanceof api.Unreachable ? words.away.title : String(error);
}
