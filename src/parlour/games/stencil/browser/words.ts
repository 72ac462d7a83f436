// The words of this game's part of the page, in one table a language.
export const words = {
  title: "Your plate",
  take: "Claim: take up the plate",
  wins: "Three of yours and one of theirs in the holes win. The holes stay blank until you lay the plate.",
  left: "Turn it to the left",
  right: "Turn it to the right",
  over: "Turn it over",
  lay: "Lay it on the board",
  back: "Put it back",
};
