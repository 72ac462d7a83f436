// Which card belongs to what is pointed at.
import type { Card, Scene } from "../types";

/** The id of the topmost thing that has a card, or that stands on one that has; "" where there is none. */
export function cardFor(known: Record<string, Card>, focus: string[], scene: Scene): string {
  const shapes = [...scene.pieces, ...scene.board];
  const below = (id: string) => shapes.find((shape) => shape.id === id)?.on ?? "";
  return focus.flatMap((id) => [id, below(id)]).find((id) => id in known) ?? "";
}
