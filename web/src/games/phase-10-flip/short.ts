// Groups in few words: what a button says.
import { SUITS } from "./face";
import type { Sheet, WayCard } from "./phase";
import { say } from "./words";

/** One group, in words that stay on one line. */
export const groupShort = (group: Sheet["phases"][number][number]) => say(`shape-${group.kind}`, { size: group.size }).replaceAll(" ", "\u00a0");

/** All groups of a phase. */
export const phaseShape = (groups: Sheet["phases"][number]) => groups.map(groupShort).join(" + ");

/** A whole phase: "Lay red 4 5 6 and 9 9". A run has its colour where all of it has one. */
export function wayShort(parts: readonly WayCard[][], groups: Sheet["phases"][number], faces: Sheet["faces"]): string {
  const told = parts.map((cards, number) => {
    const numbers = cards.map(({ value }) => value).join(" ");
    const suits = SUITS.filter((suit) => cards.some(({ face }) => faces[face]?.suit === suit));
    const [suit] = suits;
    return groups[number]?.kind === "run" && suit && suits.length === 1 ? say(`numbers-${suit}`, { numbers }) : numbers;
  });
  const last = told.pop() ?? "";
  return say("lay-short", { groups: told.length ? say("and", { first: told.join(", "), second: last }) : last });
}
