import table from "./cards.json";
import type { Language } from "./words.svelte";

/** A face of Flip City as the Python side describes it. */
export interface CityFace {
  other: string;
  front: boolean;
  name: Record<Language, string>;
  effects: Record<Language, string[]>;
  from: Record<string, string>;
  cost: number | null;
  fee: number | null;
  cash: number;
  points: number;
  unhappy: number;
}

const rulesets = table.faces as unknown as Record<string, Record<string, CityFace>>;
const goals = table.goals as Record<string, { points: number; cards: number }>;

/** What wins in a ruleset: so many points, or so many cards. */
export const cityGoals = (ruleset = "standard") => goals[ruleset] ?? goals["standard"]!;

/** The faces of a ruleset; most rulesets have the standard ones. */
export const cityFaces = (ruleset = "standard") => rulesets[ruleset] ?? rulesets["standard"]!;

export const cityFace = (code: string, ruleset = "standard"): CityFace | undefined => cityFaces(ruleset)[code];

export const otherSide = (code: string, ruleset = "standard") => cityFace(code, ruleset)?.other ?? code;

/** The groups of every phase of Phase 10 Flip, phase 1 first. */
export const phases = table.phases as { kind: "run" | "set"; size: number }[][];

/** The printed cards of Phase 10 Flip by number: colour face and wild face. */
export const deck = table.deck as [colour: string, wild: string][];
