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

type Edits = Record<string, Record<string, unknown>>;
const FIGURES = ["cost", "fee", "cash", "points", "unhappy"] as const;

/** The faces a table plays with: those of its ruleset, or with figures of its own, known from then on by the name returned. */
export function facesOf(view: { ruleset: string; cards?: Edits }): string {
  if (!view.cards || !Object.keys(view.cards).length) return view.ruleset;
  const name = `${view.ruleset}#${JSON.stringify(view.cards)}`;
  rulesets[name] ??= edited(cityFaces(view.ruleset), view.cards);
  return name;
}

function edited(faces: Record<string, CityFace>, edits: Edits): Record<string, CityFace> {
  const value = (figure: unknown) => (typeof figure === "object" && figure !== null && "value" in figure ? figure.value : figure);
  const found = { ...faces };
  for (const [code, edit] of Object.entries(edits)) {
    const face: CityFace = { ...(faces[code] ?? { other: code, front: true, name: { en: code, "pt-BR": code }, effects: { en: [], "pt-BR": [] }, from: {}, cost: null, fee: null, cash: 0, points: 0, unhappy: 0 }) };
    for (const key of FIGURES) if (key in edit) (face[key] as unknown) = value(edit[key]);
    if (typeof edit["back"] === "string") face.other = edit["back"];
    if (edit["name"]) face.name = edit["name"] as CityFace["name"];
    // What it does otherwise is told by the server when it matters; a sentence about the printed card would be wrong.
    if (Object.keys(edit).some((key) => ![...FIGURES, "back", "name"].includes(key))) face.effects = { en: [], "pt-BR": [] };
    found[code] = face;
    if (face.other !== code && found[face.other]?.other !== code && edits[face.other]) found[face.other] = { ...found[face.other]!, other: code, front: false };
  }
  return found;
}

/** What wins in a ruleset: so many points, or so many cards. */
export const cityGoals = (ruleset = "standard") => goals[ruleset.split("#")[0]!] ?? goals["standard"]!;

/** The faces of a ruleset; most rulesets have the standard ones. */
export const cityFaces = (ruleset = "standard") => rulesets[ruleset] ?? rulesets["standard"]!;

export const cityFace = (code: string, ruleset = "standard"): CityFace | undefined => cityFaces(ruleset)[code];

export const otherSide = (code: string, ruleset = "standard") => cityFace(code, ruleset)?.other ?? code;

/** The groups of every phase of Phase 10 Flip, phase 1 first. */
export const phases = table.phases as { kind: "run" | "set"; size: number }[][];

/** The printed cards of Phase 10 Flip by number: colour face and wild face. */
export const deck = table.deck as [colour: string, wild: string][];
