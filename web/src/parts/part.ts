// What one game needs and no other, shown beside its board: what such a part is, what it is handed, and what it may do.
// Parts of the tree are built with the pages. A package from elsewhere brings its own as a module of plain JavaScript
// with the same interface: docs/web.md tells how.
import type { Overlay } from "../board/moving";
import type { Action, Card, Hint, Scene, Seat, Shape, Told, UnderWay } from "../types";

export type { Action, Card, Hint, Overlay, Scene, Seat, Shape, Told, UnderWay };

/** What is on the table, in a room and in a lesson. */
export interface Situation {
  game: string;
  options: Record<string, string>; // those that are not as usual
  scene: Scene; // what is on the screen
  position: string; // as the game writes it; nothing in a lesson
  asked: string; // what is to be decided
  legal: Action[]; // what you may do; nothing when it is not your turn
  mover: number | null; // the seat that decides; nobody where chance does
  seat: number | null; // the one you play now, if it is your turn
  yours: number[]; // all that are yours
  seats: Seat[]; // who plays; nobody in a lesson
  story: Told[]; // what happened, with the number of the entry that tells it
  played?: string; // the last move that was made here, as notation
  number: number; // of the last entry
  after: number; // another one for every decision
  moving: boolean; // whether what happened is still being shown
  sending: boolean; // whether a move is under way
  over: boolean;
  hints: boolean; // whether hints may be asked for
  lesson: { expect: Action | null } | null; // in a lesson, what the newcomer is to do
}

/** That, and what somebody has pointed at. */
export interface Seen extends Situation {
  focus: string[]; // the ids of what the keyboard or the pointer is on, the topmost first
  aim: string; // the id of what was touched last, of those that `aims` takes
}

/** What a part may do. */
export interface Desk {
  play: (move: string) => Promise<boolean>; // whether it was taken
  check: (move: string) => Promise<string | null>; // why it cannot be played; "" where it can, and null if nobody knows just now
  hint: (level: number) => Promise<Hint | UnderWay>; // only where hints may be asked for
  cards: () => Promise<Record<string, Card>>; // what the game tells about things on its board, by their ids
  tell: (sentence: string) => void; // adds a sentence to what happened, for whoever sits here alone
  light: (ids: string[]) => void; // shows things on the board, such as those a hint names
  choose: (ids: string[]) => void; // shows them as chosen
  letGo: () => void; // has taken what was aimed at: the same may be touched anew
  lay: (overlay: Overlay | null) => void; // lays something over the board; as long as it lies there nothing else can be touched
  moves: () => boolean; // whether somebody wants to see motion
}

/** A part in its place. */
export interface Mounted {
  update: (seen: Seen) => void; // whenever anything of it changes
  enter?: () => void; // takes the keyboard
  destroy: () => void;
}

export interface Part {
  mount: (place: HTMLElement, seen: Seen, desk: Desk) => Mounted;
  hides?: (action: Action, lesson: boolean) => boolean; // actions that are not chosen on the board, which must not give them away
  leavesOut?: (shape: Shape, lesson: boolean) => boolean; // what is not drawn on the board, because this part has it
  aims?: (id: string, situation: Situation) => boolean; // things on the board that may be touched for this part, without any sign
  hand?: boolean; // whether it does without the board, and is shown on a phone while that is on a television
  asks?: (situation: Situation) => boolean; // whether it says by itself what is to be decided
  hints?: boolean; // whether it gives hints by itself
  round?: string; // the id of what pieces go round, against the clock, as long as they keep to one ring
  cards?: boolean; // whether it tells by itself about things on the board
  instead?: (expect: Action) => string; // in a lesson, what is to be done here and not on the board: "make 6 + 3"
}
