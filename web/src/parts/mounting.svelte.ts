// A part that is a Svelte component: it gets what is seen as a property that follows every change.
import { mount, unmount, type Component } from "svelte";
import type { Desk, Part, Seen } from "./part";

export interface PartProps {
  seen: Seen;
  desk: Desk;
}

class Held {
  seen: Seen = $state.raw()!;
}

export function mounting(Shown: Component<PartProps, { enter?: () => void }>): Part["mount"] {
  return (place, seen, desk) => {
    const held = new Held();
    held.seen = seen;
    const props = {
      get seen() {
        return held.seen;
      },
      desk,
    };
    const shown = mount(Shown, { target: place, props });
    return {
      update: (next) => (held.seen = next),
      enter: () => shown.enter?.(),
      destroy: () => void unmount(shown),
    };
  };
}
