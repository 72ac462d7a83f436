// What the dice of a play prove to whoever sits here, in plain words.
import type { Room, Verdict } from "../types";
import { differing, type Note } from "./numbers";
import { wordsFor } from "./words";

export interface Finding {
  kind: "proved" | "seen" | "fixed" | "wrong" | "open";
  headline: string;
  reasons: string[];
  numbers: { who: string; how: string }[]; // who chose which
}

const nameOf = (room: Room, seat: number) => room.seats[seat]?.name ?? room.seats[seat]?.colour ?? "";

/** What differs from what this device noted before the play. */
export function mismatches(room: Room, note: Note | undefined): string[] {
  const { server, seats } = differing(room, note);
  const dice = wordsFor(room.dice.thrown);
  return [...(server ? [dice.otherCommitment] : []), ...seats.map((seat) => dice.otherNumber(nameOf(room, seat)))];
}

/** Where each number came from. */
function origins(room: Room, note: Note | undefined): Finding["numbers"] {
  const { seeds, seeded } = room.dice;
  const dice = wordsFor(room.dice.thrown);
  const someOwn = !!seeded?.includes("own");
  const told = room.seats.map(({ seat }) => {
    const ours = room.yours.includes(seat) && !!note?.seeds[seat] && note.seeds[seat] === seeds?.[seat];
    const own = room.yours.includes(seat) ? dice.yours : dice.theirs;
    const how = ours ? dice.here : !seeded ? dice.unknown : seeded[seat] === "own" ? own : someOwn ? dice.derived : dice.servers;
    return { who: nameOf(room, seat), how };
  });
  return [{ who: dice.server, how: dice.fixedFirst }, ...told];
}

/** All of it, once the server has drawn everything again. */
export function judge(room: Room, verdict: Verdict, note: Note | undefined): Finding {
  const dice = wordsFor(room.dice.thrown);
  if (room.dice.kind !== "fair") return { kind: "open", headline: dice.manual, reasons: verdict.sentences, numbers: [] };
  if (!room.dice.secret) return { kind: "open", headline: dice.notYet, reasons: verdict.sentences, numbers: [] };
  const numbers = origins(room, note);
  const wrong = mismatches(room, note);
  if (wrong.length || !verdict.fair) {
    return { kind: "wrong", headline: dice.wrong, reasons: [...wrong, ...(verdict.fair ? [] : verdict.sentences)], numbers };
  }
  const own = room.dice.seeded?.filter((origin) => origin === "own").length;
  if (own === 0) return { kind: "fixed", headline: dice.fixed, reasons: [dice.serverChose], numbers };
  const noted = room.yours.some((seat) => note?.seeds[seat] && note.seeds[seat] === room.dice.seeds?.[seat]);
  if (noted) return { kind: "proved", headline: dice.proved, reasons: [own === 1 ? dice.youChose : dice.youChoseToo, dice.redrawn], numbers };
  if (own === undefined) return { kind: "fixed", headline: dice.fixed, reasons: [dice.unsaid], numbers };
  return { kind: "seen", headline: dice.seen, reasons: [room.yours.length ? dice.noNote : dice.lookedOn, dice.redrawn], numbers };
}
