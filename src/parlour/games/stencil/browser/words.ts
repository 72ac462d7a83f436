// The words of this game's part of the page, in one table a language.
export const words = {
  title: "Your plate",
  take: "Take up the plate",
  left: "Turn it to the left",
  right: "Turn it to the right",
  over: "Turn it over",
  lay: "Lay it on the board",
  back: "Put it back",
};
