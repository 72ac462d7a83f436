import { expect, test, vi } from "vitest";
import { standing } from "../src/front/rooms";
import type { Room } from "../src/types";

vi.stubGlobal("navigator", { language: "en" });
const { words } = await import("../src/words");
const kept = { code: "kx7fw2ma", game: "quatro", title: "Quatro", people: "Ann, Ben", over: false, at: 0 };
const seat = (number: number, name: string | null) => ({ seat: number, colour: "red", name, kind: name ? "human" : "open", ready: !!name });
const room = (changes: object) =>
  ({ seats: [seat(0, "Ann"), seat(1, "Ben")], yours: [0], begun: true, over: false, to_move: 0, outcomes: [], score: null, ending: null, ...changes }) as unknown as Room;

test("a room that has not answered yet is as it was kept", () => {
  expect(standing(kept, undefined, words)).toEqual({ people: "Ann, Ben", line: "", yours: false });
});

test("whose move it is", () => {
  expect(standing(kept, room({}), words)).toEqual({ people: "You, Ben", line: "your move", yours: true });
  expect(standing(kept, room({ to_move: 1 }), words)).toMatchObject({ line: "Ben to move", yours: false });
  expect(standing(kept, room({ to_move: 1, yours: [0, 1] }), words)).toMatchObject({ people: "Ann, Ben", yours: true });
  expect(standing(kept, room({ to_move: -1, outcomes: [{}] }), words)).toMatchObject({ yours: true });
});

test("who is waited for", () => {
  expect(standing(kept, room({ begun: false, to_move: null, seats: [seat(0, "Ann"), seat(1, null)] }), words)).toMatchObject({ people: "You, open", line: "one seat is open" });
});

test("how it ended", () => {
  const over = { over: true, to_move: null };
  expect(standing(kept, room({ ...over, score: [1, -1] }), words).line).toBe("Ann won");
  expect(standing(kept, room({ ...over, score: [0, 0] }), words).line).toBe("drawn");
  expect(standing(kept, room({ ...over, ending: { reason: "resigned", seat: 1 } }), words).line).toBe("Ben resigned");
  expect(standing(kept, room({ ...over, ending: { reason: "time", seat: 0 } }), words).line).toBe("Ann ran out of time");
  expect(standing(kept, room({ ...over, ending: { reason: "agreed", seat: null } }), words).line).toBe("drawn");
});
