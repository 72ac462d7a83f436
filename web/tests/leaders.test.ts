import { describe, expect, it } from "vitest";
import { meet, placeLeaders, type Pointed } from "../src/board/leaders";

const thing = (number: number, x: number, y: number, size = 40): Pointed => ({
  number,
  x,
  y,
  box: { x: x - size / 2, y: y - size / 2, width: size, height: size },
  outline: "box",
});

describe("leader lines", () => {
  it("keep numerals inside the figure, apart from each other and off what they point at", () => {
    const things = [thing(1, 30, 30), thing(2, 80, 30), thing(3, 970, 970), thing(4, 500, 500)];
    const leaders = placeLeaders(things, [], 1000, 1000, 18);
    expect(leaders.map((leader) => leader.number)).toEqual([1, 2, 3, 4]);
    for (const a of leaders) {
      expect(Math.min(a.x, a.y)).toBeGreaterThanOrEqual(18);
      expect(Math.max(a.x, a.y)).toBeLessThanOrEqual(982);
      for (const { box } of things) expect(a.x > box.x && a.x < box.x + box.width && a.y > box.y && a.y < box.y + box.height).toBe(false);
      for (const b of leaders) {
        if (a === b) continue;
        expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(36);
        expect(meet([a.x, a.y], [a.toX, a.toY], [b.x, b.y], [b.toX, b.toY])).toBe(false);
      }
    }
  });

  it("end on the thing, near its edge", () => {
    const [leader] = placeLeaders([thing(1, 500, 500, 100)], [], 1000, 1000, 18);
    const far = Math.max(Math.abs(leader!.toX - 500), Math.abs(leader!.toY - 500));
    expect(far).toBeGreaterThan(30);
    expect(far).toBeLessThan(50);
  });

  it("leave pieces uncovered", () => {
    const taken = { x: 530, y: 400, width: 300, height: 200 };
    const [leader] = placeLeaders([thing(1, 500, 500)], [taken], 1000, 1000, 18);
    expect(leader!.x).toBeLessThan(taken.x - 17);
  });
});
