// What somebody types or pastes in order to join: four letters, a code, or a whole link.
const CODE = /^[a-z0-9]{8}$/i;
const SHORT = /^[b-df-hj-np-tv-xz]{4}$/i; // no vowels
const APART = /[\s\-\u2010-\u2015._]+/g; // what people put between letters

export type Wanted = { room: string; seat: string } | { short: string } | { path: string } | null;

/** Four letters as they are told, however they were typed; "" if they cannot be a room's. */
export function shortCode(typed: string): string {
  const letters = typed.replace(APART, "");
  return SHORT.test(letters) ? letters.toUpperCase() : "";
}

/** Where a pasted text leads; nothing if it is neither a code nor a link of this house. */
export function wanted(pasted: string): Wanted {
  const text = pasted.trim();
  const short = shortCode(text);
  if (short) return { short };
  if (CODE.test(text)) return { room: text.toLowerCase(), seat: "" };
  const link = /^(?:https?:\/\/[^/\s]+)?(\/[^\s?#]*)(\?[^\s#]*)?(?:#\S*)?$/i.exec(text) ?? /^[\w.-]+(?::\d+)?(\/[^\s?#]*)(\?[^\s#]*)?$/.exec(text);
  if (!link) return null;
  const [, path = "", query = ""] = link;
  const room = /^\/room\/(\w+)\/?$/.exec(path);
  if (room) return { room: room[1]!.toLowerCase(), seat: /[?&]seat=(\d)/.exec(query)?.[1] ?? "" };
  return /^\/(replay|play|learn|rules|tv)\/\w+\/?$/.test(path) ? { path: path + query } : null;
}
