// How a play ended: who has won, and why it is over.
import type { Room } from "../types";
import { words } from "../words";

/** The seats that have won, or all of them where nobody has. */
export function winners(room: Room): number[] {
  const seats = room.seats.map((seat) => seat.seat);
  const { reason, seat } = room.ending ?? {};
  if (reason === "rules" && room.score) {
    const best = Math.max(...room.score);
    return seats.filter((seat) => room.score![seat] === best);
  }
  return seat == null ? seats : seats.filter((other) => other !== seat);
}

/** In a sentence or two; `caption` is what the figure says under itself. */
export function result(room: Room, caption: string): string {
  const name = (seat: number) => room.seats[seat]?.name ?? room.seats[seat]?.colour ?? "";
  const won = winners(room);
  const { reason, seat } = room.ending ?? {};
  const others = room.seats.length > room.yours.length; // at one screen everybody is called by name
  const yours = others && won.length === 1 && room.yours.includes(won[0]!);
  const who = yours ? words.result.youWin : won.length === room.seats.length && won.length > 1 ? words.result.nobody : words.result.wins(won.map(name));
  if (reason === "resigned" && seat != null) return `${words.result.resigned(name(seat))} ${who}`;
  if (reason === "time" && seat != null) return `${words.result.time(name(seat))} ${who}`;
  if (reason === "agreed") return words.result.agreed;
  const told = caption.replace(/^FIG\. \d+ — /, "");
  return room.seats.length > 1 ? `${who} ${told}` : told;
}
