// What the board of Numeric leaves to the builder beside it: the actions that state a number must not be given away.
import type { Action, Room, Shape } from "../../types";

/** Stating a number, and passing instead of it. */
export const states = (action: Action) => /=\d+$/.test(action.notation) || (action.notation === "pass" && action.label === "pass");

/** Buttons that would tell with which signs something can be made; and the pass that the builder has. */
export const isLeftOut = (shape: Shape) => shape.id.startsWith("signs:") || shape.text === "signs used" || (shape.id === "pass" && shape.label === "pass");

const free = new WeakMap<Room, Set<string>>();

/** Numbers that are free, or on a rack: one of them may be aimed at. */
export function mayBeAimedAt(id: string, room: Room): boolean {
  if (!id.startsWith("number:") || !room.legal.some(states)) return false;
  let found = free.get(room);
  if (!found) {
    const shapes = [...(room.scene?.board ?? []), ...(room.scene?.pieces ?? [])];
    found = new Set(shapes.filter((shape) => /\bfree$|\bon the rack of\b/.test(shape.label ?? "")).map((shape) => shape.id));
    free.set(room, found);
  }
  return found.has(id);
}
