// Where things are on a figure, in its own units.
import type { Shape } from "../types";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Spot {
  shape: Shape;
  element: SVGGElement;
  x: number; // its middle
  y: number;
  box: Box; // upright, round all of it
}

type Point = [number, number];

/** From a shape's own coordinates to the figure's. */
export function outward(shape: Shape, [x, y]: Point): Point {
  const angle = ((shape.turn ?? 0) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [(shape.x ?? 0) + x * cos - y * sin, (shape.y ?? 0) + x * sin + y * cos];
}

export function inward(shape: Shape, [x, y]: Point): Point {
  const angle = (-(shape.turn ?? 0) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [dx, dy] = [x - (shape.x ?? 0), y - (shape.y ?? 0)];
  return [dx * cos - dy * sin, dx * sin + dy * cos];
}

export function locate(shape: Shape, element: SVGGElement): Spot {
  const own = extent(shape, element);
  const corners: Point[] = [
    [own.x, own.y],
    [own.x + own.width, own.y],
    [own.x, own.y + own.height],
    [own.x + own.width, own.y + own.height],
  ];
  const placed = corners.map((corner) => outward(shape, corner));
  const [xs, ys] = [placed.map((p) => p[0]), placed.map((p) => p[1])];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const box = { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
  const path = shape.kind === "path" ? element.querySelector("path") : null;
  const [x, y] = path ? outward(shape, middle(path)) : [left + box.width / 2, top + box.height / 2];
  return { shape, element, x, y, box };
}

/** A shape's box in its own coordinates; that of most is known, and not disturbed by motion. */
function extent(shape: Shape, element: SVGGElement): Box {
  const { kind, size = 0, width = 0, height = 0 } = shape;
  if (kind === "path" || kind === "text") return element.getBBox();
  const [w, h] = kind === "die" ? [size, size] : kind === "piece" || kind === "circle" ? [2 * size, 2 * size] : [width, height];
  return { x: -w / 2, y: -h / 2, width: w, height: h };
}

const middles = new Map<string, Point>();

/** The centre of gravity of what a path encloses; a ring's is not in it, and then the middle of its box will do. */
function middle(path: SVGPathElement): Point {
  const data = path.getAttribute("d") ?? "";
  const known = middles.get(data);
  if (known) return known;
  const length = path.getTotalLength();
  const points = Array.from({ length: 64 }, (_, i) => path.getPointAtLength((length * i) / 64));
  let [area, x, y] = [0, 0, 0];
  points.forEach((p, i) => {
    const q = points[(i + 1) % points.length]!;
    const cross = p.x * q.y - q.x * p.y;
    area += cross;
    x += (p.x + q.x) * cross;
    y += (p.y + q.y) * cross;
  });
  const box = path.getBBox();
  let found: Point = [x / (3 * area), y / (3 * area)];
  if (Math.abs(area) < 1 || !path.isPointInFill(new DOMPoint(...found))) found = [box.x + box.width / 2, box.y + box.height / 2];
  if (middles.size > 2000) middles.clear();
  middles.set(data, found);
  return found;
}

export function covers(cell: Spot, x: number, y: number): boolean {
  const [px, py] = inward(cell.shape, [x, y]);
  const outline = cell.element.querySelector<SVGGeometryElement>("path,rect,circle");
  return outline?.isPointInFill(new DOMPoint(px, py)) ?? false;
}

/** The nearest of several spots in a direction, as arrow keys go: far aside counts double. */
export function nearest(from: Spot, spots: Spot[], dx: number, dy: number): Spot | null {
  let best: Spot | null = null;
  let least = Infinity;
  for (const spot of spots) {
    const [x, y] = [spot.x - from.x, spot.y - from.y];
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy - y * dx);
    if (along <= 0.5 || aside > along * 2.5) continue;
    const far = along + 2 * aside;
    if (far < least) [best, least] = [spot, far];
  }
  return best;
}

/** The outer line of a thing, without its holes, which would look filled with a ring round each. */
export function outline(path: string): string {
  const next = path.indexOf("M", 1);
  return next < 0 ? path : path.slice(0, next);
}
