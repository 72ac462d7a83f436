// Rooms that play against a server all at once: node load.mjs --port P --rooms N --seconds T [--rate R] [--warmup W]
// Both players of a room are connected by Socket.IO as boardgame.io's own client is, and send what it would send. The
// seat to move sends a move; once the server's update has come to both seats, the other one goes on.
// It says `playing` and `played` around the seconds that count, then the figures as a line of JSON. It ends when its
// input ends or says quit, so that it never outlives whoever started it.

import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { io } from "socket.io-client";

const { LobbyClient } = createRequire(import.meta.url)("boardgame.io/client"); // which has no entry for import

// Matches open at least. Few rooms have several each and take the next one whenever a board is full: the server copies
// a match's whole log with every move, which no real game goes on long enough to feel.
const MATCHES = 32;
const AT_ONCE = 20; // matches being opened
const OPEN_MS = 30_000; // for a seat to be connected
const DRAIN_MS = 5_000; // for the last moves to be confirmed

const wanted = readNumbers({ port: undefined, rooms: undefined, seconds: undefined, rate: 0, warmup: 6 });
const address = `http://127.0.0.1:${wanted.port}`;
const latencies = [];
let errors = 0;
let counting = false;
let over = false;

function readNumbers(known) {
  const options = Object.fromEntries(Object.keys(known).map((name) => [name, { type: "string" }]));
  const { values } = parseArgs({ options });
  return Object.fromEntries(
    Object.entries(known).map(([name, usual]) => {
      const number = values[name] === undefined ? usual : Number(values[name]);
      const least = { rate: 0, warmup: 0, port: 1, rooms: 1, seconds: 0.1 }[name];
      if (!(number >= least && number < Infinity) || (name === "rooms" && !Number.isInteger(number))) {
        console.error(`--${name} is ${values[name] ?? "missing"}: expected a number from ${least} on`);
        process.exit(2);
      }
      return [name, number];
    }),
  );
}

const newRoom = () => ({
  matches: [],
  at: 0, // of them
  owed: 0, // moves it may make
  mover: null,
  cell: 0,
  stateID: 0, // after the move
  sent: 0,
  unheard: 0, // seats the update has not come to
  broken: false,
});

async function openMatch(lobby, game, room) {
  const { matchID } = await lobby.createMatch(game, { numPlayers: 2 });
  const match = { room, matchID, seats: [] };
  for (const playerID of ["0", "1"]) {
    const joining = { playerID, playerName: `Player ${playerID}` };
    const { playerCredentials } = await lobby.joinMatch(game, matchID, joining);
    match.seats.push({ playerID, credentials: playerCredentials, state: null, socket: null });
  }
  await Promise.all(match.seats.map((seat) => connect(match, seat, game)));
  room.matches.push(match);
}

// As the official transport does it; done when the state has come and the connection is a websocket.
function connect(match, seat, game) {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`a seat was not connected within ${OPEN_MS} ms`));
    const timer = setTimeout(late, OPEN_MS);
    const check = () => {
      if (seat.state === null || seat.socket.io.engine.transport.name !== "websocket") return;
      clearTimeout(timer);
      resolve();
    };
    seat.socket = io(`${address}/${game}`, { forceNew: true }); // as it would be in another browser
    seat.socket.on("connect", () => {
      seat.socket.io.engine.once("upgrade", check);
      seat.socket.emit("sync", match.matchID, seat.playerID, seat.credentials, 2);
    });
    seat.socket.on("sync", (matchID, { state }) => {
      seat.state = state;
      check();
    });
    seat.socket.on("update", (matchID, state) => hear(match, seat, state));
    seat.socket.on("connect_error", reject);
    seat.socket.on("disconnect", () => fail(match.room));
  });
}

function goOn(room) {
  if (over || room.broken || room.unheard || room.owed < 1) return;
  const { matchID, seats } = room.matches[room.at];
  room.mover = seats[Number(seats[0].state.ctx.currentPlayer)];
  const { socket, state, playerID, credentials } = room.mover;
  room.owed -= 1;
  room.unheard = seats.length;
  room.cell = chooseCell(state.G.cells);
  room.stateID = state._stateID + 1;
  const payload = { type: "place", args: [room.cell], playerID, credentials };
  room.sent = performance.now();
  socket.emit("update", { type: "MAKE_MOVE", payload }, state._stateID, matchID, playerID);
}

function chooseCell(cells) {
  const empty = [];
  for (let cell = 0; cell < cells.length; cell++) if (cells[cell] === null) empty.push(cell);
  return empty.length ? empty[Math.floor(Math.random() * empty.length)] : Math.floor(Math.random() * cells.length);
}

function hear(match, seat, state) {
  const { room } = match;
  const expected = room.unheard && match === room.matches[room.at] && state._stateID === room.stateID;
  if (!expected || state.G.cells[room.cell] !== room.mover.playerID) {
    fail(room);
    return;
  }
  seat.state = state;
  if (seat === room.mover && counting) latencies.push(performance.now() - room.sent);
  room.unheard -= 1;
  if (room.unheard) return;
  if (!state.G.cells.includes(null)) room.at = (room.at + 1) % room.matches.length;
  goOn(room);
}

// What goes wrong once would go on going wrong: such a room stops.
function fail(room) {
  if (room.broken) return;
  room.broken = true;
  errors += 1;
}

function start(rooms) {
  if (!wanted.rate) {
    for (const room of rooms) {
      room.owed = Infinity;
      goOn(room);
    }
    return;
  }
  const begun = performance.now();
  let released = 0;
  setInterval(() => {
    const due = ((performance.now() - begun) / 1000) * wanted.rate;
    for (; released < due; released++) {
      const room = rooms[released % rooms.length];
      room.owed += 1;
      goOn(room);
    }
  }, 1);
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function main() {
  createInterface({ input: process.stdin })
    .on("line", (line) => line === "quit" && process.exit())
    .on("close", () => process.exit());
  const lobby = new LobbyClient({ server: address });
  const [game] = await lobby.listGames();
  const rooms = Array.from({ length: wanted.rooms }, newRoom);
  const matches = wanted.rooms * Math.ceil(MATCHES / wanted.rooms);
  for (let opened = 0; opened < matches; opened += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, matches - opened) }, (_, number) => opened + number);
    await Promise.all(numbers.map((number) => openMatch(lobby, game, rooms[number % rooms.length])));
  }
  start(rooms);
  await pause(wanted.warmup * 1000);

  console.log("playing");
  const begun = performance.now();
  counting = true;
  await pause(wanted.seconds * 1000);
  counting = false;
  const seconds = (performance.now() - begun) / 1000;
  console.log("played");

  over = true;
  const deadline = performance.now() + DRAIN_MS;
  while (rooms.some((room) => room.unheard && !room.broken) && performance.now() < deadline) await pause(20);
  for (const room of rooms) if (room.unheard) fail(room);
  console.log(JSON.stringify(sumUp(seconds)));
  process.exit();
}

function sumUp(seconds) {
  latencies.sort((a, b) => a - b);
  const share = (part) => latencies[Math.max(0, Math.ceil(part * latencies.length) - 1)] ?? null;
  return {
    rooms: wanted.rooms,
    seconds,
    moves: latencies.length,
    moves_per_second: latencies.length / seconds,
    p50_ms: share(0.5),
    p99_ms: share(0.99),
    max_ms: share(1),
    errors,
  };
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
