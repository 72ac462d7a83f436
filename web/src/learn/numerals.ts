// What the figure of a step points at, and what is still to be touched, by numerals.
import type { Action, Shape, Step } from "../types";

const byId = (step: Step) => new Map([...step.scene.board, ...step.scene.pieces].map((shape) => [shape.id, shape]));

/** What is pointed at, in the order of the words, then what else the newcomer has to touch. */
export function pointed(step: Step, touchesBoard: boolean): string[] {
  const drawn = byId(step);
  const more = touchesBoard ? (step.expect?.path ?? []).filter((id) => !step.point.includes(id) && drawn.has(id)) : [];
  return [...step.point, ...more];
}

/** The numerals of what is still to be touched for an action: its path, and where that is done, its target. */
export function toTouch(action: Action, touched: string[], numerals: string[]): number[] {
  const left = action.path.filter((id) => !touched.includes(id));
  const wanted = left.length ? left : [action.target];
  return wanted.map((id) => numerals.indexOf(id) + 1).filter((n) => n > 0);
}

/** A thing in few words: `point B1, 2 red men, your 36` is point B1, 2 red men. */
export function brief(label: string): string {
  return label.split(/[:;] /)[0]!.split(", ").slice(0, 2).join(", ");
}

export function legend(step: Step, numerals: string[]): string[] {
  const drawn = byId(step);
  return numerals.map((id) => brief(name(drawn.get(id)) || id));
}

const name = (shape: Shape | undefined) => shape?.label || shape?.text || "";
