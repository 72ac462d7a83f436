// One room, live: what the server last told, what is on the screen, and what you do.
import * as api from "../api";
import { isSpun, isThrown, travels, type Overlay, type Travel } from "../board/moving";
import { keepRoom } from "../kept";
import { moves } from "../settings.svelte";
import { sounds } from "../sound";
import type { Done, Room, Scene, Told } from "../types";
import { words } from "../words";

const FRAME = 330; // ms for each step that is shown on the way
const THROW = 520; // until dice lie
const SPIN = 1850; // until a spinner stands
const LATE = 5000; // ms without a word of what was done: then the stream is opened anew
const MOST_BEHIND = 3; // changes that are still shown one by one
const MOST_TRAILS = 6; // more would only confuse
const MOST_TOLD = 200;

export class Table {
  room: Room | null = $state.raw(null);
  scene: Scene | null = $state.raw(null);
  trail: Travel[] = $state.raw([]);
  story: Told[] = $state.raw([]);
  overlay: Overlay | null = $state.raw(null);
  lit: string[] = $state.raw([]); // what a part points out on the board
  aimed: string[] = $state.raw([]); // and what it has taken from there
  moving = $state(false); // whether steps are being shown
  sending = $state(false);
  lost = $state(false); // the network
  failure = $state(""); // why there is no room to show
  said = $state(""); // a refusal, in a sentence
  heardAt = $state(0); // when the clock was told

  #played: Record<number, number> = $state({}); // for each seat that moved here, the entry of its last move

  #code: string;
  #source: EventSource | null = null;
  #waiting: { room: Room; at: number }[] = [];
  #told: Told[] = []; // and not yet shown
  #last = 0; // entry that was told of
  #skip: (() => void) | null = null;
  #closed = false;
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(code: string) {
    this.#code = code;
    this.#open();
    addEventListener("online", this.#reopen);
    document.addEventListener("visibilitychange", this.#woken);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#again);
    this.#source?.close();
    removeEventListener("online", this.#reopen);
    document.removeEventListener("visibilitychange", this.#woken);
  }

  #woken = () => {
    if (document.visibilityState === "visible" && performance.now() - this.heardAt > 20_000) this.#reopen();
  };

  #reopen = () => {
    if (this.#closed) return;
    this.#source?.close();
    this.#open();
  };

  #open(): void {
    const source = new EventSource(`/api/rooms/${this.#code}/events`);
    this.#source = source;
    source.addEventListener("open", () => (this.lost = false));
    source.addEventListener("room", (event) => this.#hear(JSON.parse((event as MessageEvent).data)));
    source.addEventListener("error", () => {
      if (this.#closed || source !== this.#source) return;
      this.lost = true;
      // a browser tries again by itself, unless the answer was a refusal: then ask what is the matter
      if (source.readyState === EventSource.CLOSED) this.#again = setTimeout(() => void this.#inquire(), 1000);
    });
  }

  async #inquire(): Promise<void> {
    try {
      await api.seeRoom(this.#code);
      this.#reopen();
    } catch (error) {
      if (error instanceof api.Refused && error.status !== 429) {
        this.failure = error.message;
        this.lost = false;
      } else this.#again = setTimeout(() => void this.#inquire(), 2000);
    }
  }

  #hear(room: Room): void {
    this.lost = false;
    if (room.number < this.#last) return;
    this.#told.push(...room.told.filter((told) => told.number > this.#last));
    this.#last = room.number;
    this.#waiting.push({ room, at: performance.now() });
    keepRoom({
      code: room.code ?? room.watch,
      game: room.game,
      title: room.title,
      people: room.seats.map((seat) => seat.name ?? words.open).join(", "),
      over: room.over,
      at: Date.now(),
    });
    if (!this.moving) void this.#show();
  }

  /** Puts what was told onto the screen, step by step where there are steps; who is far behind only sees the end. */
  async #show(): Promise<void> {
    this.moving = true;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      const { room, at } = next;
      const behind = this.#waiting.length >= MOST_BEHIND;
      const start = this.scene;
      if (start && room.scene && moves() && !behind) {
        for (const frame of room.frames) {
          const pause = this.#put({ ...start, pieces: frame.pieces });
          if (await this.#pause(pause)) break;
        }
      }
      const pause = room.scene ? this.#put(room.scene) : 0;
      const trail = start && room.scene ? travels(start.pieces, room.scene.pieces) : [];
      this.trail = trail.length <= MOST_TRAILS ? trail : [];
      this.#tell(room);
      this.room = room;
      this.heardAt = at;
      if (this.#waiting.length && moves() && !behind) await this.#pause(pause);
    }
    this.moving = false;
  }

  /** The sentences that lead up to a room as it is shown, and a sound where it matters to you. */
  #tell(room: Room): void {
    const now = this.#told.filter((told) => told.number <= room.number);
    this.#told = this.#told.filter((told) => told.number > room.number);
    this.story = [...this.story, ...now].slice(-MOST_TOLD);
    this.said = "";
    const before = this.room;
    if (!before) return;
    const mine = (room: Room) => room.to_move != null && room.yours.includes(room.to_move);
    if (!before.over && room.over) sounds.end();
    else if (mine(room) && !mine(before)) sounds.yours();
  }

  /** Puts a scene on the screen, with its sound; how long it takes to be seen. */
  #put(scene: Scene): number {
    const before = this.scene;
    this.scene = scene;
    if (!before) return 0;
    if (isSpun(before, scene)) {
      sounds.spinner();
      return SPIN;
    }
    if (isThrown(before, scene)) {
      sounds.dice();
      return THROW;
    }
    if (travels(before.pieces, scene.pieces).length) sounds.piece();
    return FRAME;
  }

  /** Whether it was cut short. */
  #pause(ms: number): Promise<boolean> {
    return new Promise((done) => {
      const timer = setTimeout(() => {
        this.#skip = null;
        done(false);
      }, ms);
      this.#skip = () => {
        clearTimeout(timer);
        this.#skip = null;
        done(true);
      };
    });
  }

  skip(): void {
    this.#skip?.();
  }

  /** The seat that you play now, if it is your turn: your own, or with manual dice whichever throws them. */
  get seat(): number | null {
    const room = this.room;
    if (!room || room.over || !room.begun) return null;
    if (room.to_move != null && room.yours.includes(room.to_move)) return room.to_move;
    return room.outcomes.length ? (room.yours[0] ?? null) : null;
  }

  /** The entry after which everything is new to whoever plays here: their last move, or all but what was told last. */
  get since(): number {
    const mine = this.seat ?? this.room?.yours[0] ?? -1;
    return this.#played[mine] ?? (this.story.at(-1)?.number ?? 0) - 1;
  }

  /** Sits down. A stream that was opened by a stranger has to be opened again: the server knows only now who listens. */
  async sit(seat: number, name: string): Promise<void> {
    const [known, commitment] = [this.room?.yours.length, this.room?.dice.commitment];
    if ((await this.act(() => api.sit(this.#code, seat, name, commitment))) && !known) this.#reopen();
  }

  async play(move: string): Promise<boolean> {
    const room = this.room;
    const seat = this.seat;
    if (!room || seat == null) return false;
    const taken = await this.act(() => api.move(this.#code, seat, room.after, move));
    if (taken) this.#played[seat] = room.number + 1;
    return taken;
  }

  /** Until an entry is on the screen: what was done must not be done again to a board that does not show it yet. */
  async #until(number: number): Promise<void> {
    for (let waited = 0; !this.#closed && (this.room?.number ?? 0) < number; waited += 10) {
      if (waited === LATE) this.#reopen();
      await api.wait(10);
    }
  }

  /** Does something that is harmless when it arrives twice, however long the network takes. */
  async act(send: () => Promise<unknown>): Promise<boolean> {
    if (this.sending) return false;
    this.sending = true;
    this.said = "";
    try {
      const done = await api.insist(send, () => (this.lost = true));
      this.lost = this.#source?.readyState !== EventSource.OPEN;
      await this.#until((done as Partial<Done> | null)?.number ?? 0);
      return true;
    } catch (error) {
      this.said = error instanceof Error ? error.message : String(error);
      sounds.refused();
      return false;
    } finally {
      this.sending = false;
    }
  }
}
