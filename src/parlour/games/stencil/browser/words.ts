// The words of this game's part of the page, in one table a language.
export const words = {
  title: "Your plate",
  take: "Claim: take up the plate",
  turn: "Turn it and lay it: three of yours and one of theirs in the holes win.",
  blind: "They stay blank until then.",
  left: "Turn it to the left",
  right: "Turn it to the right",
  over: "Turn it over",
  lay: "Lay it on the board",
  back: "Put it back",
};
