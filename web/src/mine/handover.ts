// The link that takes a person along to another device: the key and the latest rooms, in the fragment, which browsers send to nobody.
const KEY = /^[A-Za-z0-9_-]{32}$/;
const CODE = /^[a-z0-9]{8}$/;
const MOST = 12; // rooms in a link that a camera still reads
const START = "#go=";

export interface Handover {
  key: string;
  rooms: { code: string; at: number }[]; // when somebody was there last, in ms
}

export function writeLink(origin: string, { key, rooms }: Handover): string {
  const told = rooms.filter((room) => CODE.test(room.code)).slice(0, MOST);
  const list = told.map((room) => `${room.code}${Math.max(0, Math.floor(room.at / 1000)).toString(36)}`);
  return `${origin}/mine${START}${[key, ...list].join(".")}`;
}

/** What a fragment holds: null if it is no such link, and "broken" if it is one that cannot be read. */
export function readLink(fragment: string): Handover | "broken" | null {
  if (!fragment.startsWith(START)) return null;
  const [key, ...list] = fragment.slice(START.length).split(".");
  if (!key || !KEY.test(key) || list.length > MOST) return "broken";
  const rooms: Handover["rooms"] = [];
  for (const told of list) {
    const [, code, seconds] = /^([a-z0-9]{8})([a-z0-9]{1,8})$/.exec(told) ?? [];
    const at = 1000 * parseInt(seconds ?? "", 36);
    if (!code || !Number.isSafeInteger(at) || at > 8.64e15) return "broken";
    rooms.push({ code, at });
  }
  return { key, rooms };
}
