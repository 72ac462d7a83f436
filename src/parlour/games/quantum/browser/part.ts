// The element of the square that is pointed at, with its electrons.
import { mounting } from "@pages/parts/mounting.svelte";
import type { Part } from "@pages/parts/part";
import Element from "./Element.svelte";

export default { mount: mounting(Element), cards: true, round: "centre" } satisfies Part;
