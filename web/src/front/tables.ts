// What is said of open tables: rooms that wait for anybody.
export const tables = {
  title: "Open tables",
  line: "Open to anybody. Sit down and play.",
  none: "There are no open tables right now.",
  free: (free: number, seats: number) => (free === 1 ? `one of ${seats} seats is free` : `${free} of ${seats} seats are free`),
  join: (game: string, names: string) => `Join ${names} in ${game}`,
  anyone: "Anyone may join",
  anyoneLine: "The room is listed among the open tables on the front page, with the players’ names, until the play begins.",
};
