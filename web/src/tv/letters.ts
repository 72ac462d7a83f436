// A board is drawn to be read from near by. On a television its letters are made larger where that is enough; what would still
// be too small to read from across a room is left out, and told in large words beside the board.
import { PIPS } from "../board/marks";
import type { Scene, Shape } from "../types";

export const LEAST = 28; // CSS pixels on a screen that is 1080 high
const MOST_LARGER = 1.5; // times as large: more would run into what stands beside it
const WIDE = 0.42; // of a letter for its height
const BELOW = 0.65; // of a letter for its height, from its middle to under its descenders
const LEADING = 1.8; // how far apart, for their height, two lines of one paragraph are at most

const isWritten = (shape: Shape) => !!shape.text && (shape.kind === "text" || shape.kind === "piece" || shape.kind === "button" || (shape.kind === "die" && !PIPS[shape.text]));

/** How high the letters of a shape are, in the units of its scene: as the figure draws them. */
export function letterOf(shape: Shape): number {
  if (shape.kind === "die") return 0.46 * (shape.size ?? 0);
  if (shape.kind === "button") return shape.size || 0.42 * (shape.height ?? 0);
  return shape.size ?? 0;
}

/** A text as large as it has to be, if there is room for it. */
function enlarge(shape: Shape, least: number, others: Box[], { width, height }: Pick<Scene, "width" | "height">): Shape | null {
  const letter = letterOf(shape);
  if (letter >= least) return shape;
  if (shape.kind !== "text" || letter * MOST_LARGER < least) return null;
  const larger = { ...shape, size: least, y: Math.min(shape.y ?? 0, height - BELOW * least) };
  const box = boxOf(larger);
  if (shape.turn) return larger; // it lies along something that has a length of its own
  const runsInto = others.some((other) => other.of !== shape && meet(box, other));
  return box.left >= 0 && box.right <= width && !runsInto ? larger : null;
}

interface Box {
  of: Shape;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Where words stand. */
function boxOf(shape: Shape): Box {
  const [x, y, high] = [shape.x ?? 0, shape.y ?? 0, letterOf(shape)];
  const wide = WIDE * high * (shape.text ?? "").length;
  const left = shape.anchor === "start" ? x : shape.anchor === "end" ? x - wide : x - wide / 2;
  return { of: shape, left, right: left + wide, top: y - 0.4 * high, bottom: y + 0.4 * high };
}

const meet = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Whether two lines are of one paragraph: of that all can be read, or nothing is written. */
const goTogether = (a: Shape, b: Shape) =>
  a.kind === "text" && b.kind === "text" && a.x === b.x && a.anchor === b.anchor && a.style === b.style && a.size === b.size && Math.abs((a.y ?? 0) - (b.y ?? 0)) < LEADING * (a.size ?? 0);

/** Everything that has to go with what cannot be read. */
function spread(small: Shape[], all: Shape[]): Set<Shape> {
  const found = new Set(small);
  for (const lost of found) for (const other of all) if (goTogether(lost, other)) found.add(other); // a set goes on with what is added
  return found;
}

/** A scene whose letters can all be read; `scale` is how many pixels a unit of it takes, `least` how many a letter must have. */
export function makeReadable<Drawn extends Pick<Scene, "board" | "pieces" | "width" | "height">>(scene: Drawn, scale: number, least: number): Drawn {
  if (!scale) return scene;
  const needed = least / scale;
  const written = [...scene.board, ...scene.pieces].filter(isWritten);
  const texts = written.filter((shape) => shape.kind === "text");
  const boxes = texts.filter((shape) => !shape.turn).map(boxOf);
  const larger = new Map(written.map((shape) => [shape, enlarge(shape, needed, boxes, scene)]));
  const lost = spread(written.filter((shape) => !larger.get(shape)), texts.filter((shape) => (shape.text ?? "").length > 2));
  const read = (shape: Shape): Shape[] => {
    if (!lost.has(shape)) return [larger.get(shape) ?? shape];
    if (shape.kind === "text" || shape.kind === "button") return []; // on a television nothing is pressed
    return [{ ...shape, text: "" }]; // the thing itself stays, with its colour and its mark
  };
  return { ...scene, board: scene.board.flatMap(read), pieces: scene.pieces.flatMap(read) };
}
