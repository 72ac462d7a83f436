// What guided first plays say.
export const teaching = {
  of: (n: number, of: number) => `${n} of ${of}`,
  progress: "Where you are in the lesson",
  back: "Back",
  next: "Next",
  showMe: "Show me",
  lesson: (game: string) => `Learn to play ${game}`,
  figure: "The figure",
  touch: (numerals: number[]) => `touch ${numerals.join(", then ")}`,
  asShown: "do as it says above",
  example: (text: string) => `For example: ${text}`,
  allowed: (what: string, then: string) => `That is allowed too: ${what.charAt(0).toLowerCase() + what.slice(1)} But for now, ${then}.`,
  possible: (what: string, then: string) => `${what}: possible too. But for now, ${then}.`,
  notNow: (what: string, then: string) => `${what}: not now. Please ${then}.`,
  numeral: (n: number) => `number ${n} in the figure`,
  happened: "What happened",
  none: "There is no lesson to show",
  over: (game: string) => `Now you can play ${game}`,
  overAbout: (what: string) => `That was: ${what}`,
  further: "Short lessons on optional rules",
  usual: "To the lesson on the usual game",
  again: "Start again",
};

// What the page says from which a game is printed.
export const paper = {
  link: "Print it",
  title: (game: string) => `${game}, to print and play`,
  line: "Everything on the table, at actual size: print it, cut it out, and play without a screen.",
  preset: "Rules",
  usual: "the usual game",
  paper: "Paper",
  ink: "Ink",
  print: "Print",
  count: (n: number) => (n === 1 ? "1 sheet" : `${n} sheets`),
  scale: "Print at 100 %, not “fit to page”. The ruler at the foot of every sheet is 100 mm long.",
  none: "There is nothing to print",
};

// What the page of rules says.
export const reading = {
  contents: "Contents",
  law: "The full rules",
  lawLine: "Every rule and ruling, options, notation and worked examples",
  play: "Play",
  none: "There are no rules to show",
  fig: (n: number) => `FIG. ${n}.`,
  rule: (n: string) => `Rule ${n}`,
  ruling: (n: string) => `Ruling ${n}`,
  wide: "A wide part of the page: scroll sideways",
  top: "To the top",
};
