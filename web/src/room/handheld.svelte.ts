// Whether the board is on a television, and this device is only the hand that plays; for as long as the page is open.
const KEY = "parlour.hand";

function read(): boolean {
  try {
    return sessionStorage.getItem(KEY) === "1";
  } catch {
    return false;
  }
}

export const handheld = $state({ on: read() });

export function setHandheld(on: boolean): void {
  handheld.on = on;
  try {
    if (on) sessionStorage.setItem(KEY, "1");
    else sessionStorage.removeItem(KEY);
  } catch {
    // a browser that keeps nothing: it lasts until the page is loaded again
  }
}

/** A link from a television asks for it. */
export const asksForHand = (query: string) => /[?&]hand(&|=|$)/.test(query);
