// The words of this game's part of the page, in one table a language.
export const words = {
  title: "Element",
  hint: "Point at a square to see its element.",
  group: (group: string) => `group ${group}`,
  piece: "your piece on",
  theirPiece: "their piece on",
  up: "whoever lands on it rises to",
  down: "passed or struck, it falls to",
  upHere: (to: string) => `Lands on another: ${to === "stays" ? to : `up to ${to}`}.`,
  downHere: (to: string) => `Passed or struck: down to ${to}.`,
};
