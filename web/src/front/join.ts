// What somebody pastes in order to join: a code, or a whole link.
const CODE = /^[a-z0-9]{8}$/i;

export type Wanted = { room: string; seat: string } | { path: string } | null;

/** Where a pasted text leads; nothing if it is neither a code nor a link of this house. */
export function wanted(pasted: string): Wanted {
  const text = pasted.trim();
  if (CODE.test(text)) return { room: text.toLowerCase(), seat: "" };
  const link = /^(?:https?:\/\/[^/\s]+)?(\/[^\s?#]*)(\?[^\s#]*)?(?:#\S*)?$/i.exec(text) ?? /^[\w.-]+(?::\d+)?(\/[^\s?#]*)(\?[^\s#]*)?$/.exec(text);
  if (!link) return null;
  const [, path = "", query = ""] = link;
  const room = /^\/room\/(\w+)\/?$/.exec(path);
  if (room) return { room: room[1]!.toLowerCase(), seat: /[?&]seat=(\d)/.exec(query)?.[1] ?? "" };
  return /^\/(replay|play|learn|rules)\/\w+\/?$/.test(path) ? { path: path + query } : null;
}
