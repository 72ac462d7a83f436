import { beforeEach, expect, test, vi } from "vitest";
import type { Note } from "../src/dice/numbers";
import type { Room, Verdict } from "../src/types";

vi.stubGlobal("navigator", { language: "en" });
const dice = (await import("../src/dice/words")).wordsFor(true);
const { judge, mismatches } = await import("../src/dice/judging");

const store = new Map<string, string>();
const storage = { getItem: (key: string) => store.get(key) ?? null, setItem: (key: string, value: string) => void store.set(key, value) };

/** The notes of a page that has just been loaded. */
async function load() {
  vi.resetModules();
  return import("../src/dice/numbers");
}

beforeEach(() => {
  store.clear();
  vi.stubGlobal("localStorage", storage);
});

// Choosing and keeping

test("a number is 32 random bytes, another for each seat and room", async () => {
  const { chooseNumber } = await load();
  const chosen = [chooseNumber("aaaaaaaa", "c1", 0), chooseNumber("aaaaaaaa", "c1", 1), chooseNumber("bbbbbbbb", "c1", 0)];
  for (const number of chosen) expect(number).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set(chosen).size).toBe(3);
});

test("without a commitment nothing is chosen", async () => {
  const { chooseNumber, noteOf } = await load();
  expect(chooseNumber("aaaaaaaa", null, 0)).toBeUndefined();
  expect(chooseNumber("aaaaaaaa", undefined, 0)).toBeUndefined();
  expect(noteOf("aaaaaaaa")).toBeUndefined();
});

test("number and commitment are kept on the device, and a second try brings the same", async () => {
  const number = (await load()).chooseNumber("aaaaaaaa", "c1", 0);
  const later = await load();
  expect(later.noteOf("aaaaaaaa")).toMatchObject({ commitment: "c1", seeds: { 0: number } });
  expect(later.chooseNumber("aaaaaaaa", "c1", 0)).toBe(number);
});

test("a commitment that changes does not replace the first", async () => {
  const { chooseNumber, noteOf } = await load();
  chooseNumber("aaaaaaaa", "c1", 0);
  chooseNumber("aaaaaaaa", "c2", 1);
  expect(noteOf("aaaaaaaa")?.commitment).toBe("c1");
});

test("only so many rooms are kept, the latest", async () => {
  vi.useFakeTimers();
  const { chooseNumber } = await load();
  for (let room = 0; room < 205; room++) {
    vi.setSystemTime(room + 1);
    chooseNumber(`room${room}`, "c", 0);
  }
  vi.useRealTimers();
  const { noteOf } = await load();
  expect([noteOf("room4"), noteOf("room5")?.at, noteOf("room204")?.at]).toEqual([undefined, 6, 205]);
});

test("a browser that keeps nothing, or nonsense, still chooses", async () => {
  store.set("parlour.dice", "[nonsense");
  const first = await load();
  const number = first.chooseNumber("aaaaaaaa", "c1", 0);
  expect(number).toMatch(/^[0-9a-f]{64}$/);
  vi.stubGlobal("localStorage", undefined);
  const second = await load();
  const other = second.chooseNumber("aaaaaaaa", "c1", 0);
  expect(second.noteOf("aaaaaaaa")?.seeds[0]).toBe(other);
});

// What it proves

const FAIR: Verdict = { fair: true, sentences: ["Checked."] };
const note = (changes: Partial<Note> = {}): Note => ({ commitment: "c1", seeds: { 0: "mine" }, at: 1, ...changes });

function room(dice: object = {}, changes: object = {}): Room {
  const seats = ["Ann", "Ben"].map((name, seat) => ({ seat, name, colour: "red" }));
  const fair = { kind: "fair", thrown: true, commitment: "c1", seeds: ["mine", "d"], seeded: ["own", "derived"], secret: "s" };
  return { seats, yours: [0], over: true, dice: { ...fair, ...dice }, ...changes } as unknown as Room;
}

test("against bots: your browser chose, and nobody could steer", () => {
  const found = judge(room(), FAIR, note());
  expect(found).toMatchObject({ kind: "proved", headline: "Yes, the dice were fair." });
  expect(found.reasons[0]).toBe("They follow from two numbers: the server committed to its own first, and then your browser chose one. So nobody could steer the dice.");
  expect(found.numbers).toEqual([
    { who: "The server", how: "committed to its number before anybody gave theirs" },
    { who: "Ann", how: "this browser chose the number" },
    { who: "Ben", how: "nobody chose the number; it follows from the others" },
  ]);
});

test("among people: nobody could steer alone", () => {
  const found = judge(room({ seeds: ["mine", "his"], seeded: ["own", "own"] }), FAIR, note());
  expect(found.kind).toBe("proved");
  expect(found.reasons[0]).toContain("nobody could steer the dice alone, not even the server");
  expect(found.numbers[2]).toEqual({ who: "Ben", how: "chose a number of their own" });
});

test("another commitment than the one noted is told, whatever the server says", () => {
  const found = judge(room({ commitment: "c2" }), FAIR, note());
  expect(found).toMatchObject({ kind: "wrong", reasons: [dice.otherCommitment] });
});

test("another number than the one noted is told, for each seat of this device and no other", () => {
  expect(mismatches(room({ seeds: ["hers", "d"] }), note())).toEqual([dice.otherNumber("Ann")]);
  expect(mismatches(room({ seeds: ["mine", "d"] }), note({ seeds: { 0: "mine", 1: "refused" } }))).toEqual([]);
  expect(mismatches(room({ seeds: ["mine", "d"] }, { yours: [0, 1] }), note({ seeds: { 0: "mine", 1: "b" } }))).toEqual([dice.otherNumber("Ben")]);
  expect(mismatches(room({ seeds: [null, null] }), note())).toEqual([]); // got up again
  expect(judge(room({ seeds: ["hers", "d"], seeded: ["derived", "derived"] }), FAIR, note()).kind).toBe("wrong");
});

test("dice that are not as drawn are told with the server's reasons", () => {
  const found = judge(room(), { fair: false, sentences: ["Not so."] }, note());
  expect(found).toMatchObject({ kind: "wrong", reasons: ["Not so."] });
});

test("where the server chose everything, no more is claimed", () => {
  const found = judge(room({ seeded: ["derived", "derived"], seeds: ["x", "y"] }), FAIR, undefined);
  expect(found).toMatchObject({ kind: "fixed", headline: "The throws were decided before the play began." });
  expect(found.reasons).toEqual(["The server chose all the numbers: this shows that the throws were decided before the play began, not that nobody chose them."]);
  expect(found.numbers[1]!.how).toBe("the number follows from the server's alone");
});

test("a play from before says that it does not tell who chose", () => {
  const found = judge(room({ seeded: undefined }), FAIR, undefined);
  expect(found).toMatchObject({ kind: "fixed", reasons: [dice.unsaid] });
  expect(found.numbers[1]!.how).toBe("the record does not say who chose the number");
});

test("who looked on, or sits at another device, is told what cannot be compared", () => {
  expect(judge(room({}, { yours: [] }), FAIR, undefined)).toMatchObject({ kind: "seen", reasons: [dice.lookedOn, dice.redrawn] });
  expect(judge(room(), FAIR, undefined)).toMatchObject({ kind: "seen", reasons: [dice.noNote, dice.redrawn] });
  expect(judge(room(), FAIR, undefined).numbers[1]!.how).toBe("the number was given by you, but not from this browser");
});

test("real dice, and a secret that is not told yet", () => {
  const open = { fair: false, sentences: ["Real dice were used."] };
  expect(judge(room({ kind: "manual" }), open, undefined)).toMatchObject({ kind: "open", headline: "Real dice were thrown.", reasons: ["Real dice were used."], numbers: [] });
  expect(judge(room({ secret: null }), open, note()).headline).toBe("The dice can be checked once the play is over.");
});

test("where nothing is thrown, it is the draw that is spoken of", () => {
  const found = judge(room({ thrown: false }), FAIR, note());
  expect([found.headline, ...found.reasons].join(" ")).toContain("everything was drawn fairly");
  expect([found.headline, ...found.reasons].join(" ")).not.toContain("dice");
});
