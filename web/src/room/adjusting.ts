// What the settings say.
export const adjusting = {
  look: "Look",
  looks: { auto: "system", paper: "paper", blueprint: "blueprint" },
  contrast: "More contrast",
  sound: "Sounds",
  sayings: "Show what others say",
  speeds: { slow: "Slow", normal: "Normal", fast: "Fast", instant: "Instant" },
  keys: "Keyboard: B goes to the board, the arrow keys and Page Down move around it, Enter selects, Escape cancels.",
};
