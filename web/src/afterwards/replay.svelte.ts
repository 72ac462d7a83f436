// A play looked back at: any ply of it, by its number, and what a careful look found in it.
import * as api from "../api";
import * as own from "./asking";
import { isSpun, isThrown, travels, type Travel } from "../board/moving";
import { noteFindings } from "../mine/history";
import { go } from "../place.svelte";
import { moves, pace } from "../settings.svelte";
import { sounds } from "../sound";
import type { Analysis, Board, Ply, Room, Scene } from "../types";
import { words } from "../words";

const FRAME = 330; // ms for each step on the way
const PACE = 900; // ms for each ply when it plays by itself
const QUICKLY = 0.2; // of that where nothing moves

export class Replay {
  room: Room | null = $state.raw(null);
  plies: Ply[] = $state.raw([]);
  board: Board | null = $state.raw(null);
  scene: Scene | null = $state.raw(null);
  trail: Travel[] = $state.raw([]);
  instead = $state(""); // the move that is shown in the place of the one that was played
  running = $state(false);
  speed = $state(1); // how many times as fast as usual it plays by itself
  failure = $state("");
  analysis: Analysis | null = $state.raw(null);
  progress: { done: number; of: number } | null = $state.raw(null);

  #code: string;
  #boards = new Map<number, Promise<Board>>();
  #wanted = -1;
  #closed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(code: string, ply: number | null) {
    this.#code = code;
    void this.#open(ply);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  async #open(ply: number | null): Promise<void> {
    try {
      this.room = await api.insist(() => api.seeRoom(this.#code));
      this.plies = await api.insist(() => own.plies(this.#code));
      await this.show(ply ?? this.plies.length, false);
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error);
    }
  }

  get ply(): number {
    return this.board?.ply ?? 0;
  }

  /** Goes to a ply; one step forward is shown as it happened. */
  async show(ply: number, keep = true): Promise<void> {
    const to = Math.max(0, Math.min(this.plies.length, ply));
    this.#wanted = to;
    const before = this.instead ? null : this.board;
    const board = await this.#find(to);
    if (this.#wanted !== to || this.#closed) return;
    this.instead = "";
    if (!(await this.#turnTo(board, before && before.ply + 1 === to ? before : null))) return;
    if (keep) go(`/replay/${this.#code}?ply=${to}`, true);
    if (to < this.plies.length) void this.#find(to + 1).catch(() => {});
  }

  /** Shows a move being made: the one that was played at a ply, or another in its place. */
  async showMove(ply: number, instead = ""): Promise<void> {
    await this.show(ply - 1, false);
    if (!instead) return this.show(ply);
    const before = this.board;
    if (!before || before.ply !== ply - 1 || this.#closed) return;
    const board = await api.insist(() => own.boardAt(this.#code, ply, instead));
    if (this.#wanted !== ply - 1 || this.#closed) return;
    this.#wanted = ply;
    this.instead = instead;
    await this.#turnTo(board, before);
  }

  /** Puts a board there, step by step if it follows on another; whether that came to its end. */
  async #turnTo(board: Board, before: Board | null): Promise<boolean> {
    this.board = board;
    if (before && this.scene && moves()) {
      for (const frame of board.frames) {
        this.#put({ ...board.scene, board: this.scene.board, pieces: frame.pieces }, true);
        await api.wait((FRAME * pace()) / (this.running ? this.speed : 1));
        if (this.board !== board || this.#closed) return false;
      }
    }
    this.#put(board.scene, !!before);
    this.trail = before ? travels(before.scene.pieces, board.scene.pieces) : [];
    return true;
  }

  #find(ply: number): Promise<Board> {
    let found = this.#boards.get(ply);
    if (!found) {
      found = api.insist(() => own.boardAt(this.#code, ply));
      this.#boards.set(ply, found);
      found.catch(() => this.#boards.delete(ply));
    }
    return found;
  }

  #put(scene: Scene, heard: boolean): void {
    const before = this.scene;
    this.scene = scene;
    if (!before || !heard) return;
    if (isSpun(before, scene)) sounds.spinner();
    else if (isThrown(before, scene)) sounds.dice();
    else if (travels(before.pieces, scene.pieces).length) sounds.piece();
  }

  /** Plays by itself from here, or stops. */
  run(): void {
    this.running = !this.running;
    clearTimeout(this.#timer);
    if (this.running) void this.#next(this.ply >= this.plies.length);
  }

  async #next(again: boolean): Promise<void> {
    await this.show(again ? 0 : this.ply + 1);
    if (!this.running || this.#closed) return;
    if (this.ply >= this.plies.length) this.running = false;
    else this.#timer = setTimeout(() => void this.#next(false), (PACE * (pace() || QUICKLY)) / this.speed);
  }

  /** Lets the server look at the play, however long that takes. */
  async analyse(): Promise<void> {
    this.progress = { done: 0, of: 0 };
    try {
      for (;;) {
        const found = await api.insist(() => own.analysis(this.#code));
        if (this.#closed) return;
        if ("plies" in found) {
          this.analysis = found;
          if (this.room) noteFindings(this.room, found);
          return;
        }
        this.progress = found;
        await api.wait(800);
      }
    } catch (error) {
      this.failure = error instanceof Error && error.message ? error.message : words.lost;
    } finally {
      this.progress = null;
    }
  }
}
