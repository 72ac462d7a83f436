// What is said of open tables: rooms that wait for anybody.
export const tables = {
  title: "Open tables",
  line: "They wait for anybody. Sit down and play.",
  none: "Nobody waits at an open table just now.",
  free: (free: number, seats: number) => (free === 1 ? `one of ${seats} seats is free` : `${free} of ${seats} seats are free`),
  join: (game: string, names: string) => `Join ${names} in ${game}`,
  anyone: "Anyone may join",
  anyoneLine: "The room stands in the list of open tables on the front page, with the names at it, until the play begins.",
};
