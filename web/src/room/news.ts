// What is told where there is little room.
import type { Scene, Told } from "../types";

/** All that the last entry told: a move, and what came of it. */
export const lastTold = <One extends Pick<Told, "number">>(story: One[]): One[] => story.filter((told) => told.number === story.at(-1)?.number);

/** The places of sentences in the order in which they are left out: what matters least, and of that the oldest. */
export const leftOut = (news: Partial<Told>[]): number[] => {
  const weight = (place: number) => news[place]!.weight ?? 1;
  return [...news.keys()].sort((a, b) => weight(a) - weight(b) || a - b);
};

/** The same where all of it stands above anyway, which the rest goes on from. */
export const oldest = (news: unknown[]): number[] => [...news.keys()];

/** Where things stand that stood elsewhere before: "Dora's piece on oxygen 8 → arsenic 33." */
export function moved(before: Scene | null, after: Scene | null, is: (was: string, now: string) => string): string[] {
  const old = new Map(before?.pieces.map((shape) => [shape.id, shape]));
  return (after?.pieces ?? []).flatMap(({ id, on, label }) => {
    const was = old.get(id);
    if (!was?.label || !label || (was.on ?? "") === (on ?? "")) return [];
    const [start, end] = [was.label.split(" "), label.split(" ")];
    return is(was.label, end.slice(end.findIndex((word, i) => word !== start[i])).join(" "));
  });
}
