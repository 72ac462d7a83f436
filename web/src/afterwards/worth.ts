// What moves were worth, in words: as chances of winning where the game's points stand for them, otherwise in points.
import type { Analysis, Interval } from "../types";
import { afterwards, surer } from "./words";

type Look = Analysis["plies"][number];
const SURE = 0.001;
const MOST = 5;
const LEAST = 0.01; // points: less is not worth a word

/** The chance of winning that points stand for, of 1; nothing where they stand for none. */
export function chanceOf({ chance }: Pick<Analysis, "chance">, points: number): number | null {
  return chance ? Math.min(1, Math.max(0, chance[0] + chance[1] * points)) : null;
}

/** A gain or loss: `+12 %` of the chance of winning, or `+0.42` points. */
export function gain({ chance }: Pick<Analysis, "chance">, points: number): string {
  const amount = chance ? `${Math.abs(100 * chance[1] * points).toFixed(Math.abs(chance[1] * points) < 0.0995 ? 1 : 0).replace(/\.0$/, "")} %` : Math.abs(points).toFixed(2);
  return `${points < 0 ? "−" : "+"}${amount}`;
}

/** The same of what was given away, which needs no sign. */
export const loss = (analysis: Pick<Analysis, "chance">, points: number) => gain(analysis, -points).slice(1);

/** What is only known roughly, as a sum of estimates is: `about 35 %`, or `about 0.4` points. */
export function roughly({ exact, chance }: Pick<Analysis, "exact" | "chance">, points: number, sign = ""): string {
  if (exact) return sign + loss({ chance }, points);
  const amount = chance ? 100 * chance[1] * points : points;
  return afterwards.about(`${sign}${Number(amount.toPrecision(amount < (chance ? 10 : 1) ? 1 : 2))}${chance ? " %" : ""}`);
}

/** What chance brought somebody: nothing to speak of where that lies within its error. */
export function fortune(analysis: Analysis, { luck, luck_error }: Pick<Analysis["seats"][number], "luck" | "luck_error">): string {
  if (Math.abs(luck) <= 2 * luck_error) return afterwards.even;
  return roughly(analysis, Math.abs(luck), luck < 0 ? "−" : "+");
}

/** What somebody can expect: `63 %`, or `1.25` points. */
export function expected(analysis: Analysis, points: number): string {
  const chance = chanceOf(analysis, points);
  if (chance !== null) return `${Math.round(100 * chance)} %`;
  return (Math.abs(points) < 0.005 ? 0 : points).toFixed(2).replace("-", "−").replace(/\.?0+$/, "");
}

/** Between which numbers something lies: `46 % to 50 %`, or `0.12 to 0.30` points; with a place more where they would look the same. */
export function between(analysis: Pick<Analysis, "chance">, { value, low, high }: Interval): string {
  const usual = analysis.chance ? 0 : 2;
  const write = (points: number, places: number) => {
    const chance = chanceOf(analysis, points);
    const amount = (chance === null ? points : 100 * chance).toFixed(places);
    return (Number(amount) < 0 ? amount.replace("-", "−") : amount.replace("-", "")) + (chance === null ? "" : " %");
  };
  for (const places of [usual, usual + 1]) {
    const [from, to] = [write(low ?? value, places), write(high ?? value, places)];
    if (from !== to) return surer.to(from, to);
  }
  return surer.about(write(value, usual));
}

/** Whether a move is better than another, by what it is worth more. */
export function decided({ chance }: Pick<Analysis, "chance">, { value, low, high }: Interval): string {
  const [from, to] = [low ?? value, high ?? value];
  if (from <= 0 && to >= 0) return surer.close;
  const more = from > 0 ? { value, low: from, high: to } : { value: -value, low: -to, high: -from };
  return (from > 0 ? surer.better : surer.worse)(between({ chance: chance && [0, chance[1]] }, more), !!chance);
}

/** Whether it can be made surer what a move cost: not what is exact, or has nothing to do with luck. */
export const canBeSurer = ({ exact }: Pick<Analysis, "exact">, look: Look) => !exact && look.error > 0;

/** Where it is known for certain how it must end: won, lost or drawn. */
function certainty(analysis: Analysis, look: Look, values: number[]): keyof typeof afterwards.certain | null {
  const chance = look.seat == null || look.error > 0 ? null : chanceOf(analysis, values[look.seat] ?? 0);
  if (chance === null) return null;
  return chance > 1 - SURE ? "won" : chance < SURE ? "lost" : Math.abs(chance - 0.5) < SURE ? "drawn" : null;
}

/** What a move cost whoever made it. */
export function verdict(analysis: Analysis, look: Look): string {
  const [before, after] = [certainty(analysis, look, look.before), certainty(analysis, look, look.values)];
  if (before && after && before !== after) return afterwards.turned(afterwards.certain[before], afterwards.certain[after]);
  return afterwards.cost(loss(analysis, look.cost), !!analysis.chance);
}

/** Whether a move is known to have cost something that is worth a word. */
export const isCostly = (look: Look) => look.sure && look.cost > LEAST && !!look.better;

/** The moves that cost most, of those that are wanted. */
export function costliest({ plies }: Analysis, isWanted: (look: Look) => boolean = () => true): Look[] {
  return plies
    .filter((look) => isCostly(look) && isWanted(look))
    .sort((a, b) => b.cost - a.cost)
    .slice(0, MOST);
}
