// What a television and the phones beside it say.
export const tv = {
  turn: (name: string) => (name.endsWith("s") ? `${name}’ turn` : `${name}’s turn`),
  together: "In one room",
  readOut: "Read these four letters out. The others type them on the front page:",
  show: "Show the board on a television",
  showLine: "or a projector. Phones are then the hands: they scan a seat there.",
  scan: "Point the camera of a phone at a seat to sit down there.",
  orType: "Or open this address on the phone, and type the letters:",
  watching: "Waiting until everybody has sat down.",
  isHere: "is here",
  isAwaited: "is not here yet",
};
