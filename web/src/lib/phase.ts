// How a view of Phase 10 Flip is laid out. What may be done comes with the frame; here its texts are matched with the
// cards on the screen.
import { deck } from "./cards";
import type { LegalAction } from "./wire";

export interface SeenCard {
  id: number;
  colour: string | null;
  wild: string | null;
  side?: "colour" | "wild";
  value?: number;
}

export interface PhaseGroup {
  owner: number;
  kind: "run" | "set";
  colour: string | null;
  cards: SeenCard[];
}

export interface PhaseView {
  ruleset: string;
  to_act: number;
  step: "draw" | "play";
  side: "colour" | "wild";
  round: number;
  dealer: number;
  result: string | null;
  turn: { seat: number | null; number: number };
  draw: { top: SeenCard[]; bottom: SeenCard[]; unknown: number };
  discard: SeenCard[];
  players: { hand: SeenCard[]; phase: number; score: number; laid: boolean }[];
  table: PhaseGroup[];
  laying: { groups: number; after: number } | null;
  seat: number | null;
}

const other = { colour: "wild", wild: "colour" } as const;

/** The face its holder plays with. */
export const active = (card: SeenCard, side: PhaseView["side"]) => card[side];

/** The face everybody else sees. */
export const inactive = (card: SeenCard, side: PhaseView["side"]) => card[other[side]];

/** The face a laid card shows: the side it was laid on. */
export const laidFace = (card: SeenCard) => card[card.side ?? "colour"];

export type Sorting = "drawn" | "colour" | "number";

const SUITS = "rygb";
const numberOf = (face: string) => {
  const figure = face.replace("!", "").replace(/^[rygb]/, "");
  return figure === "*" ? 13 : Number(figure);
};
const suitOf = (face: string) => (/^[rygb]/.test(face) ? SUITS.indexOf(face[0]!) : 4);

/** The hand in the order its holder likes; the slot stays the place in the hand as the server has it. */
export function sorted(hand: readonly SeenCard[], side: PhaseView["side"], by: Sorting): { card: SeenCard; slot: number }[] {
  const slots = hand.map((card, slot) => ({ card, slot }));
  if (by === "drawn") return slots;
  const key = ({ card }: { card: SeenCard }) => {
    const face = active(card, side) ?? "";
    return by === "colour" ? suitOf(face) * 100 + numberOf(face) : numberOf(face) * 10 + suitOf(face);
  };
  return slots.sort((one, another) => key(one) - key(another) || one.slot - another.slot);
}

/** How a card of the hand may be called in an action: its face, or which of those that look the same. */
export function wordsFor(hand: readonly SeenCard[], slot: number, side: PhaseView["side"]): string[] {
  const face = hand[slot] ? active(hand[slot], side) : null;
  if (!face) return [];
  const count = hand.slice(0, slot + 1).filter((card) => active(card, side) === face).length;
  return count === 1 ? [face, `${face}:1`] : [`${face}:${count}`];
}

/** What an action does with which card: `hit *=7 > 0.1` is a hit with `*` as 7 on the group 0.1. */
export function taken(action: LegalAction): { word: string; number: number | null; group: string | null } {
  const [word = "", number] = (action.arguments[0] ?? "").split("=");
  return { word, number: number ? Number(number) : null, group: action.arguments[2] ?? null };
}

/** The actions that one card of the hand takes part in. */
export function actionsOf(legal: readonly LegalAction[], hand: readonly SeenCard[], slot: number, side: PhaseView["side"]) {
  const names = wordsFor(hand, slot, side);
  return legal.filter((action) => ["discard", "place", "hit"].includes(action.verb) && names.includes(taken(action).word));
}

/** The cards of a whole phase as the server proposes it: `lay r3 r4:2 b*=5 / g7 y7`, group by group. */
export function laidGroups(text: string): { face: string; value: number | null }[][] {
  return text
    .replace(/^lay /, "")
    .split(" / ")
    .map((group) =>
      group.split(" ").map((word) => {
        const [card = "", number] = word.split("=");
        return { face: card.split(":")[0]!, value: number ? Number(number) : null };
      }),
    );
}

/** Where everybody stood when a round had been counted. */
export interface Round {
  number: number;
  scores: number[];
  phases: number[];
}

/** The rounds of a game, from its views in order: a round is counted when its number changes, or the game ends. */
export function rounds(views: readonly PhaseView[]): Round[] {
  const stands = (number: number, view: PhaseView): Round => ({
    number,
    scores: view.players.map((player) => player.score),
    phases: view.players.map((player) => player.phase),
  });
  const counted = views.flatMap((view, at) => {
    const before = views[at - 1];
    return before && before.round > 0 && view.round > before.round ? [stands(before.round, view)] : [];
  });
  const last = views.at(-1);
  return last?.result ? [...counted, stands(last.round, last)] : counted;
}

/** Groups are named by their owner and their place among the owner's groups. */
export function groupNames(table: readonly PhaseGroup[]): string[] {
  const counts = new Map<number, number>();
  return table.map((group) => {
    const place = counts.get(group.owner) ?? 0;
    counts.set(group.owner, place + 1);
    return `${group.owner}.${place}`;
  });
}

type Bare = number | (SeenCard & { card?: number });

/** Cards with both faces, for positions that show everything and name cards by number only. */
export function allFaces(view: PhaseView): PhaseView {
  const whole = (card: Bare): SeenCard => {
    const number = typeof card === "number" ? card : card.card;
    if (typeof card !== "number" && "colour" in card) return card;
    const [colour, wild] = deck[number ?? -1] ?? [null, null];
    return { ...(typeof card === "number" ? {} : card), id: number ?? -1, colour, wild };
  };
  return {
    ...view,
    draw: { ...view.draw, top: view.draw.top.map(whole), bottom: view.draw.bottom.map(whole) },
    discard: view.discard.map(whole),
    players: view.players.map((player) => ({ ...player, hand: player.hand.map(whole) })),
    table: view.table.map((group) => ({ ...group, cards: group.cards.map(whole) })),
  };
}
