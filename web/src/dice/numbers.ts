// The numbers that this device adds to the dice, and what the server had fixed before: kept here, to be compared later.
import type { Room } from "../types";

const KEY = "parlour.dice";
const MOST = 200; // rooms
const BYTES = 32;

export interface Note {
  commitment: string; // what the server showed of its own number before this device chose one
  seeds: Record<number, string>; // by seat
  at: number;
}

let notes: Record<string, Note> | undefined; // by room; for a browser that keeps nothing as long as the page

function read(): Record<string, Note> {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    notes = { ...notes, ...(kept && typeof kept === "object" && !Array.isArray(kept) ? kept : {}) };
  } catch {
    // only what this page has noted itself
  }
  return (notes ??= {});
}

/** What was noted of a room. */
export function noteOf(code: string): Note | undefined {
  return read()[code];
}

/** What goes by another number than this device noted before the play: the server, and seats of yours. */
export function differing(room: Room, note: Note | undefined): { server: boolean; seats: number[] } {
  const { kind, commitment, seeds } = room.dice;
  if (!note || kind !== "fair") return { server: false, seats: [] };
  const seats = room.yours.filter((seat) => note.seeds[seat] && seeds?.[seat] && seeds[seat] !== note.seeds[seat]);
  return { server: commitment !== note.commitment, seats };
}

/** Whether there is anything to say of the dice: they can be checked, or something does not fit. */
export function isDiceDue(room: Room, code: string): boolean {
  const { server, seats } = differing(room, noteOf(room.code ?? code));
  return room.over || server || seats.length > 0;
}

/** The number for a seat, chosen now unless it was already: who sits down again after a lost answer brings the same. None with real dice. */
export function chooseNumber(code: string, commitment: string | null | undefined, seat: number): string | undefined {
  if (!commitment) return undefined;
  const all = read();
  const note = all[code] ?? { commitment, seeds: {}, at: Date.now() }; // the first commitment stays, whatever comes later
  const seed = (note.seeds[seat] ??= Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, "0")).join(""));
  notes = Object.fromEntries(
    Object.entries({ ...all, [code]: note })
      .sort(([, a], [, b]) => b.at - a.at)
      .slice(0, MOST),
  );
  try {
    localStorage.setItem(KEY, JSON.stringify(notes));
  } catch {
    // it lasts as long as the page
  }
  return seed;
}
