// Leader lines with numerals, as patents have them: each numeral stands where it covers least, and no two lines cross.
import type { Box } from "./geometry";

export interface Pointed {
  number: number;
  x: number; // the middle of the thing
  y: number;
  box: Box;
  outline: "round" | "box" | ((x: number, y: number) => boolean); // or whether a point is inside
}

export interface Leader {
  number: number;
  x: number; // the numeral
  y: number;
  toX: number; // where its line ends
  toY: number;
}

type Point = [number, number];
const TURNS = 24;
const DISTANCES = [1.5, 2.2, 3.1, 4.4, 6]; // from the edge of the thing, in radii of a numeral

/** Places one numeral after another; `taken` is what had better stay uncovered. */
export function placeLeaders(things: Pointed[], taken: Box[], width: number, height: number, radius: number): Leader[] {
  const placed: Leader[] = [];
  for (const thing of things) {
    let best: Leader | null = null;
    let least = Infinity;
    for (const leader of candidates(thing, width, height, radius)) {
      const price = cost(leader, thing, things, taken, placed, radius);
      if (price < least) [best, least] = [leader, price];
    }
    if (best) placed.push(best);
  }
  return placed;
}

function* candidates(thing: Pointed, width: number, height: number, radius: number): Generator<Leader> {
  const margin = radius + 2;
  for (let i = 0; i < TURNS; i++) {
    const angle = (2 * Math.PI * i) / TURNS;
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    const end = edge(thing, dx, dy);
    // a little inside, so that the line ends on the thing and the mark in its middle stays to be seen
    const foot = end - Math.min(0.3 * end, 0.45 * radius);
    for (const far of DISTANCES) {
      const [x, y] = [thing.x + dx * (end + far * radius), thing.y + dy * (end + far * radius)];
      if (x < margin || y < margin || x > width - margin || y > height - margin) continue;
      yield { number: thing.number, x, y, toX: thing.x + dx * foot, toY: thing.y + dy * foot };
    }
  }
}

/** How far it is from the middle of a thing to its edge. */
function edge({ x, y, box, outline }: Pointed, dx: number, dy: number): number {
  const [w, h] = [box.width / 2, box.height / 2];
  if (outline === "round") return Math.min(w, h);
  const most = Math.min(dx ? w / Math.abs(dx) : Infinity, dy ? h / Math.abs(dy) : Infinity);
  if (outline === "box") return most;
  const pace = Math.max(2, Math.hypot(w, h) / 40);
  let out = 0;
  while (out < 2 * Math.hypot(w, h) && outline(x + dx * (out + pace), y + dy * (out + pace))) out += pace;
  return out;
}

function cost(leader: Leader, thing: Pointed, things: Pointed[], taken: Box[], placed: Leader[], radius: number): number {
  const length = Math.hypot(leader.x - leader.toX, leader.y - leader.toY);
  let sum = 0.06 * (length / radius);
  for (const box of taken) {
    sum += 3 * covered(leader, box, radius);
    if (box !== thing.box && !holds(box, thing.x, thing.y) && crosses(leader, box)) sum += 0.5;
  }
  for (const other of things) {
    const solid = typeof other.outline === "string";
    if (solid) sum += 14 * covered(leader, other.box, radius);
    else if (Math.hypot(leader.x - other.x, leader.y - other.y) < 1.6 * radius) sum += 8;
    if (other !== thing && (Math.hypot(...away([other.x, other.y], leader)) < 0.9 * radius || (solid && crosses(leader, other.box)))) sum += 9;
  }
  for (const other of placed) {
    const apart = Math.hypot(leader.x - other.x, leader.y - other.y);
    if (apart < 2.3 * radius) sum += 30;
    if (meet([leader.x, leader.y], [leader.toX, leader.toY], [other.x, other.y], [other.toX, other.toY])) sum += 10;
    if (Math.hypot(...away([other.x, other.y], leader)) < 1.3 * radius || Math.hypot(...away([leader.x, leader.y], other)) < 1.3 * radius) sum += 12;
  }
  return sum;
}

/** How much of a box a numeral covers, 0 to 1 of the numeral. */
function covered({ x, y }: Leader, box: Box, radius: number): number {
  const w = Math.min(x + radius, box.x + box.width) - Math.max(x - radius, box.x);
  const h = Math.min(y + radius, box.y + box.height) - Math.max(y - radius, box.y);
  return w > 0 && h > 0 ? (w * h) / (4 * radius * radius) : 0;
}

const holds = (box: Box, x: number, y: number) => x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height;

/** Whether a line goes through the middle of a box. */
function crosses(leader: Leader, box: Box): boolean {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return Math.hypot(...away([x, y], leader)) < 0.48 * Math.min(box.width, box.height);
}

/** From a point to the nearest point of a line. */
function away([x, y]: Point, { x: ax, y: ay, toX, toY }: Leader): Point {
  const [dx, dy] = [toX - ax, toY - ay];
  const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return [x - ax - along * dx, y - ay - along * dy];
}

export function meet(a: Point, b: Point, c: Point, d: Point): boolean {
  const side = (p: Point, q: Point, r: Point) => Math.sign((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]));
  return side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b);
}
