// Asking the server. A refusal is an Error with the server's own sentence; a lost network is tried again where that is harmless.
// What only the pages of one folder ask stands there, in `asking.ts`: the play page does without it.
import { chooseNumber } from "./dice/numbers";
import { hear } from "./reach.svelte";
import type { Card, Done, Fairness, FairnessUnderWay, Found, Game, Hint, Lesson, Level, Meaning, Network, Opened, Opening, OpenTables, Page, Phrase, QrCode, Reason, Room, Scene, Sheets, UnderWay, Verdict } from "./types";

export class Refused extends Error {
  constructor(
    readonly status: number,
    sentence: string,
    readonly option = "", // of a game, where it has to be changed
  ) {
    super(sentence);
  }
}

export class Unreachable extends Error {}

/** What was asked about is past: nobody needs to be told. */
export class Stale extends Error {}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    hear(null);
    throw new Unreachable();
  }
  const gone = answer.status === 502 || answer.status === 503 || answer.status === 504;
  hear(gone ? null : answer);
  if (gone) throw new Unreachable();
  const text = await answer.text();
  const kind = answer.headers.get("Content-Type") ?? "";
  const data = kind.includes("json") && text ? JSON.parse(text) : text;
  if (!answer.ok) throw new Refused(answer.status, data?.error ?? `${answer.status} ${answer.statusText}`, data?.option ?? "");
  return data as T;
}

export const get = <T>(path: string) => ask<T>("GET", path);
export const post = <T>(path: string, body: unknown) => ask<T>("POST", path, body);

export const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** Sends again and again until there is an answer; only for requests that are harmless when they arrive twice. */
export async function insist<T>(send: () => Promise<T>, lost: () => void = () => {}): Promise<T> {
  for (let pause = 300; ; pause = Math.min(pause * 1.6, 5000)) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      lost();
      await wait(pause);
    }
  }
}

function query(options: Record<string, string>): string {
  const text = new URLSearchParams(options).toString();
  return text ? `?${text}` : "";
}

export const games = () => get<Game[]>("/games");
export const levels = (game: string, options: Record<string, string>) => get<Level[]>(`/games/${game}/levels${query(options)}`);
export const seats = (game: string, options: Record<string, string>) => get<string[]>(`/games/${game}/seats${query(options)}`);
export const figure = (game: string, options: Record<string, string> = {}) => get<Scene>(`/games/${game}/figure${query(options)}`);
/** Whether rules are fair, and how long they take; or how far the bots are who find out. */
export const fairness = (game: string, options: Record<string, string>) => get<Fairness | FairnessUnderWay>(`/games/${game}/fairness${query(options)}`);
export const lesson = (game: string, about = "") => get<Lesson>(`/games/${game}/lesson${about ? `?about=${about}` : ""}`);
export const page = (game: string) => get<Page>(`/games/${game}/page`);
export const sheets = (game: string, options: Record<string, string>) => get<Sheets>(`/games/${game}/sheets${query(options)}`);
/** Your own key, to be taken along; it is a secret. */
export const ownKey = () => post<{ key: string }>("/guests/key", undefined);
export const takeKey = (key: string) => ask<unknown>("PUT", "/guests/key", { key });
export const openRoom = (opening: Partial<Opening>) => post<Opened>("/rooms", opening);
/** The room that waits for people by four letters. */
export const findWaiting = (short: string) => get<Found>(`/short-codes/${short}`);
/** A room without its board. */
export const glance = (code: string) => get<Room>(`/rooms/${code}?detail=text`);
export const seeRoom = (code: string) => get<Room>(`/rooms/${code}`);
/** Sits down, with a number for the dice that is chosen only now that the server's commitment has come. */
export const sit = (code: string, seat: number, name: string, commitment: string | null | undefined) =>
  post<Done>(`/rooms/${code}/seats/${seat}`, { name, seed: chooseNumber(code, commitment, seat) });
export const leave = (code: string, seat: number) => ask<Done>("DELETE", `/rooms/${code}/seats/${seat}`);
export const engage = (code: string, seat: number, bot: string) => ask<Done>("PUT", `/rooms/${code}/seats/${seat}/bot`, { bot });
/** Let somebody take the place of a bot that plays. */
export const free = (code: string, seat: number) => ask<Done>("DELETE", `/rooms/${code}/seats/${seat}/bot`);
/** Take that place. The dice are fixed by then, so no number goes with it. */
export const takeOver = (code: string, seat: number, name: string) => post<Done>(`/rooms/${code}/seats/${seat}`, { name });
export const standIn = (code: string, seat: number, bot: string) => ask<Done>("PUT", `/rooms/${code}/seats/${seat}/stand-in`, { bot });
export const comeBack = (code: string, seat: number) => ask<Done>("DELETE", `/rooms/${code}/seats/${seat}/stand-in`);
export const move = (code: string, seat: number, after: number, move: string) => post<Done>(`/rooms/${code}/moves`, { seat, after, move });
export const check = (code: string, seat: number, move: string) => post<Meaning>(`/rooms/${code}/check`, { seat, move });
/** Why things on the board, touched one after another, are no move; "" where there is no more to say. */
export const why = (code: string, seat: number, touched: string[]) => post<Reason>(`/rooms/${code}/why`, { seat, touched });
/** A hint of a level; or how far the search is with being made ready. */
export async function hint(code: string, seat: number, after: number, level: number): Promise<Hint | UnderWay> {
  try {
    return await post<Hint | UnderWay>(`/rooms/${code}/hints`, { seat, after, level });
  } catch (error) {
    if (error instanceof Refused && error.status === 409 && (await glance(code)).after !== after) throw new Stale();
    throw error;
  }
}
export const undo = (code: string, seat: number, after: number) => post<Done>(`/rooms/${code}/undo`, { seat, after });
export const offer = (code: string, seat: number, what: string, after?: number) => post<Done>(`/rooms/${code}/offers`, { seat, what, after });
export const answer = (code: string, seat: number, what: string, yes: boolean) => post<Done>(`/rooms/${code}/answers`, { seat, what, yes });
/** Does not wait any longer until somebody who is away says whether to play again. */
export const skip = (code: string, seat: number, without: number) => post<Done>(`/rooms/${code}/offers`, { seat, what: "rematch", without });
export const claim = (code: string, seat: number, absent: number) => post<Done>(`/rooms/${code}/claims`, { seat, absent });
export const rename = (code: string, seat: number, name: string) => ask<Done>("PUT", `/rooms/${code}/seats/${seat}/name`, { name });
export const phrases = () => get<Phrase[]>("/reactions");
export const react = (code: string, seat: number, what: string) => post<Done>(`/rooms/${code}/reactions`, { seat, what });
export const resign = (code: string, seat: number) => post<Done>(`/rooms/${code}/resign`, { seat });
export const verify = (code: string) => get<Verdict>(`/rooms/${code}/dice`);

/** The rooms that wait for anybody, where the server keeps a list of them. */
export const openTables = () => get<OpenTables>("/open-tables");
export const letAnyone = (code: string, anyone: boolean) => ask<Done>("PUT", `/rooms/${code}/anyone`, { anyone });

/** An address as a code for cameras. It goes in a body: some links should stand in no log. */
export const qr = (text: string) => post<QrCode>("/qr", { text });
/** Whether others on the local network can come here. */
export const network = () => get<Network>("/network");
export const letIn = (open: boolean) => ask<Network>("PUT", "/network", { open });

/** What a game has to tell about things on its board, by their ids. */
const known = new Map<string, Promise<Record<string, Card>>>();
export function cards(game: string): Promise<Record<string, Card>> {
  if (!known.has(game)) known.set(game, get<Record<string, Card>>(`/games/${game}/cards`));
  return known.get(game)!;
}
