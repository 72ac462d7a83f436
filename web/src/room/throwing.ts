// Real dice on the table: the throw that is meant by the faces that were touched, in whatever order.
import type { Outcome } from "../types";

export const FACES = [1, 2, 3, 4, 5, 6];
const THROW = /^([1-6]+):?$/;

const sorted = (faces: number[]) => [...faces].sort((a, b) => b - a);
const facesOf = (outcome: Outcome) => sorted([...(THROW.exec(outcome.notation)?.[1] ?? "")].map(Number));

/** How many dice were thrown; 0 where chance decides something else. */
export function countDice(outcomes: Outcome[]): number {
  const counts = new Set(outcomes.map((outcome) => facesOf(outcome).length));
  return counts.size === 1 ? [...counts][0]! : 0;
}

/** Whether dice with these faces, and perhaps others, can have been thrown. */
export function isPossible(outcomes: Outcome[], faces: number[]): boolean {
  return outcomes.some((outcome) => {
    const left = facesOf(outcome);
    return faces.every((face) => left.includes(face) && left.splice(left.indexOf(face), 1));
  });
}

/** The throw with just these faces. */
export function findThrow(outcomes: Outcome[], faces: number[]): Outcome | undefined {
  const wanted = sorted(faces).join();
  return outcomes.find((outcome) => facesOf(outcome).join() === wanted);
}
