// Numbers are made of the dice beside the board, which must not give away what can be made.
import { mounting } from "@pages/parts/mounting.svelte";
import type { Part } from "@pages/parts/part";
import { isLeftOut, mayBeAimedAt, states, statesNumber } from "./board";
import Numeric from "./Numeric.svelte";
import { written } from "./sums";
import { words } from "./words";

export default {
  mount: mounting(Numeric),
  hand: true,
  asks: ({ legal }) => legal.some(states), // the calculation's own line does
  hints: true,
  hides: (action, lesson) => (lesson ? statesNumber(action) : states(action)), // who learns passes on the board
  leavesOut: isLeftOut,
  aims: mayBeAimedAt,
  instead: (expect) => (statesNumber(expect) ? words.lesson.make(written(expect.notation.split("=")[0]!)) : ""),
} satisfies Part;
