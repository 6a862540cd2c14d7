// How a view of Phase 10 Flip is laid out. What may be done comes with the frame, each action with the card it takes.
import type { LegalAction, Suggestion } from "../../lib/wire";
import { SUITS, type Face } from "./face";
import type { Phase10Flip } from "./types";

export type View = Phase10Flip["view"];
export type Sheet = Phase10Flip["sheet"];
export type Figures = Phase10Flip["figures"];
export type Details = Phase10Flip["details"];
export type Action = Phase10Flip["action"];
export type SeenCard = View["discard"][number];
export type Group = View["table"][number];
export type Counted = NonNullable<View["counted"]>;
export type Legal = LegalAction & { parts: Action };

const other = { colour: "wild", wild: "colour" } as const;

/** The face its holder plays with. */
export const active = (card: SeenCard, side: View["side"]) => card[side];

/** The face everybody else sees. */
export const inactive = (card: SeenCard, side: View["side"]) => card[other[side]];

/** The side that cards which lie face down show. */
export const beneath = (side: View["side"]) => other[side];

/** Whether the table turned over from one view to the next; a new round begins with the colour side, and nothing turns. */
export const turns = (before: View, now: View) => before.side !== now.side && before.round === now.round;

/** The face a laid card shows: the side it was laid on. */
export const laidFace = (card: Group["cards"][number]) => card[card.side];

/** The face of the card that ended a round: discarded with the side that was in play, or laid. */
export function lastFace(view: View, moved: readonly (number | null | undefined)[], side: View["side"]): string | null {
  const thrown = view.discard.find((card) => moved.includes(card.id));
  const laid = view.table.flatMap((group) => group.cards).find((card) => moved.includes(card.id));
  return thrown ? active(thrown, side) : laid ? laidFace(laid) : null;
}

/** Whether a seat can do with its hand what it could before: the same cards, of which no more is known, and once its phase is
 * laid the same groups. */
export function sameHand(before: View, now: View, seat: number): boolean {
  const [was, is] = [before.players[seat], now.players[seat]];
  const cards = (lying: View["table"]) => lying.reduce((sum, group) => sum + group.cards.length, 0);
  const held = (player: View["players"][number] | undefined) => player?.hand.map(({ id, colour, wild }) => [id, colour, wild].join(" ")).sort().join();
  return was?.laid === is?.laid && held(was) === held(is) && (!is?.laid || cards(before.table) === cards(now.table));
}

export type Sorting = "colour" | "number" | "hand";

/** Where a face stands in an order: wild cards after all suits, Stars after all numbers. */
function rank(face: Face | undefined, by: "colour" | "number"): number {
  if (!face) return -1;
  const [suits, numbers] = [face.suit ? SUITS.indexOf(face.suit) : SUITS.length, face.number ?? 13];
  return by === "colour" ? suits * 100 + numbers : numbers * 10 + suits;
}

export interface Held {
  card: SeenCard;
  /** The place in the hand as the server has it. */
  slot: number;
}

/** The hand in the order its holder likes; `ordered` are the ids in the order that they were put in by hand. */
export function sorted(hand: readonly SeenCard[], side: View["side"], by: Sorting, faces: Sheet["faces"], ordered: readonly number[] = []): Held[] {
  const slots = hand.map((card, slot) => ({ card, slot }));
  const placed = ({ card }: Held) => (ordered.includes(card.id) ? ordered.indexOf(card.id) : ordered.length);
  const key = by === "hand" ? placed : ({ card }: Held) => rank(faces[active(card, side) ?? ""], by);
  return slots.sort((one, another) => key(one) - key(another) || one.slot - another.slot);
}

/** The ids with one card put before another, or behind all. */
export function putBefore(ids: readonly number[], card: number, before: number | null): number[] {
  const rest = ids.filter((each) => each !== card);
  const place = before === null ? rest.length : rest.indexOf(before);
  return [...rest.slice(0, place), card, ...rest.slice(place)];
}

/** The actions that the card in one slot of the hand takes part in. */
export const actionsOf = (legal: readonly Legal[], slot: number) => legal.filter(({ parts }) => "slot" in parts && parts.slot === slot);

/** Where a group lies: with its owner, at its place among the owner's groups. */
export const groupPlace = (owner: number, group: number) => ({ zone: "group", seat: owner, key: group });

export interface LyingGroup {
  group: Group;
  place: ReturnType<typeof groupPlace>;
}

/** All groups with their places, in the order of the view. */
export function placedGroups(table: readonly Group[]): LyingGroup[] {
  const counts = new Map<number, number>();
  return table.map((group) => {
    const number = counts.get(group.owner) ?? 0;
    counts.set(group.owner, number + 1);
    return { group, place: groupPlace(group.owner, number) };
  });
}

/** Whether an action adds a card to this group. */
export const hits = ({ parts }: Legal, place: { seat: number; key: number }) =>
  parts.do === "hit" && parts.owner === place.seat && parts.group === place.key;

export interface WayCard {
  slot: number;
  face: string;
  value: number;
}

/** A whole phase as the server proposes it, group by group: each card with the slot it has before anything is laid. */
export function wayGroups(move: Suggestion, groups: Sheet["phases"][number], held: number): WayCard[][] {
  const slots = Array.from({ length: held }, (_, slot) => slot);
  const cards = (move.actions as Action[]).flatMap((each) =>
    each.do === "place" ? [{ slot: slots.splice(each.slot, 1)[0] ?? -1, face: each.face, value: each.number }] : [],
  );
  let from = 0;
  return groups.map(({ size }) => cards.slice(from, (from += size)));
}

/** Where everybody stood when a round had been counted. */
export interface Round {
  number: number;
  scores: number[];
  phases: number[];
}

/** The rounds of a game, from its views in order: a round is counted when its number changes, or the game ends. */
export function rounds(views: readonly View[]): Round[] {
  const stands = (number: number, view: View): Round => ({
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

/** What a round was to a seat: the phase it was after, whether it laid it, and the points it got. */
export interface RoundOfSeat {
  phase: number;
  laid: boolean;
  points: number;
}

/** The rounds of a game seat by seat. */
export function roundCourse(played: readonly Round[]): RoundOfSeat[][] {
  return (played[0]?.phases ?? []).map((_, seat) =>
    played.map(({ phases, scores }, at) => {
      const before = played[at - 1];
      const phase = before?.phases[seat] ?? 1;
      return { phase, laid: phases[seat]! > phase, points: scores[seat]! - (before?.scores[seat] ?? 0) };
    }),
  );
}

/** The seats in order of what they have reached: the furthest phase first, then the fewest points. */
export const standing = (players: readonly { phase: number; score: number }[]) =>
  players.map((_, seat) => seat).sort((one, two) => players[two]!.phase - players[one]!.phase || players[one]!.score - players[two]!.score || one - two);
