// Whether an address leads here from this computer alone.
export const isLocal = (host: string) => /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);

// What is said where others are invited.
export const inviting = {
  friends: "Play with friends",
  friendsLine: "You get a link and a code for their phones. Seats that stay empty can be given to bots.",
  howMany: "How many of you play?",
  title: "Invite the others",
  scan: "Scan the code with a phone, or send the link.",
  send: "Send the link",
  copy: "Copy the link",
  qr: "The link, for a phone’s camera",
  join: (game: string) => `Come and play ${game}.`,
  onlyHere: "So far, Parlour can be reached from this computer only.",
  letIn: "Let others on this network join",
  letInLine: "Phones and computers on the same Wi-Fi or cable can then open Parlour here, until you end it. Nobody on the internet can.",
  askKeeper: "Whoever runs this server can make it reachable for others.",
  free: (bots: string[]) => `Whoever opens this link may take the place of ${bots.length > 1 ? `${bots.slice(0, -1).join(", ")} or ${bots.at(-1)}` : bots[0]}, who ${bots.length > 1 ? "play" : "plays"} on until then.`,
  mayTake: "You may join in, in place of a bot.",
  take: (bot: string, colour: string) => `Take ${bot}’s place, ${colour}`,
  watchLabel: "Invite to watch",
  watch: (game: string) => `Watch us play ${game}.`,
  alsoHere: "Play this seat too",
  alsoMe: "Me as well",
  isOpen: "Others on this network can join.",
  shut: "Shut them out again",
};
