// How a play ended: who has won, and why it is over.
import type { Room } from "../types";
import { words } from "../words";

export interface Result {
  who: string; // "You win.", or nothing where somebody played alone
  why: string;
}

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

/** Whether nobody has won. */
export const isDrawn = (room: Room) => room.seats.length > 1 && winners(room).length === room.seats.length;

/** In a sentence each: what the figure says under itself at the end, and not what it says while something earlier is shown again. */
export function result(room: Room): Result {
  const you = room.yours.length === 1 ? room.yours[0] : undefined; // several at one screen go by their names
  const name = (seat: number) => (seat === you ? words.result.you : (room.seats[seat]?.name ?? room.seats[seat]?.colour ?? ""));
  const won = winners(room).sort((a, b) => Number(b === you) - Number(a === you));
  const { reason, seat } = room.ending ?? {};
  const who = isDrawn(room) ? words.result.nobody : words.result.wins(won.map(name), won[0] === you);
  if (reason === "resigned" && seat != null) return { who, why: words.result.resigned(name(seat)) };
  if (reason === "time" && seat != null) return { who, why: words.result.time(name(seat)) };
  if (reason === "left" && seat != null) return { who, why: words.result.left(name(seat), seat === you) };
  if (reason === "agreed") return { who: words.result.agreed, why: "" };
  const told = (room.scene?.caption ?? "").replace(/^FIG\. \d+ — /, "").replace(/^The (game|match) is (over: )?(?=.)/, (all, _, over) => (over ? "" : all));
  const why = told.charAt(0).toUpperCase() + told.slice(1);
  return room.seats.length > 1 ? { who, why } : { who: "", why };
}
