// The words of this game's part of the page, in one table a language.
export const words = {
  title: "Element",
  hint: "Point at a square to see its element.",
  group: (group: string) => `group ${group}`,
  piece: "your piece on",
  theirPiece: "their piece on",
  up: "whoever lands on it rises to",
  down: "passed or struck, it falls to",
  upHere: (to: string) => `Up: a piece that lands on another here ${to === "stays" ? "stays" : `rises to ${to}`}.`,
  downHere: (to: string) => `Down: a piece passed or struck here falls to ${to}.`,
};
