// What is said of the dice of a play once it is checked, or of its draw where nothing is thrown.
const dice = {
  ask: "Were the dice fair?",
  proved: "Yes, the dice were fair.",
  seen: "As far as this browser can tell, the dice were fair.",
  fixed: "The throws were decided before the play began.",
  wrong: "Careful: something about these dice does not add up.",
  manual: "Real dice were thrown.",
  notYet: "The dice can be checked once the play is over.",
  youChose: "They follow from two numbers: the server committed to its own first, and then your browser chose one. So nobody could steer the dice.",
  youChoseToo: "They follow from two numbers: the server committed to its own first, and then your browser chose one. So nobody could steer the dice alone, not even the server.",
  redrawn: "Everything that chance decided follows from these numbers and from what was played. All of it has just been worked out again, and it matches.",
  serverChose: "The server chose all the numbers: this shows that the throws were decided before the play began, not that nobody chose them.",
  unsaid: "The record does not say who chose the numbers: this shows that the throws were decided before the play began, not that nobody chose them.",
  noNote: "This browser has no record of choosing a number here, so it cannot compare. Did you sit down on another device?",
  lookedOn: "You were watching. The players can compare with the numbers that their own devices chose.",
  otherCommitment: "Before you sat down, the server had committed to a different number from the one it uses now.",
  otherNumber: (who: string) => `For ${who}, this browser chose a different number from the one that counts now.`,
  whoChose: "Who chose the numbers?",
  server: "The server",
  fixedFirst: "committed to its number before anybody gave theirs",
  here: "this browser chose the number",
  yours: "the number was given by you, but not from this browser",
  theirs: "chose a number of their own",
  derived: "nobody chose the number; it follows from the others",
  servers: "the number follows from the server's alone",
  unknown: "the record does not say who chose the number",
  yourself: "You do not have to take our word for it: any program can check the record.",
};

const draw: Partial<typeof dice> = {
  ask: "Was everything drawn fairly?",
  proved: "Yes, everything was drawn fairly.",
  seen: "As far as this browser can tell, everything was drawn fairly.",
  fixed: "The draw was decided before the play began.",
  wrong: "Careful: something about this draw does not add up.",
  notYet: "The draw can be checked once the play is over.",
  youChose: "It follows from two numbers: the server committed to its own first, and then your browser chose one. So nobody could steer it.",
  youChoseToo: "It follows from two numbers: the server committed to its own first, and then your browser chose one. So nobody could steer it alone, not even the server.",
  serverChose: "The server chose all the numbers: this shows that the draw was decided before the play began, not that nobody chose it.",
  unsaid: "The record does not say who chose the numbers: this shows that the draw was decided before the play began, not that nobody chose it.",
};

/** The words for a play. */
export const wordsFor = (thrown: boolean): typeof dice => (thrown ? dice : { ...dice, ...draw });
