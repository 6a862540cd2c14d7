// How a view of Flip City is laid out: what to show where, and which cards a step moves. Nothing here decides what
// may be done; that comes with the frame.
import { facesOf, otherSide } from "./cards";
import type { Flight } from "./motion";
import type { LegalAction, Step } from "./wire";

export interface CityPlayer {
  top: string[];
  deck: Record<string, number>;
  bottom: string[];
  discard: Record<string, number>;
  played: string[];
}

export interface CityView {
  ruleset: string;
  /** Figures of this table's own. */
  cards?: Record<string, Record<string, unknown>>;
  to_act: number;
  phase: "play" | "remove" | "build";
  result: string | null;
  turn: {
    seat: number;
    number: number;
    cash: number;
    points: number;
    unhappy: number;
    limit: number;
    must_play: boolean;
    actions: number;
    extra_buys: number;
    extra_flips: number;
  };
  supply: Record<string, number>;
  players: CityPlayer[];
  seat: number | null;
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0);

export const deckSize = (player: CityPlayer) => player.top.length + sum(player.deck) + player.bottom.length;

export const discardSize = (player: CityPlayer) => sum(player.discard);

/** What is still in a deck, known places included: [face, count] in the order of the card list. */
export function leftInDeck(player: CityPlayer): [string, number][] {
  const counts = { ...player.deck };
  for (const face of [...player.top, ...player.bottom]) counts[face] = (counts[face] ?? 0) + 1;
  return Object.entries(counts).filter(([, count]) => count > 0);
}

export interface Choices {
  play: LegalAction | undefined;
  stop: LegalAction | undefined;
  shuffle: LegalAction | undefined;
  done: LegalAction | undefined;
  recycle: LegalAction[];
  remove: LegalAction[];
  buy: LegalAction[];
  develop: LegalAction[];
  flip: LegalAction[];
}

export function choices(legal: readonly LegalAction[]): Choices {
  const one = (verb: string) => legal.find((each) => each.verb === verb);
  const all = (verb: string) => legal.filter((each) => each.verb === verb);
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

/** The face an action names: `flip AP>2` names AP. */
export const faceOf = (action: LegalAction) => (action.arguments[0] ?? "").split(">")[0] ?? "";

/** Which cards a step moves, from place to place. */
export function flights(before: CityView, step: Step, after: CityView): Flight[] {
  const seat = before.turn.seat;
  const [verb = "", rest = ""] = (step.text ?? "").split(" ");
  const [face = "", receiver] = rest.split(">");
  const moved = move(before, after, seat, verb, face, receiver);
  return turnEnds(before, after) ? [...moved, ...gathered(before, after, verb)] : moved;
}

function move(before: CityView, after: CityView, seat: number, verb: string, face: string, receiver?: string): Flight[] {
  const ruleset = facesOf(before);
  const discard = `discard-${seat}`;
  switch (verb) {
    case "play": {
      const top = before.players[seat]?.top[0];
      const slot = before.players[seat]?.played.length ?? 0;
      if (!top) return [];
      const lands = after.players[seat]?.played.length ? `played-${slot}` : discard;
      return [{ from: `deck-${seat}`, to: lands, face: top, hold: lands !== discard }];
    }
    case "buy":
      return [{ from: `supply-${face}`, to: discard, face }];
    case "develop":
      return [{ from: `supply-${face}`, to: discard, face, turned: otherSide(face, ruleset) }];
    case "flip":
      return [{ from: discard, to: receiver ? `discard-${receiver}` : discard, face, turned: otherSide(face, ruleset) }];
    case "recycle": {
      const onTop = after.players[seat]?.top.length !== before.players[seat]?.top.length;
      return [{ from: discard, to: onTop ? `deck-${seat}` : discard, face, turned: otherSide(face, ruleset) }];
    }
    case "bottom":
      return [{ from: `deck-${seat}`, to: discard, face }];
    case "remove":
      return [{ from: `supply-${face}`, to: "away", face }];
    case "shuffle":
      return Object.entries(before.players[seat]?.discard ?? {})
        .slice(0, 8)
        .map(([each]) => ({ from: discard, to: `deck-${seat}`, face: each }));
    default:
      return [];
  }
}

const turnEnds = (before: CityView, after: CityView) =>
  before.turn.number !== after.turn.number && (before.players[before.turn.seat]?.played.length ?? 0) > 0;

/** At the end of a turn the street is gathered into its builder's discard pile. */
function gathered(before: CityView, _after: CityView, verb: string): Flight[] {
  const seat = before.turn.seat;
  const played = before.players[seat]?.played ?? [];
  return verb === "play" || verb === "done" || verb === "recycle"
    ? played.map((face, slot) => ({ from: `played-${slot}`, to: `discard-${seat}`, face }))
    : [];
}

/** Whether a step took its seat over the limit: the turn ended while cards were being played. */
export const overLimit = (before: CityView, step: Step, after: CityView) =>
  step.actor >= 0 && before.phase === "play" && step.text !== "stop" && turnEnds(before, after) && after.result === null;
