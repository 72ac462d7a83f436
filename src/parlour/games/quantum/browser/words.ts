// The words of this game's part of the page, in one table a language.
export const words = {
  title: "Element",
  hint: "Point at a square to see its element.",
  group: (group: string) => `group ${group}`,
  piece: "piece",
  up: "up",
  down: "down",
};
