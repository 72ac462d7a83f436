// Somebody is away: whether there is anything to decide about it for whoever looks.
import type { Level, People, Room } from "../types";

const STAND_IN = "dora"; // neither the strongest nor the weakest

/** The bot that plays for somebody, unless another is wanted. */
export const usualStandIn = (levels: Level[]) => (levels.find((level) => level.name === STAND_IN) ?? levels.at(-1))?.name ?? "";

/** The seat that all wait for though its person is away, and whose play those who look here may settle. */
export function awaited(room: Room, people: People): number | null {
  const seat = room.seats[room.to_move ?? -1];
  if (!room.begun || room.over || !seat || seat.kind !== "human" || seat.gone || seat.stand_in) return null;
  const mayAct = room.host || room.yours.length > 0;
  return mayAct && !room.yours.includes(seat.seat) && people.absent.includes(seat.seat) ? seat.seat : null;
}

/** The seat of yours that a bot plays. A sand timer has one decide once, which is soon over. */
export function replaced(room: Room): number | null {
  if (!room.begun || room.over || room.clock?.kind === "move") return null;
  return room.yours.find((mine) => room.seats[mine]?.stand_in && !room.seats[mine]?.gone) ?? null;
}

export const isAbsence = (room: Room, people: People) => awaited(room, people) != null || replaced(room) != null;
