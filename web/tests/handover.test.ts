import { expect, test } from "vitest";
import { readLink, writeLink } from "../src/mine/handover";

const key = "mZoBJNbx1JrZFO6gB_VW3x5Qy62OufY5";
const rooms = [
  { code: "kx7fw2ma", at: 1_794_000_000_000 },
  { code: "abcdefgh", at: 0 },
];

test("the key is in the fragment alone, and comes out as it went in", () => {
  const link = new URL(writeLink("https://example.test", { key, rooms }));
  expect(link.href.split("#")[0]).toBe("https://example.test/mine");
  expect(link.search).toBe("");
  expect(readLink(link.hash)).toEqual({ key, rooms });
});

test("only as many rooms go along as a camera can read, and only real codes", () => {
  const many = Array.from({ length: 40 }, (_, i) => ({ code: `room${String(i).padStart(4, "0")}`, at: i * 1000 }));
  const link = writeLink("https://example.test", { key, rooms: [{ code: "x.y#z", at: 1 }, ...many] });
  expect(link.length).toBeLessThan(300);
  const found = readLink(new URL(link).hash);
  expect(found).toMatchObject({ key, rooms: many.slice(0, 12) });
});

test("other fragments are no links, and damaged ones are told from them", () => {
  for (const other of ["", "#", "#games", "go=x"]) expect(readLink(other)).toBeNull();
  const whole = new URL(writeLink("https://example.test", { key, rooms })).hash;
  for (const bad of ["#go=", "#go=short", `#go=${key}x`, `${whole}.`, `${whole}.ABCDEFGH1`, `#go=${key}.abc`, `#go=${key}.abcdefgh`, `#go=${key}.abcdefghzzzzzzzzz`, `#go=${key}${".abcdefgh1".repeat(13)}`]) expect(readLink(bad)).toBe("broken");
});

test("whatever is done to a link, it is read whole or not at all", () => {
  const whole = new URL(writeLink("https://example.test", { key, rooms })).hash;
  const letters = ["a", "Z", "9", "_", "-", ".", "#", "=", "%", " ", "é", "<"];
  let broken = 0;
  for (let at = 0; at < whole.length; at++)
    for (const letter of letters)
      for (const changed of [whole.slice(0, at) + letter + whole.slice(at + 1), whole.slice(0, at) + letter + whole.slice(at), whole.slice(0, at)]) {
        const found = readLink(changed);
        if (found === "broken") broken++;
        else if (found) {
          expect(found.key).toMatch(/^[A-Za-z0-9_-]{32}$/);
          for (const room of found.rooms) expect([/^[a-z0-9]{8}$/.test(room.code), Number.isFinite(new Date(room.at).getTime())]).toEqual([true, true]);
        }
      }
  expect(broken).toBeGreaterThan(1000);
});
