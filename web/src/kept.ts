// The rooms this device has been in, latest first: names of places, nothing secret.
const KEY = "parlour.rooms";
const MOST = 30;

export interface Kept {
  code: string;
  game: string;
  title: string;
  people: string;
  over: boolean;
  at: number;
}

export function keptRooms(): Kept[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

export function keepRoom(room: Kept): void {
  const others = keptRooms().filter((kept) => kept.code !== room.code);
  write([room, ...others].sort((a, b) => b.at - a.at).slice(0, MOST));
}

export function forgetRoom(code: string): void {
  write(keptRooms().filter((kept) => kept.code !== code));
}

function write(rooms: Kept[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(rooms));
  } catch {
    // nothing is kept then
  }
}
