// A calculation in the making: typed, put together key by key, or by joining tiles; every step can be undone.
import { count, diePiece, isSign, joinPieces, judge, parse, plain, pretty, stepWords, type Manner, type Piece, type Sign, type Trouble } from "./sums";

export interface Tile extends Piece {
  dice: number[]; // which of the dice are in it
}

interface Entry {
  text: string;
  tiles: Tile[] | null; // nothing where the calculation was typed or keyed in
  held: number; // the tile that was taken up, -1 for none
  sign: Sign | "";
  picked: number[]; // dice in the order in which they were touched, so that of two alike the right one is spent
}

export type Refusal = { why: "sign" | "operand" | "part" | "used" | "tile" } | { why: Trouble; step: string };
export type Selection = [number, number];

const KEY = "parlour.tiles";

function remembered(): boolean | null {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === null ? null : kept === "yes";
  } catch {
    return null;
  }
}

export class Builder {
  dice: number[] = $state.raw([]);
  manner: Manner = $state.raw({ rational: false, negatives: true });
  tiled = $state(false);
  refused: Refusal | null = $state.raw(null);
  #entry: Entry = $state.raw(blank([], false));
  #past: Entry[] = $state.raw([]);
  #future: Entry[] = $state.raw([]);

  readonly judged = $derived.by(() => judge(this.text, this.dice, this.manner));

  /** Anew for a throw; `tiles` says whether they are usual at this table. */
  begin(dice: number[], manner: Manner, tiles: boolean): void {
    [this.dice, this.manner, this.tiled] = [dice, manner, remembered() ?? tiles];
    this.#restart();
  }

  #restart(): void {
    this.#entry = blank(this.dice, this.tiled);
    [this.#past, this.#future, this.refused] = [[], [], null];
  }

  get text(): string {
    return this.#entry.text;
  }
  get tiles(): Tile[] | null {
    return this.#entry.tiles;
  }
  get held(): number {
    return this.#entry.held;
  }
  get sign(): Sign | "" {
    return this.#entry.sign;
  }
  get canUndo(): boolean {
    return this.#past.length > 0;
  }
  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** Which of the dice are in the calculation. */
  readonly spent = $derived.by(() => {
    const { text, picked } = this.#entry;
    const left = [...plain(text).split(/[=@]/)[0]!].filter((char) => /[1-6]/.test(char)).map(Number);
    const spent = new Set<number>();
    const order = [...picked, ...this.dice.keys()];
    for (const face of left) {
      const i = order.find((i) => !spent.has(i) && this.dice[i] === face);
      if (i !== undefined) spent.add(i);
    }
    return spent;
  });

  /** Whether one tile is left, or every die is in what was written. */
  readonly complete = $derived.by(() => (this.tiles ? this.tiles.length === 1 : count(this.text, this.dice).left.length === 0));

  #go(entry: Partial<Entry>): void {
    this.#past = [...this.#past, this.#entry];
    this.#future = [];
    this.#entry = { ...this.#entry, ...entry };
    this.refused = null;
  }

  undo(): void {
    const before = this.#past.at(-1);
    if (!before) return;
    this.#future = [...this.#future, this.#entry];
    this.#past = this.#past.slice(0, -1);
    this.#entry = before;
    this.refused = null;
  }

  redo(): void {
    const next = this.#future.at(-1);
    if (!next) return;
    this.#past = [...this.#past, this.#entry];
    this.#future = this.#future.slice(0, -1);
    this.#entry = next;
    this.refused = null;
  }

  clear(): void {
    if (this.text || this.tiles?.some((tile) => tile.dice.length > 1)) this.#go(blank(this.dice, this.tiled));
  }

  setTiled(on: boolean): void {
    this.tiled = on;
    this.#restart();
    try {
      localStorage.setItem(KEY, on ? "yes" : "no");
    } catch {
      // it lasts as long as the page then
    }
  }

  type(text: string): void {
    const shown = pretty(text);
    if (shown !== this.text) this.#go({ text: shown, tiles: shown || !this.tiled ? null : tilesOf(this.dice), held: -1, sign: "" });
  }

  /** Puts a die where the caret is. Returns where the caret is then, or nothing where it was refused. */
  putDie(i: number, [from, to]: Selection): number | null {
    if (this.spent.has(i)) return this.#refuse({ why: "used" });
    if (/[0-9)]$/.test(this.text.slice(0, from)) || /^[0-9(]/.test(this.text.slice(to))) return this.#refuse({ why: "sign" });
    return this.#put([from, to], `${this.dice[i]}`, { picked: [...this.#entry.picked.filter((j) => j !== i), i] });
  }

  putSign(sign: Sign, [from, to]: Selection): number | null {
    const before = plain(this.text.slice(0, from)).at(-1) ?? "";
    if (isSign(before)) return this.#put([from - 1, to], sign); // another sign instead
    return before === "" || before === "(" ? this.#refuse({ why: "operand" }) : this.#put([from, to], sign);
  }

  /** Brackets round what is selected; else one bracket, and a closing one that nothing opened closes all before it. */
  putBracket(bracket: "(" | ")", [from, to]: Selection): number | null {
    const [before, chosen] = [this.text.slice(0, from), this.text.slice(from, to)];
    if (chosen) return parse(chosen) ? this.#put([from, to], `(${chosen})`) : this.#refuse({ why: "part" });
    if (bracket === "(") return /[0-9)]$/.test(before) ? this.#refuse({ why: "sign" }) : this.#put([from, to], "(");
    if (!/[0-9)]$/.test(before)) return this.#refuse({ why: "operand" });
    const open = [...before].reduce((depth, char) => depth + (char === "(" ? 1 : char === ")" ? -1 : 0), 0);
    return open > 0 ? this.#put([from, to], ")") : this.#put([0, from], `(${before})`);
  }

  #put([from, to]: Selection, what: string, more: Partial<Entry> = {}): number {
    const text = this.text.slice(0, from) + pretty(what) + this.text.slice(to);
    this.#go({ ...more, text, tiles: null, held: -1, sign: "" });
    return from + what.length;
  }

  #refuse(refusal: Refusal): null {
    this.refused = refusal;
    return null;
  }

  /** Takes a tile up, puts it back, or joins it with the one taken up before. */
  touchTile(i: number): void {
    const { tiles, held, sign } = this.#entry;
    const tile = tiles?.[i];
    if (!tiles || !tile) return;
    if (held === i && !sign) return this.#go({ held: -1, text: "" });
    if (held < 0 || !sign) return this.#go({ held: i, sign: "", text: pretty(tile.text) });
    const taken = tiles[held]!;
    if (held === i) return void this.#refuse({ why: "tile" });
    const made = joinPieces(taken, sign, tile, this.manner);
    if (typeof made === "string") return void this.#refuse({ why: made, step: stepWords(taken.value, sign, tile.value) });
    const joined: Tile = { ...made, dice: [...taken.dice, ...tile.dice] };
    const at = Math.min(i, held);
    const left = tiles.filter((_, j) => j !== i && j !== held);
    this.#go({ tiles: [...left.slice(0, at), joined, ...left.slice(at)], held: -1, sign: "", text: pretty(made.text) });
  }

  touchSign(sign: Sign): void {
    const { tiles, held } = this.#entry;
    const made = tiles?.findIndex((tile) => tile.dice.length > 1 && pretty(tile.text) === this.text) ?? -1;
    const i = held >= 0 ? held : made; // what was just made may go on
    const tile = tiles?.[i];
    if (!tile) return void this.#refuse({ why: "operand" });
    if (tiles.length > 1) this.#go({ held: i, sign, text: pretty((tile.strength < 2 ? `(${tile.text})` : tile.text) + sign) });
  }
}

function tilesOf(dice: number[]): Tile[] {
  return dice.map((face, i) => ({ ...diePiece(face), dice: [i] }));
}

function blank(dice: number[], tiled: boolean): Entry {
  return { text: "", tiles: tiled ? tilesOf(dice) : null, held: -1, sign: "", picked: [] };
}
