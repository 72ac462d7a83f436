// What a television and the phones beside it say.
export const tv = {
  turn: (name: string) => (name.endsWith("s") ? `${name}’ turn` : `${name}’s turn`),
  together: "In one room",
  readOut: "Read these four letters aloud. The others type them on the front page:",
  show: "Show the board on a television",
  showLine: "or a projector. Everybody then plays on their phone: scan a seat there to sit down.",
  scan: "Point your phone’s camera at a seat to sit down there.",
  orType: "Or open this address on the phone, and type the letters:",
  watching: "Waiting until everybody has sat down.",
  isHere: "is here",
  isAwaited: "is not here yet",
};
