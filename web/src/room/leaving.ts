// What is said to whoever is away, plays for somebody, or changes a name.
export const leaving = {
  gone: (name: string, away: string) => `${name} is ${away}.`,
  wait: "Wait",
  letPlay: (bot: string, name: string) => `Let ${bot} play until ${name} returns`,
  claim: "Claim the win",
  sureClaim: "End the game, and win?",
  playsForYou: (bot: string) => `${bot} plays for you.`,
  whoStandsIn: "Who plays for you?",
  untilBack: "Until you take your seat back, at any time.",
  letThem: (bot: string) => `Let ${bot} play`,
  takeBack: "Take your seat back",
  newName: "Your name from now on",
  nameOf: (seat: string) => `Name of ${seat}`,
};
