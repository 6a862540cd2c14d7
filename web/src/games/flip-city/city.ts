// How a view of Flip City is laid out: what to show where. Nothing here decides what may be done; that comes with the
// frame, as does which card a step moves.
import type { LegalAction, Step } from "../../lib/wire";
import { words } from "../../lib/words.svelte";
import type { FlipCity } from "./types";

export type View = FlipCity["view"];
export type Player = View["players"][number];
export type Sheet = FlipCity["sheet"];
export type Figures = FlipCity["figures"];
export type Action = FlipCity["action"];
export type Legal = LegalAction & { parts: Action };

export type PastTurn = NonNullable<NonNullable<View["story"]>["last"][number]>;

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0);

export const deckSize = (player: Player) => player.top.length + sum(player.deck) + player.bottom.length;

export const discardSize = (player: Player) => sum(player.discard);

/** What is still in a deck, known places included: [face, count] in the order of the card list. */
export function leftInDeck(player: Player): [string, number][] {
  const counts = { ...player.deck };
  for (const face of [...player.top, ...player.bottom]) counts[face] = (counts[face] ?? 0) + 1;
  return Object.entries(counts).filter(([, count]) => count > 0);
}

/** All cards that a player has, wherever they lie: [face, count], fronts and backs of a kind beside each other. */
export function cityOf(player: Player): [string, number][] {
  const counts: Record<string, number> = {};
  const add = (face: string, count = 1) => (counts[face] = (counts[face] ?? 0) + count);
  for (const pile of [player.deck, player.discard]) for (const [face, count] of Object.entries(pile)) add(face, count);
  for (const face of [...player.top, ...player.bottom, ...player.played]) add(face);
  return Object.entries(counts).filter(([, count]) => count > 0);
}

/** How close a seat has come to winning in any turn of its own; a turn that was lost does not count. */
export function bestTurn(view: View, seat: number): { points: number; cards: number } {
  const kept = (view.story?.turns ?? []).filter(([whose, , , lost]) => whose === seat && !lost);
  return { points: Math.max(0, ...kept.map(([, , points]) => points!)), cards: Math.max(0, ...kept.map(([, cards]) => cards!)) };
}

/** A turn as it stands in the course of a game. */
export interface CourseTurn {
  cards: number;
  points: number;
  lost: boolean;
  flips: number;
  won: boolean;
}

/** All turns of every seat in their order; at the end of a game also the one that it ended with. */
export function course(view: View): CourseTurn[][] {
  const { turn, players, story, result } = view;
  const past = (story?.turns ?? []).map(([seat, cards, points, lost, flips]) => ({ seat: seat!, cards: cards!, points: points!, lost: lost === 1, flips: flips ?? 0, won: false }));
  const won = result === "points" || result === "cards";
  const last = { seat: turn.seat, cards: players[turn.seat]?.played.length ?? 0, points: turn.points, lost: false, flips: (story?.did ?? []).filter((each) => each.do === "flip").length, won };
  const all = result === null ? past : [...past, last];
  return players.map((_, seat) => all.filter((each) => each.seat === seat));
}

/** The turn that has just been lost, as long as nobody has played a card since: it is told until then. */
export function justLost(view: View): { seat: number; turn: PastTurn } | null {
  const { turn, players, story } = view;
  if (!story || view.result !== null || view.phase !== "play" || (players[turn.seat]?.played.length ?? 0) > 0 || story.did.length > 0) return null;
  const seat = story.last.findIndex((each) => each?.number === turn.number - 1);
  const past = story.last[seat];
  return past?.lost ? { seat, turn: past } : null;
}

/** What can be done, by what it is. */
export function choices(legal: readonly Legal[]) {
  const one = (kind: Action["do"]) => legal.find((each) => each.parts.do === kind);
  const all = (kind: Action["do"]) => legal.filter((each) => each.parts.do === kind);
  return {
    play: one("play"),
    stop: one("stop"),
    shuffle: one("shuffle"),
    done: one("done"),
    recycle: all("recycle"),
    remove: all("remove"),
    buy: all("buy"),
    develop: all("develop"),
    flip: all("flip"),
  };
}

/** The face that an action names; empty where it names none. */
export const faceOf = ({ parts }: Legal) => ("face" in parts ? parts.face : "");

export const nameOf = (face: string, sheet: Sheet) => sheet.faces[face]?.name[words.language] ?? face;

export const otherSide = (face: string, sheet: Sheet) => sheet.faces[face]?.other ?? face;

/** Whether a step took its seat over the limit: the turn ended while cards were being played. */
export function overLimit(before: View, step: Step, after: View) {
  const ends = before.turn.number !== after.turn.number && (before.players[before.turn.seat]?.played.length ?? 0) > 0;
  const stops = (step.parts as Action | null)?.do === "stop";
  return ends && !stops && step.actor >= 0 && before.phase === "play" && after.result === null;
}
