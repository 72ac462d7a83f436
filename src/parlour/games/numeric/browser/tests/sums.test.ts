import { describe, expect, it } from "vitest";
import { better, isSecret, offered } from "../missed";
import { said } from "../fractions";
import { close, cost, diePiece, isSame, joinPieces, judge, parse, pretty, reading, work, written, type Manner, type Piece } from "../sums";
import type { Action, Situation } from "@pages/parts/part";

const EXACT: Manner = { rational: false, negatives: true };
const RATIONAL: Manner = { rational: true, negatives: true };
const NO_NEGATIVES: Manner = { rational: false, negatives: false };
const THROW = [6, 4, 3, 1];

const value = (text: string, manner = RATIONAL) => {
  const found = work(parse(text)!.tree, manner).value;
  return found && said(found);
};

describe("statements of the rules' page", () => {
  it.each([
    ["6+4+3+1=14", 14, 0],
    ["6*4*3*1=72", 72, 0],
    ["(6*4)*(3+1)=96", 96, 0],
    ["(6/3)*(4-1)=6", 6, 3],
    ["(3*1)-(6-4)=1", 1, 1],
    ["6+4+3-1=12", 12, 1],
    ["(6+3)-(4+1)=4", 4, 1],
    ["(6+4)*(3+1)=40", 40, 0],
    ["(6*4*3)+1=73", 73, 0],
    ["(6+4-3)/1=7", 7, 3],
    ["(6*4)/(3*1)=8", 8, 2],
    ["4*3/6*1=2", 2, 2],
    ["4-6+3+1=2", 2, 1],
    ["6/3*4+1=9", 9, 2],
    ["3*(6-4+1)=9", 9, 1],
  ])("%s counts", (text, number, signs) => {
    const judged = judge(text, THROW, EXACT);
    expect([judged.fault, judged.number, judged.signs]).toEqual([null, number, signs]);
  });

  it.each([
    ["(4*3)/6=2", "E_DICE"],
    ["6/(1-3/4)=24", "E_REMAINDER"],
    ["6/(4-3-1)", "E_DIV0"],
    ["6-4-3+1", "E_RANGE"],
    ["6*4*3*1=70", "E_MISMATCH"],
    ["64+3-1", "E_PARSE"],
    ["-1+6+4+3", "E_PARSE"],
    ["6*4*3+1)", "E_PARSE"],
    ["6(4+3)*1", "E_PARSE"],
    ["6+4+3", "E_DICE"],
    ["2+6+4+1", "E_DICE"],
    ["6+4+3+1+1", "E_DICE"],
    ["6/4*3+1", "E_REMAINDER"],
    ["", "E_PARSE"],
    ["=14", "E_PARSE"],
    ["6+4+3+1=", "E_PARSE"],
    ["6+4+3+1=1400", "E_PARSE"],
    ["6+4+3+1@", "E_PARSE"],
    ["6+()4", "E_PARSE"],
    ["6+*4", "E_PARSE"],
    ["(6+4", "E_PARSE"],
    ["7+1", "E_PARSE"],
  ])("%s does not: %s", (text, fault) => {
    expect(judge(text, THROW, EXACT).fault).toBe(fault);
  });

  it("counts fractions only where they may be", () => {
    expect(judge("6/(1-3/4)=24", THROW, RATIONAL)).toMatchObject({ fault: null, number: 24, signs: 3 });
    expect(judge("6/4*3+1", THROW, RATIONAL).fault).toBe("E_RANGE");
    expect(value("6/4*3+1")).toBe("5 1/2");
  });

  it("takes steps below nothing only where they may be", () => {
    expect(judge("4-6+3+1=2", THROW, NO_NEGATIVES).fault).toBe("E_NEGATIVE");
    expect(judge("6-4-1-1", [6, 4, 1, 1], NO_NEGATIVES).fault).toBe("E_RANGE"); // nothing itself is allowed
  });

  it("knows the largest number", () => {
    expect(judge("6*6*6-6", [6, 6, 6, 6], EXACT).fault).toBe("E_RANGE");
    expect(judge("5*5*4", [5, 5, 4], EXACT).number).toBe(100);
  });

  it("reads a cell, signs as people write them, and other brackets", () => {
    expect(parse("(6+4-3)/1=7@i1")).toMatchObject({ number: 7, cell: "I1" });
    expect(judge(" [6 ÷ 3] × {4 − 1} ", THROW, EXACT).number).toBe(6);
    expect(judge("6 x 4 X 3 · 1", THROW, EXACT).number).toBe(72);
    expect(judge("6:3*4–1", THROW, EXACT).number).toBe(7);
  });
});

describe("arithmetic", () => {
  it.each([
    ["4+3*6", "22"],
    ["(4+3)*6", "42"],
    ["6-4-3", "−1"],
    ["6-(4-3)", "5"],
    ["6/3/2", "1"],
    ["6/(3/2)", "4"],
    ["1-3/4", "1/4"],
    ["3-4-1/2", "−1 1/2"],
    ["((((6))))", "6"],
    ["2-2", "0"],
    ["1-2*(3-3)", "1"],
    ["(1-1)*(2-3)", "0"],
  ])("%s is %s", (text, expected) => expect(value(text)).toBe(expected));

  it("tells every step, up to the one that cannot be done", () => {
    expect(work(parse("(6/3)*(4-1)")!.tree, EXACT).steps).toEqual(["6 ÷ 3 = 2", "4 − 1 = 3", "2 × 3 = 6"]);
    expect(work(parse("6*(3/4)+1")!.tree, EXACT)).toMatchObject({ value: null, trouble: "remainder", at: "3 ÷ 4", steps: [] });
    expect(work(parse("6/(4-3-1)")!.tree, EXACT)).toMatchObject({ trouble: "zero", at: "6 ÷ 0" });
    expect(work(parse("6-(3-4)")!.tree, EXACT).steps.at(-1)).toBe("6 − (−1) = 7");
  });

  it("counts the dice, each of several alike by itself", () => {
    expect(judge("6+6", [6, 6, 6, 4], EXACT)).toMatchObject({ left: [6, 4], over: [] });
    expect(judge("6+6+2", [6, 4, 2], EXACT)).toMatchObject({ left: [4], over: [6] });
    expect(judge("3+9", [3, 1, 1], EXACT)).toMatchObject({ left: [1, 1], over: [9] });
  });

  it("works out what is not finished", () => {
    expect(close("6*(4+")).toBe("6*(4)");
    expect(close("(6+4)*(")).toBe("(6+4)");
    expect(said(judge("6×(4+", THROW, EXACT).worked!.value!)).toBe("24");
    expect(judge("", THROW, EXACT).worked).toBeNull();
  });
});

describe("writing", () => {
  it.each([
    ["4+3*6", "4 + (3 × 6)"],
    ["6+4+3", "6 + 4 + 3"],
    ["6-4+3", "6 − 4 + 3"],
    ["5*4+2-1", "5 × 4 + 2 − 1"],
    ["5+4/2*3-1", "5 + (4 ÷ 2 × 3) − 1"],
    ["6-(4+3)", "6 − (4 + 3)"],
    ["6/3*4", "6 ÷ 3 × 4"],
    ["6/(3*4)", "6 ÷ (3 × 4)"],
    ["(6+4)*3", "(6 + 4) × 3"],
  ])("%s means %s", (text, expected) => expect(reading(parse(text)!.tree)).toBe(expected));

  it("shows signs as at school", () => {
    expect(pretty("6*4/3-1")).toBe("6×4÷3−1");
    expect(written("(6+4)*3=30")).toBe("(6 + 4) × 3 = 30");
  });

  it("weighs how hard a calculation is", () => {
    expect(["6+4+3+1", "6*4*3+1", "6*4*(3+1)", "(6+4-3)/1"].map(cost)).toEqual([0, 2, 4, 5]);
  });
});

describe("tiles", () => {
  const join = (a: Piece, sign: "+" | "-" | "*" | "/", b: Piece) => joinPieces(a, sign, b, EXACT) as Piece;
  const [one, three, four, six] = [1, 3, 4, 6].map(diePiece) as [Piece, Piece, Piece, Piece];

  it("get the brackets that they need", () => {
    expect(join(join(six, "/", three), "*", join(four, "-", one)).text).toBe("6/3*(4-1)");
    expect(join(six, "-", join(four, "-", one)).text).toBe("6-(4-1)");
    expect(join(join(six, "+", four), "*", three).text).toBe("(6+4)*3");
    expect(join(six, "+", join(four, "*", three)).text).toBe("6+4*3");
    expect(join(six, "/", join(three, "*", one)).text).toBe("6/(3*1)");
  });

  it("cannot be joined to what is not allowed", () => {
    expect(joinPieces(six, "/", four, EXACT)).toBe("remainder");
    expect(joinPieces(four, "-", six, NO_NEGATIVES)).toBe("negative");
    expect(joinPieces(six, "/", join(three, "-", three), EXACT)).toBe("zero");
  });
});

describe("what was missed", () => {
  const action = (notation: string, pays: number) => ({ notation, pays }) as Action;
  const legal = [
    action("pass", 0),
    action("6+4+3+1=14", 5),
    action("6*4*3+1=73", 1100),
    action("(6*4*3+1)/1=73", 1100),
    action("6*4*(3+1)=96", 100),
    action("6*(4*3+1)=78", 100),
    action("6*4*3*1=72", 50),
  ];

  it("is at most three numbers that pay more, each in its simplest way", () => {
    expect(better(legal, 14).map((offer) => offer.expression)).toEqual(["6*4*3+1", "6*(4*3+1)", "6*4*(3+1)"]);
    expect(better(legal, 96).map((offer) => offer.number)).toEqual([73]);
    expect(better(legal, 0)).toHaveLength(3);
    expect(better(legal, 73)).toEqual([]);
    expect(offered(legal[0]!)).toBeNull();
  });

  it("is told when no person can use it any more", () => {
    const seats = (...kinds: string[]) => kinds.map((kind, seat) => ({ kind, seat }));
    const room = (variant: string, ...kinds: string[]) => ({ options: { variant }, seats: seats(...kinds) }) as unknown as Situation;
    expect(isSecret(room("basic", "human", "human"), 0)).toBe(false);
    expect(isSecret(room("zones", "human", "bot"), 0)).toBe(false);
    expect(isSecret(room("hex", "human", "human"), 0)).toBe(true);
    expect(isSecret(room("counters", "human", "bot"), 0)).toBe(true);
  });
});

describe("a lesson", () => {
  it("takes any calculation of the same number and kind", () => {
    expect(isSame("6-4+3*1=5", 5, 1)).toBe(true);
    expect(isSame("6-4+3*1=5", 5, 0)).toBe(false);
    expect(isSame("6+3+2=11", 12, 0)).toBe(false);
    expect(isSame("pass", 0, 0)).toBe(false);
  });
});
