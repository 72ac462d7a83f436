// The few things that one game needs and no other: shown beside the board, by the game's name.
import type { Component } from "svelte";
import type { Table } from "../room/table.svelte";
import type { Action, Room, Shape } from "../types";
import { isLeftOut, mayBeAimedAt, states } from "./numeric/board";

export interface PartProps {
  table: Table;
  room: Room;
  code: string;
  focus: string[]; // the ids of what the keyboard or the pointer is on, the topmost first
  aim: string; // the id of what was touched, of those that `aims` takes
}

export interface Part {
  load: () => Promise<{ default: Component<PartProps> }>;
  hides?: (action: Action) => boolean; // actions that are not chosen by touching the board, which must not give them away
  aims?: (id: string, room: Room) => boolean; // things on the board that may be touched for this part, without any sign
  hints?: boolean; // whether it gives hints by itself
  leavesOut?: (shape: Shape) => boolean; // what is not drawn on the board, because this part has it
}

export const parts: Record<string, Part> = {
  numeric: { load: () => import("./numeric/Numeric.svelte"), hints: true, hides: states, aims: mayBeAimedAt, leavesOut: isLeftOut },
  quantum: { load: () => import("./Element.svelte") },
  stencil: {
    load: () => import("./Plate.svelte"),
    hides: (action) => action.path.length === 2,
    aims: (id, room) => room.legal.some((action) => action.path.length === 2 && action.path.includes(id)),
  },
};
