// Which puzzles were solved on this device, and how many in a row at the first try. Kept here and nowhere else.
const KEY = "parlour.puzzles";
const MOST = 5000; // solved ones that are remembered, the latest first
const ID = /^\w{1,32}\/\w{1,32}\/\d{1,3}\/\d{1,10}$/;

export interface Solved {
  row: number; // in a row at the first try
  best: number; // the longest such row
  failed: string; // the puzzle that broke the row: it can be solved later, but not at the first try
  ids: string[]; // game/kind/level/number, the latest first
}

const nothing: Solved = { row: 0, best: 0, failed: "", ids: [] };

const whole = (value: unknown) => (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 1e6 ? value : 0);

/** What was kept, or nothing where it cannot be read. */
export function parse(text: string | null): Solved {
  try {
    const kept: unknown = JSON.parse(text ?? "null");
    if (typeof kept !== "object" || kept === null) return nothing;
    const { row, best, failed, ids } = kept as Record<string, unknown>;
    const named = Array.isArray(ids) ? ids.filter((id): id is string => typeof id === "string" && ID.test(id)) : [];
    return { row: whole(row), best: Math.max(whole(best), whole(row)), failed: typeof failed === "string" && ID.test(failed) ? failed : "", ids: [...new Set(named)].slice(0, MOST) };
  } catch {
    return nothing;
  }
}

/** A right answer. What was solved before, or after a wrong try, makes no row longer. */
export function solve(kept: Solved, id: string): Solved {
  if (kept.ids.includes(id)) return kept;
  const row = kept.failed === id ? kept.row : kept.row + 1;
  return { row, best: Math.max(kept.best, row), failed: kept.failed, ids: [id, ...kept.ids].slice(0, MOST) };
}

/** A wrong answer, or giving up: the row is at its end, unless the puzzle was solved before. */
export function fail(kept: Solved, id: string): Solved {
  return kept.ids.includes(id) || kept.failed === id ? kept : { ...kept, row: 0, failed: id };
}

/** The next number after this one that is not solved yet, from the start again after the last. */
export function nextNumber(kept: Solved, prefix: string, number: number, count: number): number {
  const solved = new Set(kept.ids);
  for (let step = 1; step <= count; step++) {
    const found = ((number - 1 + step) % count) + 1;
    if (!solved.has(`${prefix}/${found}`)) return found;
  }
  return (number % count) + 1;
}

export const countSolved = (kept: Solved, prefix: string) => kept.ids.filter((id) => id.startsWith(`${prefix}/`)).length;

export function read(): Solved {
  try {
    return parse(localStorage.getItem(KEY));
  } catch {
    return nothing;
  }
}

export function keep(solved: Solved): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(solved));
  } catch {
    // nothing is kept then
  }
}

/** The day where somebody is, as the server reads it. */
export const dayOf = (now: Date) => `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, "0")}-${String(now.getDate()).padStart(2, "0")}`;
