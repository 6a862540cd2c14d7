// Made by web/generate.py from src/verso/games/phase10_flip. Do not edit.

export interface Phase10Flip {
  view: ShownTable;
  action: Draw | Take | Discard | Place | Hit | Dealer | Card;
  sheet: Sheet;
  figures: Figures;
  details: Details;
}
/**
 * A view, or a full state shown with all faces. Piles have their top card first.
 *
 * This interface was referenced by `Phase10Flip`'s JSON-Schema
 * via the `definition` "ShownTable".
 */
export interface ShownTable {
  to_act: number;
  step: "draw" | "play";
  side: "colour" | "wild";
  round: number;
  dealer: number | null;
  awaiting: ("card" | "dealer") | null;
  awaited_for: ("discard" | "hand" | "player" | "top") | null;
  turn: Turn;
  result: ("phases" | "replay" | "rounds" | "score" | "truncated") | null;
  draw: DrawPile;
  discard: ShownCard[];
  players: ShownPlayer[];
  table: ShownGroup[];
  replay: number[];
  laying: Laying | null;
  shuffles: number;
  counted?: Counted;
  story?: Story;
}
/**
 * Whose turn it is, and which of the round.
 *
 * This interface was referenced by `Phase10Flip`'s JSON-Schema
 * via the `definition` "Turn".
 */
export interface Turn {
  seat: number | null;
  number: number;
}
/**
 * The draw pile: the card on top and the one at the bottom, if they can be followed, and how many others.
 *
 * This interface was referenced by `Phase10Flip`'s JSON-Schema
 * via the `definition` "DrawPile".
 */
export interface DrawPile {
  top: ShownCard[];
  bottom: ShownCard[];
  unknown: number;
}
/**
 * A card by the faces that are known. `id` follows it through a round; `card` is its number, of both known.
 *
 * This interface was referenced by `Phase10Flip`'s JSON-Schema
 * via the `definition` "ShownCard".
 */
export interface ShownCard {
  id: number;
  colour: string | null;
  wild: string | null;
  card?: number;
}
/**
 * A seat: its hand in the order that actions count it, its phase and points, whether the phase is laid.
 *
 * This interface was referenced by `Phase10Flip`'s JSON-Schema
 * via the `definition` "ShownPlayer".
 */
export interface ShownPlayer {
  hand: ShownCard[];
  phase: number;
  score: number;
  laid: boolean;
}
/**
 * A group on the table. It `takes` cards of these numbers, and Stars if there are any.
 *
 * This interface was referenced by `Phase10Flip`'s JSON-Schema
 * via the `definition` "ShownGroup".
 */
export interface ShownGroup {
  owner: number;
  kind: "run" | "set";
  colour: ("blue" | "green" | "red" | "yellow") | null;
  cards: LaidCard[];
  takes: number[];
}
/**
 * A card on the table: the side it was laid with, and the number it stands for.
 *
 * This interface was referenced by `Phase10Flip`'s JSON-Schema
 * via the `definition` "LaidCard".
 */
export interface LaidCard {
  id: number;
  colour: string | null;
  wild: string | null;
  card?: number;
  side: "colour" | "wild";
  value: number;
}
/**
 * A lay-down under way: groups begun, and from which slots its cards came.
 *
 * This interface was referenced by `Phase10Flip`'s JSON-Schema
 * via the `definition` "Laying".
 */
export interface Laying {
  groups: number;
  slots: number[];
}
/**
 * The end of a round: who went out, and all hands, by seat.
 *
 * This interface was referenced by `Phase10Flip`'s JSON-Schema
 * via the `definition` "Counted".
 */
export interface Counted {
  out: number;
  hands: CountedHand[];
}
/**
 * A hand at the end of a round: what each card costs, in the order of the hand, and the total with them.
 *
 *     `next` is the phase that comes now, of a seat that goes on: none after the last one.
 *
 * This interface was referenced by `Phase10Flip`'s JSON-Schema
 * via the `definition` "CountedHand".
 */
export interface CountedHand {
  points: number[];
  scored: number;
  total: number;
  next: number | null;
}
/**
 * The last turn of each seat in a round; none of who has not played in it yet.
 *
 * This interface was referenced by `Phase10Flip`'s JSON-Schema
 * via the `definition` "Story".
 */
export interface Story {
  round: number;
  last: (LastTurn | null)[];
}
/**
 * A turn, as far as it has come: the card taken from the discard pile, the phase laid, how many cards were added
 *     to groups, and the card discarded, with the face that was played.
 *
 * This interface was referenced by `Phase10Flip`'s JSON-Schema
 * via the `definition` "LastTurn".
 */
export interface LastTurn {
  number: number;
  took: string | null;
  laid: number | null;
  added: number;
  discarded: string | null;
}
/**
 * Draw from the draw pile; after a reshuffle if it is empty.
 *
 * This interface was referenced by `Phase10Flip`'s JSON-Schema
 * via the `definition` "Draw".
 */
export interface Draw {
  do: "draw";
}
/**
 * Take the top card of the discard pile.
 *
 * This interface was referenced by `Phase10Flip`'s JSON-Schema
 * via the `definition` "Take".
 */
export interface Take {
  do: "take";
}
/**
 * Discard the card of a slot of the hand. `card` is its number, where its holder has seen both faces.
 *
 * This interface was referenced by `Phase10Flip`'s JSON-Schema
 * via the `definition` "Discard".
 */
export interface Discard {
  do: "discard";
  slot: number;
  face: string;
  card?: number | null;
}
/**
 * Lay the next card of a phase. `number` is what it stands for.
 *
 * This interface was referenced by `Phase10Flip`'s JSON-Schema
 * via the `definition` "Place".
 */
export interface Place {
  do: "place";
  slot: number;
  face: string;
  number: number;
}
/**
 * Add a card to a group of an owner. It becomes `number`, at the low or the high end of a run.
 *
 * This interface was referenced by `Phase10Flip`'s JSON-Schema
 * via the `definition` "Hit".
 */
export interface Hit {
  do: "hit";
  slot: number;
  face: string;
  number: number;
  owner: number;
  group: number;
  end: ("high" | "low") | null;
}
/**
 * Chance decides who deals.
 *
 * This interface was referenced by `Phase10Flip`'s JSON-Schema
 * via the `definition` "Dealer".
 */
export interface Dealer {
  do: "dealer";
  seat: number;
}
/**
 * Chance decides which card comes up.
 *
 * This interface was referenced by `Phase10Flip`'s JSON-Schema
 * via the `definition` "Card".
 */
export interface Card {
  do: "card";
  card: number;
}
/**
 * What a page must know of a setup beforehand: the groups of its phases, and the two faces of every card.
 *
 *     What stands on each face is told by its code: codes are names, and nobody has to take them apart.
 *
 * This interface was referenced by `Phase10Flip`'s JSON-Schema
 * via the `definition` "Sheet".
 */
export interface Sheet {
  phases: GroupShape[][];
  deck: [string, string][];
  faces: {
    [k: string]: PrintedFace;
  };
}
/**
 * A group of a phase.
 *
 * This interface was referenced by `Phase10Flip`'s JSON-Schema
 * via the `definition` "GroupShape".
 */
export interface GroupShape {
  kind: "run" | "set";
  size: number;
}
/**
 * What stands on a face: no suit on the wild side, no number on a Star. `flips`: discarded, it turns the table.
 *
 * This interface was referenced by `Phase10Flip`'s JSON-Schema
 * via the `definition` "PrintedFace".
 */
export interface PrintedFace {
  suit: ("blue" | "green" | "red" | "yellow") | null;
  number: number | null;
  star: boolean;
  flips: boolean;
  points: number;
}
/**
 * `actions`: by the text of each offered action, what it leads to. `hands`: what is known of every hand.
 *
 * This interface was referenced by `Phase10Flip`'s JSON-Schema
 * via the `definition` "Figures".
 */
export interface Figures {
  actions: {
    [k: string]: Click;
  };
  hands: Hand[];
  exact: boolean;
}
/**
 * What one offered action leads to.
 *
 *     Drawing and taking: `lays`, the chance that the phase can be laid then, or once it is laid `hits`, that the card can
 *     be laid on the table; `cards`, what the card may be. All others: `short`, the cards still lacking, `points`, what
 *     the hand costs then, and whether it `goes_out`. Discards: `flips`; `helps_next`, the chance that `next`, the seat
 *     that plays then, can use what lies on the discard pile; where it flips `lays`, the chance to hold the phase then.
 *
 * This interface was referenced by `Phase10Flip`'s JSON-Schema
 * via the `definition` "Click".
 */
export interface Click {
  lays: Chance | null;
  hits: Chance | null;
  cards: MayBe[];
  short: number | null;
  points: HandPoints | null;
  goes_out: boolean;
  flips: boolean;
  next: number | null;
  helps_next: Chance | null;
}
/**
 * A chance with half the width of its 95% interval: 0 where it was counted, more where it was drawn.
 *
 * This interface was referenced by `Phase10Flip`'s JSON-Schema
 * via the `definition` "Chance".
 */
export interface Chance {
  chance: number;
  margin: number;
}
/**
 * What a card may be, its active face, with the chance of it, and whether it helps at once.
 *
 * This interface was referenced by `Phase10Flip`'s JSON-Schema
 * via the `definition` "MayBe".
 */
export interface MayBe {
  face: string;
  chance: number;
  helps: boolean;
}
/**
 * What the cards of a hand cost: on average over what they may be, at least and at most.
 *
 * This interface was referenced by `Phase10Flip`'s JSON-Schema
 * via the `definition` "HandPoints".
 */
export interface HandPoints {
  mean: number;
  least: number;
  most: number;
}
/**
 * A seat's hand now and after a flip, as far as the seat that asks can know. `short` null is not known.
 *
 * This interface was referenced by `Phase10Flip`'s JSON-Schema
 * via the `definition` "Hand".
 */
export interface Hand {
  seat: number;
  points: HandPoints;
  short: number | null;
  flipped: Flipped;
}
/**
 * A hand after a flip, as far as the seat that asks can know. Null is not known, or not a question any more.
 *
 * This interface was referenced by `Phase10Flip`'s JSON-Schema
 * via the `definition` "Flipped".
 */
export interface Flipped {
  points: HandPoints;
  short: number | null;
  lays: Chance | null;
  hits: number | null;
  cards: number[];
}
/**
 * What would complete the phase, and what may be behind each back in sight: by its code, the likelier first.
 *
 * This interface was referenced by `Phase10Flip`'s JSON-Schema
 * via the `definition` "Details".
 */
export interface Details {
  complete: boolean;
  faces: string[];
  behind: {
    [k: string]: OtherSide[];
  };
}
/**
 * A face that can be on the other side of one in sight, and of how many cards that are not known it is.
 *
 * This interface was referenced by `Phase10Flip`'s JSON-Schema
 * via the `definition` "OtherSide".
 */
export interface OtherSide {
  face: string;
  count: number;
}
