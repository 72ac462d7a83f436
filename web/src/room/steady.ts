// A click means what stood under the pointer when the hand set out for it. After a move other buttons may come to the same
// place: the second of two quick clicks is not for them.
const PAUSE = 300; // ms that a thing has lain under a resting pointer before a click can mean it
const STILL = 10; // CSS pixels that a resting hand may wander

/** For the element that holds all the buttons. Keys are not slowed down. */
export function steady(root: HTMLElement): { destroy: () => void } {
  let place = { x: -1, y: -1 };
  let here: Element | null = null;
  let label = "";
  let came = -PAUSE;

  const find = (thing: Element | null | undefined) => thing?.closest("button, a, [data-id^='button:']") ?? null;
  const read = (thing: Element | null) => thing?.getAttribute("aria-label") ?? thing?.textContent ?? "";
  const isNear = ({ clientX, clientY }: MouseEvent) => Math.hypot(clientX - place.x, clientY - place.y) <= STILL;

  function point(event: PointerEvent): void {
    if (isNear(event)) return;
    place = { x: event.clientX, y: event.clientY };
    here = find(event.target as Element);
    [label, came] = [read(here), -PAUSE];
  }

  function look(): void {
    const found = find(document.elementFromPoint?.(place.x, place.y));
    if (found === here && read(found) === label) return;
    here = found;
    [label, came] = [read(found), performance.now()];
  }

  function weigh(event: MouseEvent): void {
    const isKey = event.detail === 0;
    if (isKey || !find(event.target as Element) || !isNear(event) || performance.now() - came >= PAUSE) return;
    event.stopPropagation();
    event.preventDefault();
  }

  const watcher = new MutationObserver(look);
  watcher.observe(root, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["open"] });
  root.addEventListener("pointermove", point, true);
  root.addEventListener("pointerdown", point, true);
  root.addEventListener("click", weigh, true);
  return { destroy: () => watcher.disconnect() }; // the rest goes with the element
}
