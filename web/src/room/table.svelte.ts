// One room, live: what the server last told, what is on the screen, and what you do.
import * as api from "../api";
import { isSpun, isThrown, looksAlike, travels, type Overlay, type Travel } from "../board/moving";
import { keepRoom } from "../kept";
import { pace } from "../settings.svelte";
import { sounds } from "../sound";
import type { Done, People, Reaction, Room, Scene, Told } from "../types";
import { words } from "../words";
import { moved } from "./news";
import { isDrawn, winners } from "./result";

// All in ms at the usual speed
const FRAME = 330; // for each step that is shown on the way
const THROW = 520; // until dice lie
const SPIN = 1850; // until a spinner stands
const REST = 550; // for which a throw lies before anybody else moves, and a move before what comes next
const FINISH = 2000; // for which the last move is looked at, and read, before it is said who has won
const LATE = 5000; // without a word of what was done: then the stream is opened anew
const MOST_BEHIND = 12; // changes that are still shown one by one
const MOST_TRAILS = 6; // more would only confuse
const MOST_TOLD = 200;
const MOST_SHOWN = 60; // steps that can be shown again
const SAID = 6000; // for which a reaction is shown

export class Table {
  room: Room | null = $state.raw(null);
  scene: Scene | null = $state.raw(null);
  trail: Travel[] = $state.raw([]);
  story: Told[] = $state.raw([]);
  overlay: Overlay | null = $state.raw(null);
  lit: string[] = $state.raw([]); // what a part points out on the board
  hinted: { notation: string } | null = $state.raw(null); // a move to be drawn before it is played
  aimed: string[] = $state.raw([]); // and what it has taken from there
  moving = $state(false); // whether steps are being shown
  replaying = $state(false); // whether they are past, and only shown again
  ended = $state(false); // whether the end is on the screen, though nothing is said of it yet
  sending = $state(false);
  lost = $state(false); // the network
  failure = $state(""); // why there is no room to show
  said = $state(""); // a refusal, in a sentence
  heardAt = $state(0); // when the clock was told
  people: People | null = $state.raw(null); // who is away, and how many look on
  peopleAt = $state(0); // when that was told
  reactions: Reaction[] = $state.raw([]); // that are to be seen now
  again = false; // whether you want to play again, and go along when the others do

  played = $state(""); // the last move that was made here
  standIn = $state(""); // the bot that has played for you since then
  #played: Record<number, number> = $state({}); // for each seat that moved here, the entry of its last move
  #undone = $state(0); // the entry by which moves were taken back: what was told before it is not so any more

  #code: string;
  #isTelevision: boolean; // which plays nothing, and calls everybody by name
  #source: EventSource | null = null;
  #waiting: { room: Room; at: number }[] = [];
  #told: Told[] = []; // and not yet shown
  #last = 0; // entry that was told of
  #skip: (() => void) | null = null;
  #hurried = false; // whether somebody wants to see the end of it at once
  #rested = 0; // when the last thing shown has been seen long enough
  #mover: number | null | undefined; // whose trail is drawn
  #start: Scene | null = $state.raw(null); // how it was then
  #steps: Scene[] = $state.raw([]); // what was on the screen since your last move
  #closed = false;
  #reacted = new Set<number>(); // reactions that were shown
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(code: string, isTelevision = false) {
    this.#code = code;
    this.#isTelevision = isTelevision;
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
    const source = new EventSource(`/api/rooms/${this.#code}/events?${this.#isTelevision ? "stranger" : "people"}=true`);
    this.#source = source;
    source.addEventListener("open", () => (this.lost = false));
    source.addEventListener("room", (event) => this.#hear(JSON.parse((event as MessageEvent).data)));
    source.addEventListener("people", (event) => this.#meet(JSON.parse((event as MessageEvent).data)));
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

  #meet(people: People): void {
    this.people = people;
    this.peopleAt = performance.now();
    const fresh = people.reactions.filter((reaction) => !this.#reacted.has(reaction.number));
    for (const reaction of fresh) {
      this.#reacted.add(reaction.number);
      setTimeout(() => (this.reactions = this.reactions.filter((other) => other !== reaction)), SAID - reaction.age * 1000);
    }
    if (fresh.length) this.reactions = [...this.reactions.filter((old) => !fresh.some((reaction) => reaction.seat === old.seat)), ...fresh];
  }

  #hear(room: Room): void {
    this.lost = false;
    if (room.people) this.#meet(room.people);
    if (room.number < this.#last) return;
    this.#told.push(...room.told.filter((told) => told.number > this.#last));
    this.#last = room.number;
    this.#waiting.push({ room, at: performance.now() });
    if (!this.#isTelevision) this.#keep(room);
    if (!this.moving) void this.#show();
  }

  /** For the lists of this device. */
  #keep(room: Room): void {
    keepRoom({
      code: room.code ?? room.watch,
      game: room.game,
      title: room.title,
      people: room.seats.map((seat) => seat.name ?? words.open).join(", "),
      over: room.over,
      at: Date.now(),
    });
    if (room.over && room.yours.length) import("../mine/history").then(({ noteRoom }) => noteRoom(room), () => {}); // not needed before
  }

  /** Puts what was told onto the screen, step by step where there are steps; who is far behind only sees the end. */
  async #show(): Promise<void> {
    this.moving = true;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      const { room, at } = next;
      const start = this.scene;
      const isShown = () => !!start && !!room.scene && pace() > 0 && !this.#hurried && this.#waiting.length < MOST_BEHIND;
      if (isShown()) await this.#pause(this.#rested - performance.now());
      if (this.room?.to_move !== this.#mover) [this.#mover, this.trail] = [this.room?.to_move, []];
      if (this.#isTakenBack(room)) [this.#undone, this.trail, this.#steps] = [room.after, [], []];
      const own = Math.max(-1, ...Object.values(this.#played)); // what you did yourself is no news
      for (const [i, frame] of room.frames.entries()) {
        if (frame.number <= own && room.scene) this.#start = { ...room.scene, pieces: frame.pieces };
        if (!isShown()) {
          if (start && room.scene) this.#remember({ ...start, pieces: frame.pieces }); // who sees the end at once may ask how it came about
          continue;
        }
        const isDone = frame.number < (room.frames[i + 1]?.number ?? room.after); // and not in the midst of it
        const settling = this.#put({ ...start!, pieces: frame.pieces });
        await this.#pause(settling);
        if (isDone) this.#tellUpTo(frame.number);
        if (isDone ? settling : settling > FRAME * pace()) await this.#pause(REST * pace()); // a throw lies, also in the midst
      }
      this.ended = room.over && !this.room?.over;
      const settling = room.scene ? this.#put(room.scene) : 0;
      // Dice lie before they are told, and before anybody may choose; so does all that ends a play
      if (isShown() && (this.ended || settling > FRAME * pace())) await this.#pause(settling);
      if (this.ended && isShown()) {
        this.#tellUpTo(room.number);
        await this.#pause(FINISH * pace());
      }
      this.#tell(room);
      this.room = room;
      if (room.number <= own) this.#start = room.scene;
      this.ended = false;
      this.heardAt = at;
      const mine = room.to_move != null && room.yours.includes(room.to_move);
      this.#rested = performance.now() + (mine || !settling ? 0 : REST * pace() + (settling > FRAME * pace() ? 0 : settling));
    }
    this.#hurried = false;
    this.moving = false;
  }

  /** Whether what is to be decided follows no event of the play. */
  #isTakenBack(room: Room): boolean {
    const told = this.#told.filter((one) => one.number === room.after);
    return told.length > 0 && !told.some((one) => one.kind);
  }

  /** All that was seen since your last move, once more. */
  async showAgain(): Promise<void> {
    const steps = [...this.#steps];
    const [now, trail] = [this.scene, this.trail];
    if (this.moving || !now || !steps.length) return;
    this.moving = this.replaying = true;
    this.scene = steps[0]!; // as it was then: nothing goes back
    this.trail = [];
    for (const step of steps) {
      if (this.#hurried) break;
      await this.#pause(this.#draw(step));
      await this.#pause(REST * (pace() || 1));
    }
    [this.scene, this.trail] = [now, trail];
    this.moving = this.replaying = this.#hurried = false;
    if (this.#waiting.length) void this.#show();
  }

  /** What stands elsewhere than before your last move, in a sentence each. */
  get moved(): string[] {
    return moved(this.#start, this.room?.scene ?? null, words.isNow);
  }

  /** Whether there is anything to be shown again. */
  get isShown(): boolean {
    return this.#steps.length > 1;
  }

  /** The sentences that lead up to a room as it is shown, and a sound where it matters to you. */
  #tell(room: Room): void {
    this.#tellUpTo(room.number);
    this.said = "";
    const before = this.room;
    if (!before) return;
    const taken = room.yours.find((seat) => room.seats[seat]?.stand_in && !before.seats[seat]?.stand_in);
    if (taken != null) {
      this.standIn = room.seats[taken]!.stand_in!;
      this.#played = { ...this.#played, [taken]: before.number }; // what it plays is new to you, too
    }
    const mine = (room: Room) => room.to_move != null && room.yours.includes(room.to_move);
    if (!before.over && room.over) (isDrawn(room) ? sounds.drawn : this.#isTelevision || winners(room).some((seat) => room.yours.includes(seat)) ? sounds.won : sounds.lost)();
    else if (mine(room) && !mine(before)) sounds.yours();
  }

  #tellUpTo(number: number): void {
    const now = this.#told.filter((told) => told.number <= number);
    if (!now.length) return;
    this.#told = this.#told.filter((told) => told.number > number);
    this.story = [...this.story, ...now].slice(-MOST_TOLD);
  }

  /** Adds a sentence of this page's own, after what the server has told and before what it tells next. */
  tell(sentence: string): void {
    const number = Math.floor(this.story.at(-1)?.number ?? 0) + 0.5;
    this.story = [...this.story, { number, sentence, kind: "", numbers: [], aside: false, closes: false, weight: 0 }];
  }

  /** Puts a scene on the screen that is to be remembered; how long it takes to be seen. */
  #put(scene: Scene): number {
    this.#remember(scene);
    return this.#draw(scene);
  }

  #remember(scene: Scene): void {
    const last = this.#steps.at(-1);
    if (!last || !looksAlike(last, scene)) this.#steps = [...this.#steps, scene].slice(-MOST_SHOWN);
  }

  /** Puts a scene on the screen, with its sound and the trail of what moved; how long it takes to be seen. */
  #draw(scene: Scene): number {
    const before = this.scene;
    this.scene = scene;
    if (!before) return 0;
    const hops = travels(before.pieces, scene.pieces);
    if (hops.length <= MOST_TRAILS) this.trail = [...this.trail, ...hops].slice(-MOST_TRAILS);
    const speed = pace();
    if (isSpun(before, scene)) {
      sounds.spinner();
      return SPIN * speed;
    }
    if (isThrown(before, scene)) {
      sounds.dice();
      return THROW * speed;
    }
    if (hops.length) sounds.piece();
    return looksAlike(before, scene) ? 0 : FRAME * speed;
  }

  /** Waits, unless all is to be shown at once. */
  #pause(ms: number): Promise<void> {
    if (ms <= 0 || this.#hurried) return Promise.resolve();
    return new Promise((done) => {
      const end = () => {
        clearTimeout(timer);
        this.#skip = null;
        done();
      };
      const timer = setTimeout(end, ms);
      this.#skip = end;
    });
  }

  /** Leaves out everything that is still to be shown on the way. */
  skip(): void {
    this.#hurried = true;
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
    return Math.max(this.#undone - 1, this.#played[mine] ?? (this.story.at(-1)?.number ?? 0) - 1);
  }

  /** Sits down. A stream that was opened by a stranger has to be opened again: the server knows only now who listens. */
  async sit(seat: number, name: string): Promise<void> {
    const [known, commitment, free] = [this.room?.yours.length, this.room?.dice.commitment, this.room?.seats[seat]?.free];
    const send = () => (free ? api.takeOver(this.#code, seat, name) : api.sit(this.#code, seat, name, commitment));
    if ((await this.act(send)) && !known) this.#reopen();
  }

  async play(move: string): Promise<boolean> {
    const room = this.room;
    const seat = this.seat;
    if (!room || seat == null) return false;
    this.#steps = this.scene ? [this.scene] : [];
    this.#start = this.scene;
    this.played = move;
    this.standIn = "";
    const before = this.#played;
    this.#played = { ...before, [seat]: room.number + 1 }; // at once: what it leads to may be told before the answer comes
    const taken = await this.act(() => api.move(this.#code, seat, room.after, move));
    if (!taken) this.#played = before;
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
