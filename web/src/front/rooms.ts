// How a room stands, in a few words.
import type { Room } from "../types";
import type { Words } from "../words";
import type { Kept } from "../kept";
import { door } from "./door";
import { capital } from "./names";

export interface Standing {
  people: string;
  line: string;
  yours: boolean; // whether you are the one they wait for
}

export function standing(kept: Kept, room: Room | undefined, words: Words): Standing {
  if (!room) return { people: kept.people, line: "", yours: false };
  const name = (seat: number) => room.seats[seat]?.name ?? room.seats[seat]?.colour ?? "";
  const called = (seat: Room["seats"][number]) => (room.yours.includes(seat.seat) && room.yours.length === 1 ? words.you : (seat.name ?? words.open));
  const people = capital(room.seats.map(called).join(", "));
  if (room.over) return { people, line: ended(room), yours: false };
  const empty = room.seats.filter((seat) => seat.kind === "open" || !seat.ready).length;
  if (!room.begun) return { people, line: door.empty(empty), yours: false };
  const mover = room.to_move ?? -1;
  const yours = room.yours.includes(mover) || (mover < 0 && room.outcomes.length > 0 && room.yours.length > 0);
  return { people, line: yours ? door.yourMove : mover >= 0 ? door.moves(name(mover)) : "", yours };
}

/** How it ended. A play given up, or lost by the clock, has no score. */
function ended(room: Room): string {
  const name = (seat: number) => room.seats[seat]?.name ?? room.seats[seat]?.colour ?? "";
  const { reason, seat } = room.ending ?? { reason: "rules", seat: null };
  if (seat != null && reason === "resigned") return door.resigned(name(seat));
  if (seat != null && reason === "left") return door.left(name(seat));
  if (seat != null && reason === "time") return door.outOfTime(name(seat));
  const best = Math.max(...(room.score ?? []));
  const winners = (room.score ?? []).flatMap((score, seat) => (score === best ? [name(seat)] : []));
  if (!winners.length || (winners.length === room.seats.length && winners.length > 1)) return door.drawn;
  return door.winners(winners.join(", "));
}
