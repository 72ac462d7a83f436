import type { Told } from "@pages/parts/part";
import { expect, it } from "vitest";
import { drawnCards } from "../drawn";

const STORY: Told[] = [
  { number: 7, kind: "covers", numbers: [1, 13], aside: false, closes: false, weight: 1, sentence: "Dora makes 13 = 6 + 6 + 3 − 2, and covers it." },
  { number: 8, kind: "draws_card", numbers: [1, 10], aside: false, closes: false, weight: 1, sentence: "Dora draws card 10: You lost a bet: pay each player £20." },
  { number: 8, kind: "gives", numbers: [1, 0, 20], aside: false, closes: false, weight: 1, sentence: "Dora pays £20 to you." },
  { number: 8, kind: "game_over", numbers: [2], aside: false, closes: false, weight: 1, sentence: "The game is over: the agreed number of throws has been made. You win." },
];

it("says who drew a card before what it says to them", () => {
  const [card] = drawnCards(STORY, [0]);
  expect(card).toMatchObject({ at: 8, mine: false, drawn: "Dora draws card 10", text: "You lost a bet: pay each player £20." });
});

it("does not print the end of the game on a card", () => {
  expect(drawnCards(STORY, [1])[0]).toMatchObject({ mine: true, came: ["Dora pays £20 to you."] });
});
