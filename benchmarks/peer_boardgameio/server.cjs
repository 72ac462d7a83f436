// A boardgame.io server with one small game, on 127.0.0.1: node server.cjs PORT [FOLDER], with 0 for any free port.
// With a folder it keeps every match in files there, and otherwise in memory. It ends when its input ends or says quit, so that it never outlives whoever started it.

process.env.NODE_ENV = "production"; // as deployed: otherwise its start is logged and states are checked in every move

const { createInterface } = require("node:readline");
const { FlatFile, Origins, Server } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const CELLS = 16;

// Stencil's placements: a counter on an empty cell, turn about. A full board is cleared, so that no game ever ends.
const game = {
  name: "placing",
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => ({ cells: Array(CELLS).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    place: ({ G, playerID }, cell) => {
      if (!Number.isInteger(cell) || cell < 0 || cell >= CELLS) return INVALID_MOVE;
      if (G.cells.every((owner) => owner !== null)) G.cells.fill(null);
      if (G.cells[cell] !== null) return INVALID_MOVE;
      G.cells[cell] = playerID;
    },
  },
};

// Of a match's moves it would read and write the whole list with each, which none could bear for long: only the state.
class Files extends FlatFile {
  setState(id, state) {
    return super.setState(id, state);
  }
}

async function main() {
  const port = Number(process.argv[2]);
  const folder = process.argv[3];
  if (process.argv.length > 4 || !Number.isInteger(port) || port < 0 || port > 65535) {
    console.error(`asked to listen on ${process.argv.slice(2).join(" ") || "nothing"}: expected one port, 0 to 65535`);
    process.exit(2);
  }
  createInterface({ input: process.stdin })
    .on("line", (line) => line === "quit" && process.exit())
    .on("close", () => process.exit());
  const db = folder && new Files({ dir: folder });
  const server = Server({ games: [game], origins: [Origins.LOCALHOST], ...(db && { db }) });
  const { appServer } = await server.run({ port: { host: "127.0.0.1", port } });
  console.log(`listening ${appServer.address().port} ${process.pid}`);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
