// What may be done, as a list that fits in a hand: where there is much, first with which piece, then where to.
import { capital } from "../front/names";
import type { Action, Scene, Shape } from "../types";

const FEW = 6; // choices that are shown at once, whatever they are about

export interface Group {
  id: string; // of the thing on the board
  label: string;
  actions: Action[];
}

/** The thing an action is done with: the first to be touched that is not a die. */
function thingOf(action: Action, shapes: Map<string, Shape>): string {
  return action.path.find((id) => shapes.has(id) && shapes.get(id)!.kind !== "die") ?? action.path[0] ?? action.notation;
}

export const shapesOf = (scene: Scene) => new Map([...scene.board, ...scene.pieces].filter((shape) => shape.id).map((shape) => [shape.id, shape]));

/** What can be chosen first: things that do several, and the actions of all others. Where there is little, all of them. */
export function group(legal: Action[], scene: Scene): Group[] {
  const shapes = shapesOf(scene);
  const alone = (action: Action): Group => ({ id: action.notation, label: capital(action.label), actions: [action] });
  if (legal.length <= FEW) return legal.map(alone);
  const found = new Map<string, Action[]>();
  for (const action of legal) {
    const thing = thingOf(action, shapes);
    found.set(thing, [...(found.get(thing) ?? []), action]);
  }
  return [...found].flatMap(([id, actions]) => {
    const label = shapes.get(id)?.label;
    return label && actions.length > 1 ? [{ id, label: capital(label), actions }] : actions.map(alone);
  });
}

/** The dice that lie on the table, in the order in which they are drawn. */
export const diceOf = (scene: Scene) => [...scene.board, ...scene.pieces].filter((shape) => shape.kind === "die");

/** What an action looks like, where what is touched last is a drawing of its own: a plate as it would be laid, say. */
export function faceOf(action: Action, shapes: Map<string, Shape>): Shape | null {
  const last = shapes.get(action.path.at(-1) ?? "");
  return last?.kind === "path" && last.width && action.path.length > 1 ? last : null;
}
