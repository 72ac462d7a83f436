// The seats' marks in a circle of radius 1, and the pips of dice. A test holds marks.json to the package's own drawings.
import drawn from "./marks.json";

type Name = "disc" | "square" | "triangle" | "diamond" | "ring" | "cross" | "star" | "bar";

export const MARK_PATHS = Object.fromEntries(drawn.marks) as Record<Name, string>;
export const PIPS = drawn.pips as unknown as Record<string, [number, number][]>;

export const markOf = (seat: number | null | undefined) => drawn.marks[(seat ?? 0) % drawn.marks.length]![1]!;
