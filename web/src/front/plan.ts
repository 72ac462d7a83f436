// A set-up: which rules, who sits where, which clock. It is made from what a game declares, and can be written into a link.
import type { Game, Level, Opening, Option } from "../types";
import { company } from "./names";
import { levelOf, secondsOf, thinking } from "./thinking";

export interface Plan {
  preset: string; // "" where no preset is the usual game
  given: Record<string, string>; // options that differ from the preset
  position: string;
  seats: string[]; // you, here, open, or the name of a bot, for as many as may ever play
  clock: { kind: "none" | "move" | "total"; seconds: number; increment: number };
  dice: "fair" | "manual";
  takebacks: "ask" | "never";
  hints: "allow" | "never";
}

export const MOST_SEATS = 8;
export const YOU = "you";
export const HERE = "here";
export const OPEN = "open";
export const isBot = (who: string) => who !== YOU && who !== HERE && who !== OPEN;

/** The default of an option, unless it depends on others and is told in words only. */
export function plainDefault(option: Option): string | null {
  const known = option.choices ? option.choices.includes(option.default) : !/\s/.test(option.default);
  return known ? option.default : null;
}

/** Presets that only say how many play are left to the seats. */
export function presetsOf(game: Game): string[] {
  const named = Object.keys(game.presets).filter((name) => Object.keys(game.presets[name]!).some((option) => option !== "players"));
  return usualPreset(game) ? named : ["", ...named];
}

/** The preset that is the game with nothing changed, if it is among those offered. */
export function usualPreset(game: Game): string {
  const usual = (values: Record<string, string>) =>
    Object.entries(values).every(([name, value]) => game.options.some((option) => option.name === name && plainDefault(option) === value));
  return Object.keys(game.presets).find((name) => !onlyPlayers(game, name) && usual(game.presets[name]!)) ?? "";
}

const onlyPlayers = (game: Game, preset: string) => Object.keys(game.presets[preset]!).every((name) => name === "players");

export function newPlan(game: Game): Plan {
  return {
    preset: usualPreset(game),
    given: {},
    position: "",
    seats: [YOU, ...Array<string>(MOST_SEATS - 1).fill("")],
    clock: { kind: "none", seconds: 0, increment: 0 },
    dice: "fair",
    takebacks: "ask",
    hints: "allow",
  };
}

/** What an option stands at; for a default told in words, what it is where nothing is changed. */
export function valueOf(game: Game, plan: Plan, name: string): string {
  const option = game.options.find((option) => option.name === name);
  return option ? (plan.given[name] ?? game.presets[plan.preset]?.[name] ?? option.usual) : "";
}

/** Whether an option matters, or one of the values that are offered for it, as the others stand. */
export function matters(game: Game, plan: Plan, { needs }: Pick<Option, "needs">): boolean {
  return Object.entries(needs).every(([name, wanted]) => {
    const other = game.options.find((other) => other.name === name);
    const value = valueOf(game, plan, name).toLowerCase();
    return !!other && matters(game, plan, other) && wanted.some((one) => String(one).toLowerCase() === value);
  });
}

/** The options to send: those that matter and are not as usual anyway. */
export function optionsOf(game: Game, plan: Plan): Record<string, string> {
  const chosen = { ...game.presets[plan.preset], ...plan.given };
  const sent = game.options.filter((option) => chosen[option.name] !== undefined && chosen[option.name] !== plainDefault(option) && matters(game, plan, option));
  return Object.fromEntries(sent.map((option) => [option.name, chosen[option.name]!]));
}

export const players = (game: Game, plan: Plan) => Math.max(1, Math.min(MOST_SEATS, Number(valueOf(game, plan, "players")) || 1));

/** Another preset; the number of players stays, unless the preset says it. */
export function choosePreset(game: Game, plan: Plan, preset: string): Plan {
  const kept = plan.given.players !== undefined && game.presets[preset]?.players === undefined ? { players: plan.given.players } : {};
  return { ...plan, preset, given: kept as Record<string, string> };
}

/** An option set, or given back to the preset by nothing or by what the preset says. */
export function setOption(game: Game, plan: Plan, name: string, value: string): Plan {
  const given = { ...plan.given };
  delete given[name];
  if (value !== "" && value !== valueOf(game, { ...plan, given }, name)) given[name] = value;
  else if (value !== "" && usualInWords(game, plan, name)) given[name] = value;
  return { ...plan, given };
}

function usualInWords(game: Game, plan: Plan, name: string): boolean {
  const option = game.options.find((option) => option.name === name);
  return !!option && plainDefault(option) === null && game.presets[plan.preset]?.[name] === undefined;
}

/** Who sits on a seat now; whoever is there twice changes places. */
export function seat(plan: Plan, at: number, who: string): Plan {
  const seats = [...plan.seats];
  const before = seats.indexOf(YOU);
  if (who === YOU && before >= 0) seats[before] = seats[at]!;
  seats[at] = who;
  return { ...plan, seats };
}

/** Seats nobody has been thought of for, or a bot that does not play these rules, get one of those that do. */
export function withBots(plan: Plan, levels: Level[]): Plan {
  const others = company(levels, MOST_SEATS);
  const known = (who: string) => levels.find((level) => level.name === levelOf(who));
  const settle = (who: string, at: number) => {
    if (who && !isBot(who)) return who;
    const level = known(who);
    return level ? thinking(level.name, secondsOf(who) <= level.longest ? secondsOf(who) : 0) : (others[Math.max(0, at - 1)]?.name ?? OPEN);
  };
  return { ...plan, seats: plan.seats.map(settle) };
}

export function openingOf(game: Game, plan: Plan): Partial<Opening> {
  const bots = plan.seats.slice(0, players(game, plan)).flatMap((who, at) => (isBot(who) ? [[String(at), who]] : []));
  return {
    game: game.name,
    options: optionsOf(game, plan),
    ...(plan.position ? { position: plan.position } : {}),
    bots: Object.fromEntries(bots) as Record<string, string>,
    clock: plan.clock,
    dice: plan.dice,
    takebacks: plan.takebacks,
    hints: plan.hints,
  };
}

// In a link. Options go by their own names; what is usual is left out.

export function writePlan(game: Game, plan: Plan): string {
  const query = new URLSearchParams();
  if (plan.preset !== usualPreset(game)) query.set("preset", plan.preset);
  for (const option of game.options) {
    const value = plan.given[option.name];
    if (value !== undefined && matters(game, plan, option)) query.set(option.name, value);
  }
  const seats = plan.seats.slice(0, players(game, plan));
  const usual = withBots(newPlan(game), game.levels).seats;
  if (seats.some((who, at) => who && who !== usual[at])) query.set("seats", seats.join("."));
  if (plan.clock.kind === "move") query.set("clock", String(plan.clock.seconds));
  if (plan.clock.kind === "total") query.set("clock", `${plan.clock.seconds}+${plan.clock.increment}`);
  if (plan.dice !== "fair") query.set("throws", plan.dice);
  if (plan.takebacks !== "ask") query.set("takebacks", plan.takebacks);
  if (plan.hints !== "allow") query.set("hints", plan.hints);
  if (plan.position) query.set("position", plan.position);
  const text = query.toString();
  return text ? `?${text}` : "";
}

export function readPlan(game: Game, search: string): Plan {
  const query = new URLSearchParams(search);
  const plan = newPlan(game);
  for (const option of game.options) {
    const value = query.get(option.name);
    if (value !== null) plan.given[option.name] = value;
  }
  const preset = query.get("preset") ?? "";
  if (presetsOf(game).includes(preset) && preset) plan.preset = preset;
  else if (game.presets[preset]) plan.given = { ...game.presets[preset], ...plan.given };
  else if (!preset) recognise(game, plan);
  for (const [name, value] of Object.entries(plan.given)) if (game.presets[plan.preset]?.[name] === value) delete plan.given[name];
  const seats = query.get("seats")?.split(/[.,]/).slice(0, MOST_SEATS) ?? [];
  seats.forEach((who, at) => (plan.seats[at] = /^\w{0,32}(:seconds=\d{1,4})?$/.test(who) ? who : ""));
  const clock = /^(\d{1,6})(?:[+ ](\d{1,4}))?$/.exec(query.get("clock") ?? "");
  if (clock && Number(clock[1])) plan.clock = { kind: clock[2] === undefined ? "move" : "total", seconds: Number(clock[1]), increment: Number(clock[2] ?? 0) };
  if (query.get("throws") === "manual") plan.dice = "manual";
  if (query.get("takebacks") === "never") plan.takebacks = "never";
  if (query.get("hints") === "never") plan.hints = "never";
  plan.position = query.get("position")?.slice(0, 4000) ?? "";
  return plan;
}

/** Options among which are all that a preset says are that preset, and some changes: the one that says most. */
function recognise(game: Game, plan: Plan): void {
  const says = (preset: string) => Object.entries(game.presets[preset] ?? {});
  const fit = presetsOf(game).filter((name) => name && says(name).every(([option, value]) => plan.given[option] === value));
  const [most] = fit.sort((a, b) => says(b).length - says(a).length);
  if (most) plan.preset = most;
}

/** What the server refuses, in the words of the form instead of the names that options have in a link. */
export function inWords(game: Game, refusal: string): string {
  return game.options.reduce((text, { name, title }) => text.replace(new RegExp(`(?<![\\w-])${name}(?= |:|$)`, "g"), (key) => (key.includes("_") ? `“${title}”` : key)), refusal);
}

/** How long a play takes: what the preset says, or the quick choice where nothing else is changed; "" if nobody knows. */
export function lengthOf(game: Game, plan: Plan): string {
  const { quick, length, presets, usual } = game.front;
  const told = (presets[plan.preset] ?? usual).length;
  const given = Object.keys(plan.given).filter((option) => option !== "players");
  if (told && !given.length) return told;
  const pick = quick?.picks.find((pick) => pick.value === valueOf(game, plan, quick.option));
  const aside = ["players", quick?.option, ...Object.keys(pick?.options ?? {})];
  const changes = Object.entries(game.presets[plan.preset] ?? {}).flatMap(([name, value]) => (game.options.find((option) => option.name === name)?.usual === value ? [] : [name]));
  if ([...given, ...changes].some((option) => !aside.includes(option))) return "";
  if (!pick) return quick ? "" : length;
  return Object.entries(pick.options).every(([option, value]) => valueOf(game, plan, option) === value) ? pick.length : "";
}

// In groups, for the form.

export type Group = Option["group"];
const GROUPS: Group[] = ["begin", "play", "end", "comfort"];

export interface Field {
  option: Option;
  below: Field[]; // those that depend on it
}

/** The options to ask about at once. */
export function asked(game: Game, plan: Plan): Option[] {
  return game.options.filter((option) => game.front.asks.includes(option.name) && matters(game, plan, option));
}

/** All other options that matter, each below the one it depends on. */
export function fieldsOf(game: Game, plan: Plan): Map<Group, Field[]> {
  const groups = new Map<Group, Field[]>(GROUPS.map((group) => [group, []]));
  const known = new Map<string, Field>();
  for (const option of game.options) {
    if (option.name === "players" || game.front.asks.includes(option.name) || !matters(game, plan, option)) continue;
    const field: Field = { option, below: [] };
    const parent = known.get(option.under ?? "");
    if (parent?.option.group === option.group) parent.below.push(field);
    else groups.get(option.group)!.push(field);
    known.set(option.name, field);
  }
  for (const [group, fields] of groups) if (!fields.length) groups.delete(group);
  return groups;
}
