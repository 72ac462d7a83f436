// A puzzle under way: what is on the board, what touching does, and what came of an answer.
import * as api from "../api";
import * as own from "./asking";
import { travels, type Overlay, type Travel } from "../board/moving";
import { candidates, meant, touchable } from "../board/walk";
import type { Desk, Part, Situation } from "../parts/part";
import { door } from "../front/door";
import { moves } from "../settings.svelte";
import { sounds } from "../sound";
import type { JudgedAnswer, Puzzle, Scene } from "../types";
import * as streak from "./streak";
import { words as common } from "../words";
import { words } from "./words";

const FRAME = 700; // ms for each thing that happens on the way

export class Solving {
  phase: "ask" | "moving" | "right" | "shown" = $state("ask");
  scene: Scene = $state.raw()!;
  trail: Travel[] = $state.raw([]);
  touched: string[] = $state.raw([]);
  aim = $state(""); // what was touched for the game's own part
  lit: string[] = $state.raw([]);
  marked: string[] = $state.raw([]);
  overlay: Overlay | null = $state.raw(null);
  note = $state(""); // what was wrong with the last answer
  sending = $state(false);
  judged: JudgedAnswer | null = $state.raw(null);
  solved = $state.raw(streak.read());
  #tries = $state(0); // a part begins anew with each
  #left = false;

  constructor(
    readonly puzzle: Puzzle,
    readonly part: Part | null,
  ) {
    this.scene = puzzle.scene;
  }

  get prefix(): string {
    return `${this.puzzle.game}/${this.puzzle.kind}/${this.puzzle.level}`;
  }
  get id(): string {
    return `${this.prefix}/${this.puzzle.number}`;
  }
  get asking(): boolean {
    return this.phase === "ask";
  }
  readonly open = $derived.by(() => {
    if (this.phase !== "ask") return [];
    const hides = this.part?.hides;
    return hides ? this.puzzle.legal.filter((action) => !hides(action, false)) : this.puzzle.legal;
  });
  readonly left = $derived.by(() => candidates(this.open, this.touched));
  readonly free = $derived.by(() => (this.sending || this.overlay ? touchable([], []) : touchable(this.open, this.touched)));
  readonly shown = $derived.by(() => {
    const [scene, out] = [this.scene, this.part?.leavesOut];
    return out ? { ...scene, board: scene.board.filter((shape) => !out(shape, false)) } : scene;
  });

  readonly situation: Situation = $derived.by(() => ({
    game: this.puzzle.game,
    options: this.puzzle.options,
    scene: this.scene,
    position: this.puzzle.position,
    asked: this.puzzle.asked,
    legal: this.asking ? this.puzzle.legal : [],
    mover: this.puzzle.seat,
    seat: this.asking ? this.puzzle.seat : null,
    yours: [this.puzzle.seat],
    seats: [],
    story: [],
    number: this.#tries,
    after: this.#tries,
    moving: this.phase === "moving",
    sending: this.sending,
    over: !this.asking && this.phase !== "moving",
    hints: false,
    lesson: null,
  }));

  readonly desk: Desk = {
    play: (move) => this.answer(move),
    check: async () => null,
    hint: () => Promise.reject(new api.Unreachable()),
    cards: () => api.cards(this.puzzle.game),
    tell: () => {},
    light: (ids) => (this.lit = ids),
    choose: (ids) => (this.marked = ids),
    letGo: () => (this.aim = ""),
    lay: (overlay) => (this.overlay = overlay),
    moves,
  };

  aims = (id: string): boolean => this.asking && (touchable(this.open, []).ids.has(id) || !!this.part?.aims?.(id, this.situation));

  touch(id: string): void {
    this.note = "";
    if (!touchable(this.open, []).ids.has(id) && !this.free.targets.has(id)) {
      this.aim = this.aim === id ? "" : id;
      return;
    }
    if (this.touched.includes(id)) {
      this.touched = this.touched.filter((other) => other !== id);
      return;
    }
    const both = [...this.touched, id];
    const next = candidates(this.open, both).length ? both : [id];
    const action = meant(this.open, next);
    this.touched = next;
    if (action && (next === both || action.path.length === 1)) void this.answer(action.notation);
  }

  /** Of pieces that stand alike either will do; anything else lets go of what was chosen. */
  refuse(id: string): void {
    const like = this.scene.pieces.find((shape) => shape.id === id)?.like;
    if (like && this.free.ids.has(like)) this.touch(like);
    else this.cancel();
  }

  cancel(): void {
    [this.touched, this.aim] = [[], ""];
  }

  describe = (id: string, ways: (n: number) => string): string => {
    const left = candidates(this.open, [...this.touched, id]);
    return left.length === 1 ? left[0]!.sentence : left.length ? ways(left.length) : "";
  };

  /** Whether it was right; null gives up. */
  async answer(move: string | null): Promise<boolean> {
    if (!this.asking || this.sending) return false;
    [this.sending, this.note] = [true, ""];
    const { game, kind, level, number } = this.puzzle;
    try {
      const judged = await api.insist(() => own.answerPuzzle(game, kind, level, number, move), () => (this.note = `${common.away.title} ${door.trying}`));
      this.note = "";
      if (move === null || !judged.right) this.#keep(streak.fail(streak.read(), this.id));
      if (judged.right) {
        if (move !== null) this.#keep(streak.solve(streak.read(), this.id));
        await this.#show(judged, move === null ? "shown" : "right");
      } else {
        this.note = words.wrong(judged.played.label);
        sounds.refused();
      }
      return judged.right;
    } catch (error) {
      this.note = error instanceof Error ? error.message : String(error);
      return false;
    } finally {
      this.sending = false;
      this.cancel();
      this.#tries++;
    }
  }

  /** From the start once more. */
  again(): void {
    [this.phase, this.scene, this.trail, this.judged] = ["ask", this.puzzle.scene, [], null];
    [this.lit, this.marked, this.overlay, this.note] = [[], [], null, ""];
    this.#tries++;
  }

  leave(): void {
    this.#left = true;
  }

  #keep(solved: streak.Solved): void {
    this.solved = solved;
    streak.keep(solved);
  }

  async #show(judged: JudgedAnswer, phase: "right" | "shown"): Promise<void> {
    const start = this.scene;
    this.phase = "moving";
    [this.marked, this.lit, this.overlay] = [[], [], null];
    for (const frame of moves() ? judged.frames : []) {
      this.scene = { ...start, pieces: frame.pieces };
      sounds.piece();
      await api.wait(FRAME);
      if (this.#left) return;
    }
    this.scene = judged.scene;
    this.trail = travels(start.pieces, judged.scene.pieces);
    this.judged = judged;
    this.phase = phase;
    if (phase === "right") sounds.won();
  }
}
