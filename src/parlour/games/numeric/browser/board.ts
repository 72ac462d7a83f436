// What the board of Numeric leaves to the builder beside it: the actions that state a number must not be given away.
import type { Action, Shape, Situation } from "@pages/parts/part";

export const statesNumber = (action: Action) => /=\d+$/.test(action.notation);

/** Stating a number, and passing instead of it. */
export const states = (action: Action) => statesNumber(action) || (action.notation === "pass" && action.label === "pass");

/** Buttons that would tell with which signs something can be made; and the pass that the builder has. */
export const isLeftOut = (shape: Shape, lesson: boolean) =>
  shape.id.startsWith("signs:") || shape.text === "signs used" || (!lesson && shape.id === "pass" && shape.label === "pass");

const free = new WeakMap<object, Set<string>>();

/** Dice, and numbers that are free or on a rack: one of them may be aimed at. In a lesson, those that can be made. */
export function mayBeAimedAt(id: string, { legal, scene, lesson }: Situation): boolean {
  if (id.startsWith("die:")) return !lesson && legal.some(states);
  if (!id.startsWith("number:") || !legal.some(states)) return false;
  if (lesson) return legal.some((action) => action.path.includes(id) || action.target === id);
  let found = free.get(scene);
  if (!found) {
    const shapes = [...scene.board, ...scene.pieces];
    found = new Set(shapes.filter((shape) => /\bfree$|\bon the rack of\b/.test(shape.label ?? "")).map((shape) => shape.id));
    free.set(scene, found);
  }
  return found.has(id);
}
