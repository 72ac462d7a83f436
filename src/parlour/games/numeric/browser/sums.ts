// Calculations with dice as people write them: read, worked out, and judged by the same rules and in the same order as the server does.
import { add, divide, multiply, said, subtract, whole, type Fraction } from "./fractions";

export type Sign = "+" | "-" | "*" | "/";
export interface Step {
  sign: Sign;
  left: Tree;
  right: Tree;
}
export type Tree = number | Step; // a die, or a step

export interface Manner {
  rational: boolean; // divisions may leave a remainder
  negatives: boolean; // steps may go below nothing
}

export const HIGHEST = 100;
const ALIKE: Record<string, string> = { "×": "*", x: "*", X: "*", "·": "*", "÷": "/", ":": "/", "−": "-", "–": "-", "[": "(", "]": ")", "{": "(", "}": ")" };
const FACES: Record<string, string> = { "*": "×", "/": "÷", "-": "−" };
const COSTS: Record<Sign, number> = { "+": 0, "-": 1, "*": 1, "/": 2 };

export const isDie = (char: string) => /^[1-6]$/.test(char);
export const isSign = (char: string): char is Sign => /^[-+*/]$/.test(char);
const strength = (sign: Sign) => (sign === "+" || sign === "-" ? 0 : 1);

/** The signs as they are sent: `6×4−1` is `6*4-1`. */
export const plain = (text: string) => [...text].map((char) => ALIKE[char] ?? char).join("").replace(/\s/g, "");
/** The signs as they are shown. */
export const pretty = (text: string) => [...plain(text)].map((char) => FACES[char] ?? char).join("");
/** The same with air between the parts. */
export const written = (text: string) => pretty(text).replace(/[-+−×÷=]/g, " $& ");

export interface Parsed {
  tree: Tree;
  expression: string;
  number: number | null; // what was said after =
  cell: string; // what was named after @
}

/** The parts of a statement such as `(6/3)*(4-1)=6@B2`, or nothing where it cannot be read. */
export function parse(text: string): Parsed | null {
  const match = /^([-+*/()1-6]+)(?:=([0-9]{1,3}))?(?:@([A-Za-z][0-9]{1,2}))?$/.exec(plain(text));
  const tree = match ? parseExpression(match[1]!) : null;
  if (!match || tree === null) return null;
  return { tree, expression: match[1]!, number: match[2] === undefined ? null : Number(match[2]), cell: (match[3] ?? "").toUpperCase() };
}

function parseExpression(text: string): Tree | null {
  const parts: Tree[] = [];
  const waiting: string[] = []; // operators and open brackets
  let ready = false; // whether a part is complete, so that an operator or a closing bracket may follow
  const combine = (least: number) => {
    for (let sign = waiting.at(-1); sign && isSign(sign) && strength(sign) >= least; sign = waiting.at(-1)) {
      waiting.pop();
      const right = parts.pop()!;
      parts.push({ sign, left: parts.pop()!, right });
    }
  };
  for (const char of text) {
    if (isDie(char) || char === "(") {
      if (ready) return null;
      if (char === "(") waiting.push(char);
      else parts.push(Number(char));
      ready = char !== "(";
    } else {
      if (!ready) return null;
      if (char === ")") {
        combine(0);
        if (waiting.pop() !== "(") return null;
      } else {
        combine(strength(char as Sign));
        waiting.push(char);
        ready = false;
      }
    }
  }
  if (!ready) return null;
  combine(0);
  return waiting.length ? null : parts[0]!;
}

export type Trouble = "zero" | "remainder" | "negative";
export interface Worked {
  value: Fraction | null; // nothing after a trouble
  steps: string[]; // `6 ÷ 3 = 2`
  trouble: Trouble | null;
  at: string; // the step that cannot be done, `6 ÷ 4`
}

/** Every step, the left part before the right, up to the first that is not allowed. */
export function work(tree: Tree, manner: Manner): Worked {
  const steps: string[] = [];
  let trouble: Trouble | null = null;
  let at = "";
  const value = (tree: Tree): Fraction | null => {
    if (typeof tree === "number") return whole(tree);
    const a = value(tree.left);
    const b = a && value(tree.right);
    if (!a || !b) return null;
    const result = join(a, tree.sign, b, manner);
    const step = stepWords(a, tree.sign, b);
    if (typeof result === "string") {
      [trouble, at] = [result, step];
      return null;
    }
    steps.push(`${step} = ${said(result)}`);
    return result;
  };
  const found = value(tree);
  return { value: found, steps, trouble, at };
}

export function stepWords(a: Fraction, sign: Sign, b: Fraction): string {
  return `${said(a)} ${FACES[sign] ?? sign} ${b.top < 0 ? `(${said(b)})` : said(b)}`;
}

export function join(a: Fraction, sign: Sign, b: Fraction, manner: Manner): Fraction | Trouble {
  const result = sign === "+" ? add(a, b) : sign === "-" ? subtract(a, b) : sign === "*" ? multiply(a, b) : divide(a, b);
  if (!result) return "zero";
  if (sign === "/" && !manner.rational && result.bottom !== 1) return "remainder";
  return result.top < 0 && !manner.negatives ? "negative" : result;
}

export interface Counted {
  left: number[]; // dice that are still to use
  over: number[]; // digits that are on no die, or there too often
}

export function count(text: string, dice: number[]): Counted {
  const left = [...dice];
  const over: number[] = [];
  for (const char of plain(text).split(/[=@]/)[0]!) {
    if (!/[0-9]/.test(char)) continue;
    const i = left.indexOf(Number(char));
    if (i >= 0) left.splice(i, 1);
    else over.push(Number(char));
  }
  return { left, over };
}

export type Code = "E_PARSE" | "E_DICE" | "E_DIV0" | "E_REMAINDER" | "E_NEGATIVE" | "E_RANGE" | "E_MISMATCH";
const TROUBLES: Record<Trouble, Code> = { zero: "E_DIV0", remainder: "E_REMAINDER", negative: "E_NEGATIVE" };

export interface Judged extends Counted {
  fault: Code | null; // the first, of those that arithmetic tells
  parsed: Parsed | null;
  worked: Worked | null; // of as much as can be read
  number: number; // what it makes, 0 where it does not count
  signs: number; // 1 for −, and 2 for ÷
}

export function judge(text: string, dice: number[], manner: Manner): Judged {
  const counted = count(text, dice);
  const parsed = parse(text);
  const readable = parsed ?? parse(close(text));
  const worked = readable && work(readable.tree, manner);
  const value = worked?.value ?? null;
  const isNumber = value !== null && value.bottom === 1 && value.top >= 1 && value.top <= HIGHEST;
  const fault = !parsed
    ? "E_PARSE"
    : counted.left.length || counted.over.length
      ? "E_DICE"
      : worked?.trouble
        ? TROUBLES[worked.trouble]
        : !isNumber
          ? "E_RANGE"
          : parsed.number !== null && parsed.number !== value.top
            ? "E_MISMATCH"
            : null;
  const expression = parsed?.expression ?? "";
  const signs = (expression.includes("-") ? 1 : 0) + (expression.includes("/") ? 2 : 0);
  return { ...counted, fault, parsed, worked, number: fault ? 0 : value!.top, signs };
}

/** As much of an unfinished calculation as stands: signs at its end are left away, and brackets closed. */
export function close(text: string): string {
  const begun = plain(text).split(/[=@]/)[0]!.replace(/[-+*/(]+$/, "");
  const open = [...begun].reduce((depth, char) => depth + (char === "(" ? 1 : char === ")" ? -1 : 0), 0);
  return begun + ")".repeat(Math.max(0, open));
}

/** A calculation with brackets where it is not worked from left to right: `4 + (3 × 6)`. */
export function reading(tree: Tree): string {
  if (typeof tree === "number") return `${tree}`;
  const part = (child: Tree, right: boolean) => {
    const text = reading(child);
    if (typeof child === "number") return text;
    const [inner, outer] = [strength(child.sign), strength(tree.sign)];
    const bracketed = inner < outer || (right && (inner > outer || tree.sign === "-" || tree.sign === "/"));
    return bracketed ? `(${text})` : text;
  };
  return `${part(tree.left, false)} ${FACES[tree.sign] ?? tree.sign} ${part(tree.right, true)}`;
}

/** How hard a calculation is to see, if it has no more brackets than it needs. */
export function cost(expression: string): number {
  return [...plain(expression)].reduce((sum, char) => sum + (isSign(char) ? COSTS[char] : char === "(" ? 2 : 0), 0);
}

/** A calculation that can be joined with others. */
export interface Piece {
  text: string;
  value: Fraction;
  strength: number; // how strongly its last sign binds; 2 for a die
}

export const diePiece = (face: number): Piece => ({ text: `${face}`, value: whole(face), strength: 2 });

/** Two pieces as one, with as many brackets as it needs; or why that cannot be. */
export function joinPieces(left: Piece, sign: Sign, right: Piece, manner: Manner): Piece | Trouble {
  const value = join(left.value, sign, right.value, manner);
  if (typeof value === "string") return value;
  const binds = strength(sign);
  const first = left.strength < binds;
  const second = right.strength < binds || (right.strength === binds && (sign === "-" || sign === "/"));
  const text = (first ? `(${left.text})` : left.text) + sign + (second ? `(${right.text})` : right.text);
  return { text, value, strength: binds };
}

/** Whether a calculation is what a statement such as `6+3+2=11` asks for: the same number, with − and ÷ or without. */
export function isSame(statement: string, number: number, signs: number): boolean {
  const [expression = "", made] = statement.split("=");
  return Number(made) === number && (expression.includes("-") ? 1 : 0) + (expression.includes("/") ? 2 : 0) === signs;
}
