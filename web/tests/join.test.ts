import { expect, test } from "vitest";
import { wanted } from "../src/front/join";

test("a code is a room, however it is written", () => {
  expect(wanted("kx7fw2ma")).toEqual({ room: "kx7fw2ma", seat: "" });
  expect(wanted("  KX7FW2MA\n")).toEqual({ room: "kx7fw2ma", seat: "" });
});

test("a link is a room, with the seat it invites to", () => {
  expect(wanted("https://parlour.example/room/kx7fw2ma")).toEqual({ room: "kx7fw2ma", seat: "" });
  expect(wanted("http://127.0.0.1:8080/room/kx7fw2ma?seat=2#top")).toEqual({ room: "kx7fw2ma", seat: "2" });
  expect(wanted("parlour.example/room/kx7fw2ma/")).toEqual({ room: "kx7fw2ma", seat: "" });
  expect(wanted("/room/kx7fw2ma")).toEqual({ room: "kx7fw2ma", seat: "" });
});

test("a link to another page of the house leads there", () => {
  expect(wanted("https://parlour.example/play/quatro?preset=cube")).toEqual({ path: "/play/quatro?preset=cube" });
  expect(wanted("https://parlour.example/rules/quatro/")).toEqual({ path: "/rules/quatro/" });
  expect(wanted("https://parlour.example/replay/kx7fw2ma")).toEqual({ path: "/replay/kx7fw2ma" });
});

test("anything else is nothing", () => {
  for (const text of ["", "hello there", "kx7f", "https://parlour.example/", "https://parlour.example/api/rooms", "kx7fw2ma kx7fw2mb"]) expect(wanted(text)).toBeNull();
});
