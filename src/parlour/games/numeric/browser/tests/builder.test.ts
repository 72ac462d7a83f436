import { beforeEach, describe, expect, it } from "vitest";
import { Builder, type Selection } from "../builder.svelte";
import { said } from "../fractions";
import type { Sign } from "../sums";

let builder: Builder;
const end = (): Selection => [builder.text.length, builder.text.length];
const begin = (dice: number[], tiles: boolean, negatives = true) => builder.begin(dice, { rational: false, negatives }, tiles);

/** Presses keys one after the other: digits are places of dice, counted from 0. */
function press(keys: string): void {
  for (const key of keys) {
    if (/\d/.test(key)) builder.putDie(Number(key), end());
    else if (key === "(" || key === ")") builder.putBracket(key, end());
    else builder.putSign(key as Sign, end());
  }
}

beforeEach(() => {
  builder = new Builder();
});

describe("keys", () => {
  beforeEach(() => begin([6, 4, 3, 1], false));

  it("write a calculation", () => {
    press("(0/2)*(1-3)");
    expect(builder.text).toBe("(6÷3)×(4−1)");
    expect(builder.judged).toMatchObject({ fault: null, number: 6, signs: 3 });
    expect(builder.complete).toBe(true);
  });

  it("spend dice, and refuse one that is spent", () => {
    press("0+");
    expect([...builder.spent]).toEqual([0]);
    expect(builder.putDie(0, end())).toBeNull();
    expect(builder.refused).toEqual({ why: "used" });
  });

  it("refuse two dice side by side, and a sign or a closing bracket without anything before it", () => {
    press("0");
    expect(builder.putDie(1, end())).toBeNull();
    expect(builder.refused).toEqual({ why: "sign" });
    expect(builder.putBracket("(", end())).toBeNull();
    builder.clear();
    expect(builder.putSign("+", end())).toBeNull();
    expect(builder.putBracket(")", end())).toBeNull();
    expect(builder.refused).toEqual({ why: "operand" });
    expect(builder.text).toBe("");
  });

  it("put another sign instead of the last", () => {
    press("0+*");
    expect(builder.text).toBe("6×");
  });

  it("close everything before a bracket that was never opened", () => {
    press("0+1)*2");
    expect(builder.text).toBe("(6+4)×3");
  });

  it("put what is selected into brackets, if it is a part", () => {
    press("0*1+2");
    expect(builder.putBracket("(", [2, 5])).toBe(7);
    expect(builder.text).toBe("6×(4+3)");
    expect(builder.putBracket(")", [1, 3])).toBeNull();
    expect(builder.refused).toEqual({ why: "part" });
  });

  it("write where the caret is", () => {
    press("0+2");
    expect(builder.putSign("*", [1, 1])).toBe(2);
    expect(builder.text).toBe("6×+3");
    expect(builder.putDie(1, [2, 2])).toBe(3);
    expect(builder.text).toBe("6×4+3");
  });

  it("can be undone and redone step by step", () => {
    press("0+1");
    builder.undo();
    builder.undo();
    expect(builder.text).toBe("6");
    builder.redo();
    expect(builder.text).toBe("6+");
    press("2");
    expect(builder.canRedo).toBe(false);
    builder.clear();
    expect(builder.text).toBe("");
    builder.undo();
    expect(builder.text).toBe("6+3");
  });
});

it("spends of two dice alike the one that was touched", () => {
  begin([6, 6, 3, 1], false);
  press("1+");
  expect([...builder.spent]).toEqual([1]);
  press("0");
  expect([...builder.spent].sort()).toEqual([0, 1]);
});

it("takes what is typed, in the signs of school", () => {
  begin([6, 4, 3, 1], false);
  builder.type("6/3 * (4-1)");
  expect(builder.text).toBe("6÷3×(4−1)");
  expect(builder.judged.number).toBe(6);
  expect([...builder.spent].sort()).toEqual([0, 1, 2, 3]);
});

describe("tiles", () => {
  beforeEach(() => begin([6, 4, 3, 1], true));
  const values = () => builder.tiles?.map((tile) => said(tile.value));

  it("are joined to new ones until one is left", () => {
    builder.touchTile(0);
    builder.touchSign("/");
    builder.touchTile(2);
    expect(values()).toEqual(["2", "4", "1"]);
    builder.touchTile(1);
    builder.touchSign("-");
    builder.touchTile(2);
    expect(values()).toEqual(["2", "3"]);
    expect(builder.complete).toBe(false);
    builder.touchTile(0);
    builder.touchSign("*");
    expect(builder.text).toBe("(6÷3)×");
    builder.touchTile(1);
    expect(values()).toEqual(["6"]);
    expect(builder.text).toBe("6÷3×(4−1)");
    expect(builder.judged).toMatchObject({ fault: null, number: 6, signs: 3 });
    expect(builder.complete).toBe(true);
  });

  it("go on from the one just made", () => {
    builder.touchTile(0);
    builder.touchSign("*");
    builder.touchTile(1);
    builder.touchSign("+");
    builder.touchTile(1);
    expect(values()).toEqual(["27", "1"]);
  });

  it("are put back by a second touch, or exchanged for another", () => {
    builder.touchTile(0);
    builder.touchTile(1);
    expect(builder.held).toBe(1);
    builder.touchTile(1);
    expect(builder.held).toBe(-1);
    builder.touchSign("+");
    expect(builder.refused).toEqual({ why: "operand" });
  });

  it("are not joined where a remainder would be left", () => {
    builder.touchTile(0);
    builder.touchSign("/");
    builder.touchTile(1);
    expect(builder.refused).toEqual({ why: "remainder", step: "6 ÷ 4" });
    expect(values()).toEqual(["6", "4", "3", "1"]);
    builder.touchTile(2);
    expect(values()).toEqual(["2", "4", "1"]);
  });

  it("do not go below nothing where that is forbidden", () => {
    begin([4, 4, 2], true, false);
    builder.touchTile(2);
    builder.touchSign("-");
    builder.touchTile(0);
    expect(builder.refused).toEqual({ why: "negative", step: "2 − 4" });
  });

  it("are parted again by undoing", () => {
    builder.touchTile(0);
    builder.touchSign("+");
    builder.touchTile(1);
    builder.undo();
    expect(values()).toEqual(["6", "4", "3", "1"]);
    expect([builder.held, builder.sign]).toEqual([0, "+"]);
    builder.redo();
    builder.clear();
    expect(values()).toEqual(["6", "4", "3", "1"]);
  });

  it("give way to what is typed, and come back when it is cleared", () => {
    builder.type("6+4");
    expect(builder.tiles).toBeNull();
    builder.type("");
    expect(builder.tiles).toHaveLength(4);
  });
});
