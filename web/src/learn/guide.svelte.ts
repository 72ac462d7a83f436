// A lesson under way: where it is, what is on the board, and what touching does.
import { candidates, meant, touchable } from "../board/walk";
import { isSpun, isThrown, travels, type Overlay, type Travel } from "../board/moving";
import type { Desk, Part, Situation } from "../parts/part";
import * as api from "../api";
import { moves } from "../settings.svelte";
import { sounds } from "../sound";
import type { Lesson, Scene, Step } from "../types";
import { words } from "../words";
import { teaching } from "./words";
import { legend, pointed, toTouch } from "./numerals";

const FRAME = 900; // ms for each thing that happens on the way
const SETTLE = 750;
const TOUCH = 550; // between two touches that are shown

const nothing = { ids: new Set<string>(), targets: new Set<string>() };

export class Guide {
  at = $state(0); // the step, or as many as there are at the end
  phase: "ask" | "moving" | "done" = $state("ask");
  scene: Scene = $state.raw()!;
  trail: Travel[] = $state.raw([]);
  touched: string[] = $state.raw([]);
  aim = $state(""); // what was touched for the game's own part
  lit: string[] = $state.raw([]); // what the part shows on the board
  marked: string[] = $state.raw([]); // and shows as chosen
  note = $state(""); // why a touch did not go on
  told: string[] = $state.raw([]); // what happened last
  overlay: Overlay | null = $state.raw(null);
  jumped = $state(false); // whether the board was set up anew, so that nothing travels there
  sending = $state(false); // whether it is being done for the newcomer

  #wake: (() => void) | null = null;
  #hurried = false; // whether Next was pressed meanwhile
  #run = 0; // what belongs to an earlier step stops

  constructor(
    readonly game: string,
    readonly lesson: Lesson,
    readonly part: Part | null,
    readonly onward: (at: number) => void,
  ) {}

  get steps(): Step[] {
    return this.lesson.steps;
  }
  readonly step = $derived.by(() => this.steps[this.at] ?? null);
  /** What is to be done, as one of what may be done. */
  readonly expect = $derived.by(() => this.step?.legal.find((action) => action.code === this.step?.expect?.code) ?? null);
  readonly over = $derived.by(() => this.at >= this.steps.length);
  readonly asking = $derived.by(() => this.phase === "ask" && !!this.step?.yours);
  /** What the newcomer is to do with the game's own part, and not on the board. */
  readonly instead = $derived.by(() => (this.expect && this.part?.instead?.(this.expect)) || "");
  /** What may be chosen on the board; the rest is for the part. */
  readonly open = $derived.by(() => {
    if (!this.asking || !this.step) return [];
    const hides = this.part?.hides;
    return hides ? this.step.legal.filter((action) => !hides(action, true)) : this.step.legal;
  });
  readonly free = $derived.by(() => (this.asking ? touchable(this.open, this.touched) : nothing));
  readonly numerals = $derived.by(() => (this.step ? pointed(this.step, this.step.yours && !this.instead) : []));
  readonly legend = $derived.by(() => (this.step ? legend(this.step, this.numerals) : []));
  readonly shown = $derived.by(() => {
    const [scene, out] = [this.scene, this.part?.leavesOut];
    return out && scene ? { ...scene, board: scene.board.filter((shape) => !out(shape, true)) } : scene;
  });

  /** What the part is shown. */
  readonly situation: Situation = $derived.by(() => ({
    game: this.game,
    options: {},
    scene: this.scene,
    position: "",
    asked: this.step?.asked ?? "",
    legal: this.asking ? (this.step?.legal ?? []) : [],
    mover: this.step?.seat ?? null,
    seat: this.asking ? (this.step?.seat ?? null) : null,
    yours: [],
    seats: [],
    story: [],
    number: this.at,
    after: this.at,
    moving: this.phase === "moving",
    sending: this.sending,
    over: this.over,
    hints: false,
    lesson: { expect: this.expect },
  }));

  /** And what it may do. */
  readonly desk: Desk = {
    play: (move) => this.play(move),
    check: async () => null,
    hint: () => Promise.reject(new api.Unreachable()),
    cards: () => api.cards(this.game),
    tell: () => {},
    light: (ids) => (this.lit = ids),
    choose: (ids) => (this.marked = ids),
    letGo: () => (this.aim = ""),
    lay: (overlay) => (this.overlay = overlay),
    moves,
  };

  /** Comes to a step, from the one before it or from anywhere. */
  enter(at: number): void {
    const follows = at === this.at + 1 && this.phase === "done";
    this.#run++;
    this.#wake?.();
    this.at = at;
    this.phase = "ask";
    this.#hurried = false;
    this.touched = [];
    [this.aim, this.note, this.overlay, this.sending] = ["", "", null, false];
    const step = this.steps[at];
    if (!step) {
      if (!this.scene) this.scene = this.#after(at - 1);
      return;
    }
    const same = follows && !this.steps[at - 1]?.after_scene;
    if (!same) [this.trail, this.told] = [[], []];
    this.jumped = !same;
    this.scene = step.scene;
    if (this.#playsItself) void this.#wait();
  }

  leave(): void {
    this.#run++;
    this.#wake?.();
  }

  get #playsItself(): boolean {
    return !!this.step && !this.step.yours && this.step.sentences.length > 0;
  }

  /** Others and chance play after as long as the words take to read. */
  async #wait(): Promise<void> {
    const run = this.#run;
    await this.#pause(Math.min(4500, 900 + 28 * (this.step?.say.length ?? 0)));
    if (run === this.#run && this.phase === "ask") await this.#play();
  }

  /** Next: goes on, and leaves out what is still to be seen of what happens. */
  next(): void {
    if (this.phase === "moving") {
      this.#hurried = true;
      this.#wake?.();
    } else if (this.phase === "ask" && this.#playsItself) {
      this.#hurried = true;
      this.#wake?.();
    } else if (!this.asking) {
      this.phase = "done";
      this.onward(this.at + 1);
    }
  }

  back(): void {
    this.onward(this.at - 1);
  }

  #after(at: number): Scene {
    const step = this.steps[at]!;
    return step.after_scene ?? this.steps[at + 1]?.scene ?? step.scene;
  }

  async #play(): Promise<void> {
    const step = this.step!;
    const run = ++this.#run;
    const early = this.#hurried; // pressed before anything was to be seen
    this.#hurried = false;
    this.phase = "moving";
    this.jumped = false;
    [this.touched, this.aim, this.note] = [[], "", ""];
    this.told = [];
    const start = this.scene;
    if (moves()) {
      for (const frame of step.frames) {
        this.#put({ ...step.scene, pieces: frame.pieces });
        this.told = [...this.told, frame.sentence];
        await this.#pause(step.frames.length > 1 ? FRAME : SETTLE);
        if (run !== this.#run) return;
        if (this.#hurried) break;
      }
    }
    const after = this.#after(this.at);
    this.#put(after);
    this.trail = travels(start.pieces, after.pieces);
    this.told = step.sentences.length ? step.sentences : this.expect ? [this.expect.sentence] : [];
    if (moves() && !this.#hurried) await this.#pause(SETTLE);
    if (run !== this.#run) return;
    this.phase = "done";
    if (early || this.#hurried || (step.yours && !step.after_scene)) this.onward(this.at + 1);
  }

  #put(scene: Scene): void {
    const before = this.scene;
    this.scene = scene;
    if (isSpun(before, scene)) sounds.spinner();
    else if (isThrown(before, scene)) sounds.dice();
    else if (travels(before.pieces, scene.pieces).length) sounds.piece();
  }

  #pause(ms: number): Promise<void> {
    return new Promise((done) => {
      const wake = () => {
        clearTimeout(timer);
        if (this.#wake === wake) this.#wake = null;
        done();
      };
      const timer = setTimeout(wake, ms);
      this.#wake = wake;
    });
  }

  /** What is to be done instead, with the numerals of the figure. */
  #then(touched: string[]): string {
    const expect = this.expect!;
    if (this.instead) return this.instead;
    const numerals = toTouch(expect, touched, this.numerals);
    return numerals.length ? teaching.touch(numerals) : teaching.asShown;
  }

  aims = (id: string): boolean => {
    if (!this.asking || !this.step) return false;
    return this.#isForPart(id) || touchable(this.open, []).ids.has(id);
  };

  #isForPart(id: string): boolean {
    return !!this.part?.aims?.(id, this.situation);
  }

  touch(id: string): void {
    if (!this.expect || !this.asking || this.sending) return;
    this.note = "";
    if (!this.free.ids.has(id) && !this.free.targets.has(id) && this.aims(id)) {
      if (!this.#isForPart(id)) this.#touchOn([id]);
      else if (this.part?.instead) this.note = this.#onAimed(id);
      else this.aim = this.aim === id ? "" : id;
      return;
    }
    if (this.touched.includes(id)) this.touched = this.touched.filter((other) => other !== id);
    else this.#touchOn(candidates(this.open, [...this.touched, id]).length ? [...this.touched, id] : [id]);
  }

  #touchOn(next: string[]): void {
    const expect = this.expect!;
    const left = candidates(this.open, next);
    if (left.includes(expect)) {
      this.touched = next;
      if (meant(this.open, next) === expect) void this.#play();
      return;
    }
    const right = this.touched.filter((id) => candidates([expect], [id]).length);
    this.touched = right;
    const label = this.#labelOf(next.at(-1)!);
    this.note = left.length === 1 ? teaching.allowed(left[0]!.sentence, this.#then(right)) : teaching.possible(label, this.#then(right));
  }

  #labelOf(id: string): string {
    const shape = [...this.scene.pieces, ...this.scene.board].find((shape) => shape.id === id);
    const label = (shape?.label ?? id).split(/[,:;] /)[0]!;
    return label.charAt(0).toUpperCase() + label.slice(1);
  }

  /** What is said of a thing that was touched, where moves are made with the part. */
  #onAimed(id: string): string {
    const action = this.step!.legal.find((action) => action.path.includes(id) || action.target === id);
    if (!action || this.expect!.path.includes(id)) return teaching.example(this.#then([]));
    return teaching.allowed(action.sentence, this.#then([]));
  }

  refuse(label: string, id = ""): void {
    const like = this.scene.pieces.find((shape) => shape.id === id)?.like;
    if (like && this.free.ids.has(like)) return this.touch(like); // of pieces that stand alike either will do
    const chosen = this.touched.length;
    this.cancel();
    if (!this.asking || chosen) return;
    const what = label.split(/[,:;] /)[0]!;
    this.note = teaching.notNow(what.charAt(0).toUpperCase() + what.slice(1), this.#then([]));
  }

  cancel(): void {
    [this.touched, this.aim] = [[], ""];
  }

  /** For the part: true if it was the thing to do. */
  async play(notation: string): Promise<boolean> {
    if (!this.step || !this.asking || this.sending) return false;
    if (notation === this.expect?.notation) {
      void this.#play();
      return true;
    }
    const action = this.step.legal.find((action) => action.notation === notation);
    if (action) this.note = teaching.allowed(action.sentence, this.#then([]));
    return false;
  }

  /** Does it for the newcomer, touch by touch. */
  async show(): Promise<void> {
    const { expect } = this;
    if (!expect || !this.asking || this.sending) return;
    const run = ++this.#run;
    this.sending = true;
    this.note = "";
    this.touched = [];
    if (moves() && !this.instead) {
      for (const id of expect.path) {
        if (this.open.includes(expect)) this.touched = [...this.touched, id];
        else this.aim = id;
        await this.#pause(TOUCH);
        if (run !== this.#run) return;
      }
    }
    this.sending = false;
    await this.#play();
  }

  describe = (id: string): string => {
    const left = candidates(this.open, [...this.touched, id]);
    const numeral = this.numerals.indexOf(id) + 1;
    const does = left.length === 1 ? left[0]!.sentence : left.length ? words.ways(left.length) : "";
    return [numeral ? teaching.numeral(numeral) : "", does].filter(Boolean).join(". ");
  };
}
