import { describe, expect, test } from "vitest";
import { company, freeName, placeName, range, tidyName } from "../src/front/names";
import * as plans from "../src/front/plan";
import type { Game, Option } from "../src/types";

const option = (name: string, values: string, def: string, needs: Record<string, unknown[]> = {}, place: Partial<Option> = {}): Option => {
  const choices = /^[\w]+(, \w+)+$/.test(values) ? values.split(", ") : null;
  return { name, title: name, help: name, values, default: def, usual: /^\w+/.exec(def)![0], choices, titles: choices, offers: [], needs: needs as Option["needs"], group: "play", under: null, ...place };
};

const known = (...names: string[]) => names.map((name) => ({ name, line: name, longest: 10 }));

const game: Game = {
  name: "draughts",
  title: "Draughts",
  line: "",
  source: "",
  version: 1,
  players: [2, 3, 4],
  levels: known("pip", "dora", "albert"),
  options: [
    option("players", "2, 3, 4", "2"),
    option("variant", "plain, cards", "plain"),
    option("cards", "true, false", "true, except in plain", { variant: ["cards"] }),
    option("deck_mode", "cycle, shuffle", "cycle", { cards: [true] }, { under: "cards" }),
    option("last_card", "ends, goes_on", "ends", { cards: [true] }, { under: "cards", group: "end" }),
    option("turn_limit", "0 to 1000", "100", {}, { group: "end" }),
    option("men", "1 to 20", "12 for two, else 8", {}, { group: "begin" }),
  ],
  presets: { two: { players: "2" }, four: { players: "4" }, plain: { variant: "plain" }, cards: { variant: "cards" }, fast: { variant: "cards", turn_limit: "20" }, crowd: { players: "4", men: "4" } },
  lesson: false,
  front: { order: 1, length: "", picture: { position: "", view: null, round: false }, quick: null, asks: [], throws: true, usual: { title: "", line: "", length: "" }, presets: { fast: { title: "Fast", line: "", length: "5 minutes" } } },
};
const rule = (name: string) => game.options.find((one) => one.name === name)!;

describe("what is usual", () => {
  test("a default told in words is no value", () => {
    expect(plans.plainDefault(rule("turn_limit"))).toBe("100");
    expect(plans.plainDefault(rule("men"))).toBeNull();
    expect(plans.plainDefault(rule("cards"))).toBeNull();
  });

  test("presets that only count players are left to the seats", () => {
    expect(plans.presetsOf(game)).toEqual(["plain", "cards", "fast", "crowd"]);
    expect(plans.usualPreset(game)).toBe("plain");
    const { plain: _, ...others } = game.presets;
    expect(plans.presetsOf({ ...game, presets: others })).toEqual(["", "cards", "fast", "crowd"]);
  });
});

describe("options", () => {
  test("matter only when what they need is so, all the way up", () => {
    const plan = plans.newPlan(game);
    expect(plans.matters(game, plan, rule("cards"))).toBe(false);
    expect(plans.matters(game, plan, rule("deck_mode"))).toBe(false);
    const cards = plans.choosePreset(game, plan, "cards");
    expect(plans.matters(game, cards, rule("deck_mode"))).toBe(true);
    expect(plans.matters(game, plans.setOption(game, cards, "cards", "false"), rule("deck_mode"))).toBe(false);
  });

  test("are sent when they differ from the usual and matter", () => {
    let plan = plans.choosePreset(game, plans.newPlan(game), "fast");
    expect(plans.optionsOf(game, plan)).toEqual({ variant: "cards", turn_limit: "20" });
    plan = plans.setOption(game, plan, "deck_mode", "shuffle");
    plan = plans.setOption(game, plan, "turn_limit", "100");
    expect(plans.optionsOf(game, plan)).toEqual({ variant: "cards", deck_mode: "shuffle" });
    plan = plans.setOption(game, plan, "variant", "plain");
    expect(plans.optionsOf(game, plan)).toEqual({});
  });

  test("set to what the preset says are no change, and emptied ones are as usual again", () => {
    let plan = plans.setOption(game, plans.choosePreset(game, plans.newPlan(game), "fast"), "turn_limit", "30");
    expect(plan.given).toEqual({ turn_limit: "30" });
    plan = plans.setOption(game, plan, "turn_limit", "20");
    expect(plan.given).toEqual({});
    plan = plans.setOption(game, plan, "cards", "true");
    expect(plan.given).toEqual({ cards: "true" });
    expect(plans.setOption(game, plan, "cards", "").given).toEqual({});
  });

  test("stay with the number of players, unless a preset says it", () => {
    const plan = plans.setOption(game, plans.newPlan(game), "players", "3");
    expect(plans.players(game, plans.choosePreset(game, plan, "cards"))).toBe(3);
    expect(plans.players(game, plans.choosePreset(game, plan, "crowd"))).toBe(4);
  });

  test("stand below those they depend on", () => {
    const plan = plans.choosePreset(game, plans.newPlan(game), "cards");
    const fields = plans.fieldsOf(game, plan);
    expect([...fields.keys()]).toEqual(["begin", "play", "end"]);
    expect(fields.get("play")!.map((field) => field.option.name)).toEqual(["variant", "cards"]);
    expect(fields.get("play")![1]!.below.map((field) => field.option.name)).toEqual(["deck_mode"]);
    expect(fields.get("end")!.map((field) => field.option.name)).toEqual(["last_card", "turn_limit"]);
  });
});

describe("seats", () => {
  test("nobody sits twice", () => {
    const plan = plans.withBots(plans.newPlan(game), known("pip", "dora", "albert"));
    expect(plan.seats.slice(0, 3)).toEqual(["you", "dora", "pip"]);
    expect(plans.seat(plan, 1, "you").seats.slice(0, 2)).toEqual(["dora", "you"]);
  });

  test("bots that do not play these rules make room for one that does", () => {
    const plan = plans.seat(plans.newPlan(game), 1, "octavia");
    expect(plans.withBots(plan, known("pip")).seats[1]).toBe("pip");
    expect(plans.withBots(plan, []).seats[1]).toBe("open");
  });

  test("a bot thinks as long as it was told, where it can", () => {
    const plan = plans.seat(plans.newPlan(game), 1, "dora:seconds=5");
    expect(plans.withBots(plan, known("pip", "dora")).seats[1]).toBe("dora:seconds=5");
    expect(plans.withBots(plan, [{ name: "dora", line: "", longest: 2 }]).seats[1]).toBe("dora");
    expect(plans.withBots(plan, known("pip")).seats[1]).toBe("pip");
    expect(plans.openingOf(game, plan).bots).toEqual({ "1": "dora:seconds=5" });
    expect(plans.readPlan(game, plans.writePlan(game, plan)).seats[1]).toBe("dora:seconds=5");
    expect(plans.readPlan(game, "?seats=you.dora:seconds=-5").seats[1]).toBe("");
  });

  test("only as many as play are opened", () => {
    const plan = plans.seat(plans.withBots(plans.setOption(game, plans.newPlan(game), "players", "3"), known("pip")), 2, "open");
    expect(plans.openingOf(game, plan)).toMatchObject({ game: "draughts", options: { players: "3" }, bots: { "1": "pip" } });
  });
});

describe("links", () => {
  const search = (plan: plans.Plan) => plans.writePlan(game, plan);

  test("a usual set-up needs no words", () => {
    expect(search(plans.newPlan(game))).toBe("");
    expect(search(plans.withBots(plans.newPlan(game), known("pip", "dora", "albert")))).toBe("");
    expect(search(plans.seat(plans.newPlan(game), 1, "pip"))).toBe("?seats=you.pip");
  });

  test("give back what was written", () => {
    let plan = plans.choosePreset(game, plans.newPlan(game), "fast");
    plan = plans.setOption(game, plan, "deck_mode", "shuffle");
    plan = plans.setOption(game, plan, "players", "3");
    plan = plans.withBots(plans.seat(plans.seat(plan, 1, "here"), 2, "open"), known("pip"));
    plan = { ...plan, clock: { kind: "total", seconds: 600, increment: 5 }, dice: "manual", takebacks: "never", hints: "never", position: "a=1|b c=2" };
    const back = plans.withBots(plans.readPlan(game, search(plan)), known("pip"));
    expect(back).toEqual(plan);
    const timed = { ...plan, clock: { kind: "move" as const, seconds: 30, increment: 0 } };
    expect(plans.readPlan(game, search(timed)).clock).toEqual(timed.clock);
  });

  test("plain options are recognised as the preset that says most of them", () => {
    expect(plans.readPlan(game, "?variant=cards&turn_limit=20&men=5")).toMatchObject({ preset: "fast", given: { men: "5" } });
    expect(plans.readPlan(game, "?preset=four")).toMatchObject({ preset: "plain", given: { players: "4" } });
    expect(plans.readPlan(game, "?colour=red&clock=soon&seats=you,a%20b").seats[1]).toBe("");
  });
});

describe("names", () => {
  test("a seat that is called by a letter alone is a player", () => {
    expect(placeName("A")).toBe("Player A");
    expect(placeName("Red")).toBe("Red");
  });

  test("hold nothing that a record cannot", () => {
    expect(tidyName(' An"n|\u202e ', "Guest")).toBe("Ann");
    expect(tidyName(" \t", "Guest")).toBe("Guest");
    expect(tidyName("x".repeat(50), "Guest")).toHaveLength(32);
    expect(freeName("Guest", ["Ann", null])).toBe("Guest");
    expect(freeName("Guest", ["Guest", "Guest 2", null])).toBe("Guest 3");
  });

  test("that lie close together are a range", () => {
    expect(range([2, 3, 4])).toBe("2–4");
    expect(range([2])).toBe("2");
    expect(range([2, 4])).toBe("2, 4");
  });

  test("of bots begin in the middle", () => {
    expect(company(["a", "b", "c", "d", "e", "f"], 3)).toEqual(["c", "b", "d"]);
    expect(company([], 3)).toEqual([]);
    expect(company(["a"], 2)).toEqual(["a", "a"]);
  });
});

describe("in words", () => {
  test("what is asked at once is not asked again among all rules", () => {
    const asking: Game = { ...game, front: { ...game.front, asks: ["turn_limit"] } };
    const plan = plans.newPlan(asking);
    expect(plans.asked(asking, plan).map((option) => option.name)).toEqual(["turn_limit"]);
    expect([...plans.fieldsOf(asking, plan).values()].flat().map((field) => field.option.name)).not.toContain("turn_limit");
  });

  test("a refusal names rules as the form does", () => {
    const titled: Game = { ...game, options: game.options.map((one) => (one.name === "turn_limit" ? { ...one, title: "Longest game" } : one)) };
    expect(plans.inWords(titled, "turn_limit cannot be 'x': expected 0 to 1000")).toBe("“Longest game” cannot be 'x': expected 0 to 1000");
    expect(plans.inWords(titled, "too many players")).toBe("too many players");
  });

  test("a length is told only while it is true", () => {
    const fast = plans.choosePreset(game, plans.newPlan(game), "fast");
    expect(plans.lengthOf(game, fast)).toBe("5 minutes");
    expect(plans.lengthOf(game, plans.setOption(game, fast, "players", "4"))).toBe("5 minutes");
    expect(plans.lengthOf(game, plans.setOption(game, fast, "turn_limit", "500"))).toBe("");
  });

  test("the quick choice tells its length where nothing else is changed", () => {
    const picture = { position: "", view: null, round: false };
    const picks = [{ value: "2", title: "Two", line: "", length: "10 minutes", picture, options: {} }];
    const quick: Game = { ...game, front: { ...game.front, quick: { option: "players", first: "2", picks } } };
    const plan = plans.newPlan(quick);
    expect(plans.lengthOf(quick, plan)).toBe("10 minutes");
    expect(plans.lengthOf(quick, plans.setOption(quick, plan, "players", "4"))).toBe("");
    expect(plans.lengthOf(quick, plans.setOption(quick, plan, "men", "3"))).toBe("");
    expect(plans.lengthOf(quick, plans.choosePreset(quick, plan, "cards"))).toBe("");
  });
});
