// Where things are in the course of a game, by what the game itself marks.
import type { Step } from "./wire";

/** A moment of a kind that is shown on a time line; `ply` is the position right after it. */
export interface Mark {
  kind: string;
  ply: number;
}

/** The position in which each turn begins: somebody is to act, for the first time or since a turn has ended. */
export function turnsOf(steps: readonly Step[]): number[] {
  const found: number[] = [];
  let ended = true;
  steps.forEach((step, ply) => {
    if (ended && step.actor >= 0) {
      found.push(ply);
      ended = false;
    }
    if (step.marks?.includes("turn")) ended = true;
  });
  return found;
}

/** Everything that is marked besides turns and deals. */
export const marksOf = (steps: readonly Step[]): Mark[] =>
  steps.flatMap((step, at) => (step.marks ?? []).filter((kind) => kind !== "turn" && kind !== "deal").map((kind) => ({ kind, ply: at + 1 })));
