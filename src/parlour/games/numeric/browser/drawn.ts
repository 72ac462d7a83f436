// The action cards that were drawn, as the story tells of them.
import type { Told } from "@pages/parts/part";

const NOT_OF_A_CARD = ["throws", "covers", "places", "passes", "cannot", "last_throw", "game_over"]; // though told along with one

export interface Drawn {
  at: number; // the entry of the story
  mine: boolean;
  drawn: string; // by whom, and which card: "Dora draws card 23"
  text: string; // what is printed on it
  came: string[]; // what it did
}

/** Every card of a story. What is printed speaks to whoever drew it, so that it is to be shown together with who that was. */
export function drawnCards(story: Told[], held: number[]): Drawn[] {
  return story.flatMap((told, i) => {
    if (told.kind !== "draws_card") return [];
    const [drawn = "", ...text] = told.sentence.split(": ");
    const came = story.slice(i + 1).filter((other) => other.number === told.number && !NOT_OF_A_CARD.includes(other.kind));
    return [{ at: told.number, mine: held.includes(told.numbers[0]!), drawn, text: text.join(": "), came: came.map((other) => other.sentence) }];
  });
}
