// Hints, one step further each time they are asked for; that they were asked for is known to all at the table.
import * as api from "../api";
import type { Hint, UnderWay } from "../types";
import { words } from "../words";

const ALL = [1, 2, 3, 4, 5];
const PATIENCE = 700; // ms until it is said that a hint takes longer

export class Hinting {
  level = $state(0); // the last one given
  last = $state(5); // the one that tells all
  sentences: string[] = $state.raw([]);
  lit: string[] = $state.raw([]); // ids on the board that were told of
  move: Hint["moves"][number] | null = $state.raw(null); // that was told, to be drawn
  busy = $state(false);
  #levels = ALL;
  #about = "";

  /** Forgets what was told of another decision. */
  turnTo(about: string): void {
    if (about === this.#about) return;
    [this.#about, this.#levels] = [about, ALL];
    [this.level, this.sentences, this.lit, this.move, this.busy] = [0, [], [], null, false];
  }

  /** Puts the last one away, in words and on the board; the next one tells more all the same. */
  putAway(): void {
    [this.sentences, this.lit, this.move] = [[], [], null];
  }

  async ask(send: (level: number) => Promise<Hint | UnderWay>): Promise<void> {
    const next = this.#levels.find((level) => level > this.level);
    const about = this.#about;
    if (this.busy || next === undefined) return;
    this.busy = true;
    const patience = setTimeout(() => {
      if (about === this.#about) this.sentences = [words.hintWaits];
    }, PATIENCE);
    try {
      let told = await send(next);
      while (about === this.#about && !("sentences" in told)) {
        await api.wait(1000);
        if (about === this.#about) told = await send(next);
      }
      if (about !== this.#about || !("sentences" in told)) return;
      [this.level, this.#levels, this.sentences] = [told.level, told.levels, told.sentences];
      this.last = told.levels.at(-1) ?? told.level;
      this.move = told.moves[0] ?? null;
      this.lit = this.move?.path ?? [];
    } catch (error) {
      const isStale = error instanceof api.Stale; // the board went on without this hint
      if (about === this.#about) this.sentences = isStale ? [] : [error instanceof api.Refused ? error.message : words.lost];
    } finally {
      clearTimeout(patience);
      if (about === this.#about) this.busy = false;
    }
  }
}
