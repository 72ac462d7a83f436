// What else could have been made, told when nobody can use it any more.
import type { Action, Situation } from "@pages/parts/part";
import { cost } from "./sums";

export const MOST = 3; // told of

export interface Offer {
  number: number;
  pays: number; // pounds
  expression: string;
}

/** What an action states, if it states a number: `6*4+3-1=26`. */
export function offered(action: Action): Offer | null {
  const stated = /^(.+)=(\d+)$/.exec(action.notation);
  return stated && { number: Number(stated[2]), pays: action.pays, expression: stated[1]! };
}

/** At most three numbers that pay more than the one made, or than passing (0): the best first, of those that pay alike the simplest. */
export function better(legal: Action[], made: number): Offer[] {
  const simplest = new Map<number, Offer>();
  for (const offer of legal.flatMap((action) => offered(action) ?? [])) {
    const known = simplest.get(offer.number);
    if (!known || cost(offer.expression) < cost(known.expression)) simplest.set(offer.number, offer);
  }
  const paid = simplest.get(made)?.pays ?? 0;
  return [...simplest.values()]
    .filter((offer) => offer.pays > paid)
    .sort((a, b) => b.pays - a.pays || cost(a.expression) - cost(b.expression) || a.number - b.number)
    .slice(0, MOST);
}

/** The throw of a position: whatever can be made, is made of it. */
export const throwOf = (position: string) => `${/\bthrows=\d+/.exec(position)?.[0] ?? ""} ${/\bthrow=\d+/.exec(position)?.[0] ?? ""}`;

/** Whether a throw may still be of use to a person: then what it could make is not told yet. */
export function isSecret({ options, seats }: Pick<Situation, "options" | "seats">, mine: number): boolean {
  const variant = options.variant ?? "zones";
  if (variant === "basic") return false; // everybody throws for himself
  if (variant === "counters") return true; // who has placed comes again with the same dice
  return seats.some((seat) => seat.kind === "human" && seat.seat !== mine);
}
