// What is different between two scenes, by the ids of things: what travelled, and what was thrown or turned.
import type { Scene, Shape } from "../types";

export interface Travel {
  id: string;
  seat: number | null;
  from: [number, number];
  to: [number, number];
  size: number;
  passes?: boolean; // whether it goes on from there
}

/** Something laid over the board for a while. */
export interface Overlay {
  path: string;
  x: number;
  y: number;
  scale: number;
  turn: number;
  side: number; // of what hides the board below it; 0 where its holes show what is there
}

const byId = (shapes: Shape[]) => new Map(shapes.filter((shape) => shape.id).map((shape) => [shape.id, shape]));
const at = (shape: Shape): [number, number] => [shape.x ?? 0, shape.y ?? 0];

export function travels(before: Shape[], after: Shape[]): Travel[] {
  const old = byId(before);
  const found: Travel[] = [];
  for (const shape of after) {
    const was = shape.id && shape.kind === "piece" ? old.get(shape.id) : undefined;
    if (!was || was.kind !== shape.kind) continue;
    const [from, to] = [at(was), at(shape)];
    if (!isNear(from, to)) found.push({ id: shape.id, seat: shape.seat ?? null, from, to, size: shape.size ?? 0 });
  }
  const counted = new Set(after.filter((shape) => shape.counted).map((shape) => shape.id));
  return [...found.filter((hop) => !counted.has(hop.id)), ...join(found.filter((hop) => counted.has(hop.id)))];
}

const isNear = (from: [number, number], to: [number, number]) => Math.hypot(from[0] - to[0], from[1] - to[1]) <= 3;

/** Of things that are all the same, one that comes where another leaves has not moved: that other went on instead. */
function join(hops: Travel[]): Travel[] {
  const joined = [...hops];
  for (;;) {
    const first = joined.findIndex((hop) => joined.some((next) => next !== hop && next.seat === hop.seat && isNear(hop.to, next.from)));
    if (first < 0) return joined.filter((hop) => !isNear(hop.from, hop.to));
    const [hop] = joined.splice(first, 1);
    const next = joined.findIndex((other) => other.seat === hop!.seat && isNear(hop!.to, other.from));
    joined[next] = { ...joined[next]!, from: hop!.from };
  }
}

/** What came onto the board: it travelled from nowhere. */
export function arrivals(before: Shape[], after: Shape[]): Travel[] {
  const old = byId(before);
  const come = after.filter((shape) => shape.id && shape.kind === "piece" && !old.has(shape.id));
  return come.map((shape) => ({ id: shape.id, seat: shape.seat ?? null, from: at(shape), to: at(shape), size: shape.size ?? 0 }));
}

/** What would travel by way of several steps, hop by hop as its trail would be, and what would come. */
export function foresee(before: Shape[], steps: Shape[][]): Travel[] {
  const hops = steps.flatMap((after, i) => travels(steps[i - 1] ?? before, after));
  const passes = (hop: Travel, i: number) => hops.slice(i + 1).some((next) => next.seat === hop.seat && isNear(hop.to, next.from));
  return [...hops.map((hop, i) => ({ ...hop, passes: passes(hop, i) })), ...arrivals(before, steps.at(-1) ?? before)];
}

export function isThrown(before: Scene, after: Scene): boolean {
  const dice = (scene: Scene) => [...scene.board, ...scene.pieces].filter((s) => s.kind === "die").map((s) => `${s.seat} ${s.text}`).join();
  return dice(before) !== dice(after);
}

export function isSpun(before: Scene, after: Scene): boolean {
  const old = byId([...before.board, ...before.pieces]);
  return [...after.board, ...after.pieces].some((s) => s.spins && (old.get(s.id)?.turn ?? 0) !== (s.turn ?? 0));
}

/** Whether nothing that moves has changed. */
export function looksAlike(before: Scene, after: Scene): boolean {
  return JSON.stringify(before.pieces) === JSON.stringify(after.pieces);
}

const POINTS = 24; // of a way round
const BESIDE = 2.2; // sizes of a piece by which it may stand nearer to the middle than another on the same way

/** From where something was to where it is, a little bowed; or along the ring, against the clock, where rings have a middle. */
export function arc({ from: [x, y], to: [toX, toY], size }: Travel, middle: Shape | null = null): string {
  if (middle) {
    const [mx, my] = at(middle);
    const [near, far] = [Math.hypot(x - mx, y - my), Math.hypot(toX - mx, toY - my)];
    if (Math.min(near, far) > (middle.size ?? 0) && Math.abs(far - near) <= BESIDE * size) {
      const start = Math.atan2(y - my, x - mx);
      const turn = (start - Math.atan2(toY - my, toX - mx) + 2 * Math.PI) % (2 * Math.PI);
      const points = Array.from({ length: POINTS + 1 }, (_, i) => {
        const [angle, radius] = [start - (turn * i) / POINTS, near + ((far - near) * i) / POINTS];
        return `${(mx + radius * Math.cos(angle)).toFixed(1)},${(my + radius * Math.sin(angle)).toFixed(1)}`;
      });
      return `M${points.join("L")}`;
    }
  }
  return `M${x},${y}Q${(x + toX) / 2 + (y - toY) * 0.12},${(y + toY) / 2 + (toX - x) * 0.12} ${toX},${toY}`;
}
