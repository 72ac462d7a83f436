// What a television says in large letters.
import { whatToDo } from "../room/asking";
import type { Room, Told } from "../types";
import { words } from "../words";
import { tv } from "./words";

export interface Headline {
  seat: number | null; // whose turn it is
  title: string;
  line: string; // what there is to do
}

/** Whose turn it is, by name, and what there is to do. */
export function headline(room: Room): Headline {
  const seat = room.to_move != null && room.to_move >= 0 ? room.to_move : null;
  const who = seat == null ? undefined : room.seats[seat];
  if (seat == null || !who) return { seat: null, title: room.asked, line: "" };
  const name = who.name ?? who.colour;
  const title = tv.turn(name);
  if (who.bot || who.stand_in) return { seat, title, line: words.thinking(who.stand_in ? who.colour : name) };
  return { seat, title, line: whatToDo(room.asked, name) };
}

/** What happened last, as one, and what came before it, the latest first. */
export function split(story: Told[], most: number): { now: Told[]; before: Told[] } {
  const last = story.at(-1)?.number;
  const now = story.filter((told) => told.number === last);
  return { now, before: story.slice(0, story.length - now.length).slice(-most).reverse() };
}
