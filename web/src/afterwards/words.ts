// What is said where a costly move and a better one are played on.
export const surer = {
  ask: "Play both on to be surer",
  doing: {
    looking: "Looking at every move …",
    compiling: "Getting ready, which takes a minute or two the first time …",
    playing: "Playing on after both moves …",
  },
  far: (done: number, of: number) => `${done} of ${of} played`,
  plays: (n: number) => `The game was played on ${n} times after each of the two moves, with the same luck. In 19 cases of 20 what they are worth lies between these numbers:`,
  played: "As played",
  instead: "Instead",
  chance: (range: string) => `chance of winning ${range}`,
  points: (range: string) => `${range} points`,
  to: (low: string, high: string) => `${low} to ${high}`,
  about: (value: string) => `about ${value}`,
  close: "Too close to call: either of the two may be the better one.",
  better: (range: string, chances: boolean) => `So the other move was better, by ${range}${chances ? "" : " points"}.`,
  worse: (range: string, chances: boolean) => `So what was played was better after all, by ${range}${chances ? "" : " points"}.`,
};
