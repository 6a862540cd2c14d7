// Finds what the page knows of each game: one folder for each, named as the game is.
import type { GamePage } from "../table/game";

const folders = import.meta.glob<{ page: GamePage }>("./*/index.ts");

/** A game that has no folder here is drawn from what the server says of it. */
const general: GamePage = { board: () => import("../table/GeneralBoard.svelte") };

/** What a game's own folder has, or what serves every game. */
export async function pageOf(game: string): Promise<GamePage> {
  const found = await folders[`./${game}/index.ts`]?.();
  return found?.page ?? general;
}
