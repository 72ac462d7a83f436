// Names of people and numbers, as they may be sent and as they are shown.

// What a record cannot hold: quotes, bars, and whatever ends a line or turns its writing
const UNWRITABLE = /["|\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;
export const LONGEST = 32;

export function tidyName(typed: string, otherwise: string): string {
  return typed.replace(UNWRITABLE, "").trim().slice(0, LONGEST).trim() || otherwise;
}

/** The name of somebody who gave none: like nobody else's in the room. */
export function freeName(name: string, taken: (string | null | undefined)[]): string {
  for (let count = 1; ; count++) {
    const free = count === 1 ? name : `${name} ${count}`;
    if (!taken.includes(free)) return free;
  }
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Bots for several seats: the middle one first, then its neighbours, so that they are told apart. */
export function company<T>(levels: T[], seats: number): T[] {
  const half = Math.floor((levels.length - 1) / 2);
  const near = [...levels.keys()].sort((a, b) => Math.abs(a - half) - Math.abs(b - half) || a - b);
  return levels.length ? Array.from({ length: seats }, (_, i) => levels[near[i % near.length]!]!) : [];
}

/** Numbers in words that lie close together: 2 to 4, 2, or 2, 4 and 6. */
export function range(numbers: number[]): string {
  const [first, last] = [numbers[0] ?? 0, numbers.at(-1) ?? 0];
  if (numbers.length < 2) return String(first);
  return last - first === numbers.length - 1 && numbers.length > 2 ? `${first}–${last}` : numbers.join(", ");
}

/** What a seat is called where nobody sits yet: a letter alone would say nothing. */
export const placeName = (called: string) => (called.length === 1 ? `Player ${called}` : called);
