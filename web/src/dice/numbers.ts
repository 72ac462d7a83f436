// The numbers that this device adds to the dice, and what the server had fixed before: kept here, to be compared later.
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
