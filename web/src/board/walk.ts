// Choosing a move by touching things: every legal action has a path of things to touch, and often a place where it leads.
import type { Action } from "../types";

const knows = (action: Action, id: string) => action.path.includes(id) || action.target === id;

/** The actions that everything touched so far belongs to; things may be touched in any order. */
export function candidates(legal: Action[], touched: string[]): Action[] {
  return legal.filter((action) => touched.every((id) => knows(action, id)));
}

/** What may be touched next. Where a thing may go is shown only once something is chosen. */
export function touchable(legal: Action[], touched: string[]): { ids: Set<string>; targets: Set<string> } {
  const ids = new Set<string>();
  const targets = new Set<string>();
  for (const action of candidates(legal, touched)) {
    for (const id of action.path) if (!touched.includes(id)) ids.add(id);
    if (touched.length && action.target && !touched.includes(action.target)) targets.add(action.target);
  }
  for (const id of touched) ids.add(id);
  return { ids, targets };
}

/** The action that is meant after the last touch, if there can be no doubt. */
export function meant(legal: Action[], touched: string[]): Action | null {
  const left = candidates(legal, touched);
  const last = touched.at(-1);
  const complete = left.filter((action) => action.path.every((id) => touched.includes(id)));
  if (complete.length === 1 && complete[0]!.path.length === touched.length) return complete[0]!;
  if (left.length !== 1 || last === undefined) return null;
  const only = left[0]!;
  return last === (only.target || only.path.at(-1)) ? only : null; // where it goes is shown first, and may be declined
}
