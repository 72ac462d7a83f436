// Claims are made with the plate: it is taken up, turned over the board, and laid.
import { mounting } from "@pages/parts/mounting.svelte";
import type { Action, Part } from "@pages/parts/part";
import Plate from "./Plate.svelte";

const isClaim = (action: Action) => action.path.length === 2;

export default {
  mount: mounting(Plate),
  hides: isClaim,
  aims: (id, { legal }) => legal.some((action) => isClaim(action) && action.path.includes(id)),
} satisfies Part;
