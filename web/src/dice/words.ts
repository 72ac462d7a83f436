// What is said of the dice of a play once it is checked, or of its draw where nothing is thrown.
const dice = {
  ask: "Were the dice fair?",
  proved: "Yes, the dice were fair.",
  seen: "As far as can be told from here, the dice were fair.",
  fixed: "The dice were fixed before the play.",
  wrong: "Careful: something about these dice does not fit.",
  manual: "Real dice were thrown.",
  notYet: "The dice can be checked once the play is over.",
  youChose: "They follow from two numbers: the server fixed its own first, and then your browser chose one. So nobody could steer the dice.",
  youChoseToo: "They follow from two numbers: the server fixed its own first, and then your browser chose one. So nobody could steer the dice alone, not even the server.",
  redrawn: "Everything that chance decided follows from these numbers and from what was played. It was all worked out again just now, and it fits.",
  serverChose: "The server chose all numbers: this shows that the dice were fixed before the play, not that nobody chose them.",
  unsaid: "This play does not tell who chose the numbers: it shows that the dice were fixed before the play, not that nobody chose them.",
  noNote: "This browser has no note of a number that it chose here, so it cannot compare. Did you sit down on another device?",
  lookedOn: "You looked on. Those who played can compare with the numbers that their own devices chose.",
  otherCommitment: "The server had fixed another number before you sat down than the one it goes by now.",
  otherNumber: (who: string) => `For ${who} this browser chose another number than the one that counts now.`,
  whoChose: "Who chose the numbers?",
  server: "The server",
  fixedFirst: "fixed its number before anybody gave theirs",
  here: "this browser chose the number",
  yours: "the number was given by you, but not from this browser",
  theirs: "chose a number of their own",
  derived: "nobody chose the number; it follows from the others",
  servers: "the number follows from the server's alone",
  unknown: "it is not told who chose the number",
  yourself: "You need not take our word for it: any program can check the record.",
};

const draw: Partial<typeof dice> = {
  ask: "Was everything drawn fairly?",
  proved: "Yes, everything was drawn fairly.",
  seen: "As far as can be told from here, everything was drawn fairly.",
  fixed: "The draw was fixed before the play.",
  wrong: "Careful: something about this draw does not fit.",
  notYet: "The draw can be checked once the play is over.",
  youChose: "It follows from two numbers: the server fixed its own first, and then your browser chose one. So nobody could steer it.",
  youChoseToo: "It follows from two numbers: the server fixed its own first, and then your browser chose one. So nobody could steer it alone, not even the server.",
  serverChose: "The server chose all numbers: this shows that the draw was fixed before the play, not that nobody chose it.",
  unsaid: "This play does not tell who chose the numbers: it shows that the draw was fixed before the play, not that nobody chose it.",
};

/** The words for a play. */
export const wordsFor = (thrown: boolean): typeof dice => (thrown ? dice : { ...dice, ...draw });
