// Where a game's own part is found: built with these pages, or at the address that the server tells.
import type { Part } from "./part";

type Module = { default: Part };
const FOLDER = /\/(\w+)\/browser\/part\.ts$/;
const found = import.meta.glob<Module>("../../../src/parlour/games/*/browser/part.ts");
const built = new Map(Object.entries(found).map(([path, load]) => [FOLDER.exec(path)?.[1] ?? "", load]));

/** The part of a game, if it has one. One that cannot be had is done without: every move can be made on the board. */
export async function loadPart(game: string, address: string | null): Promise<Part | null> {
  const load = built.get(game) ?? (address ? () => import(/* @vite-ignore */ address) as Promise<Module> : null);
  try {
    return load ? (await load()).default : null;
  } catch (error) {
    console.error(`the part of ${game} could not be loaded`, error);
    return null;
  }
}
