// What is said at the end of a play.
const list = (names: string[]) => (names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? ""));

export const ending = {
  finish: {
    title: "How it ended",
    keep: "Keep a picture",
    kept: (file: string) => `Saved as ${file}.`,
    notKept: "The picture could not be made.",
  },
  rematching: {
    seats: (colours: string[], two: boolean) => `Next time ${two ? "you swap sides" : "everybody moves on one place"}${colours.length ? `: you will be ${list(colours)}` : ""}.`,
    waits: (names: string[]) => `Waiting for ${list(names)} …`,
    no: (names: string[]) => `${list(names)} ${names.length > 1 ? "do" : "does"} not want to play again.`,
    skip: (name: string) => `Begin without ${name}`,
    joinable: "The others are playing again, and there is a seat for you.",
    join: "Join them",
    without: "The others are playing again, and began without you.",
    look: "Watch",
  },
};
