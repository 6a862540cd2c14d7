// Made by web/generate.py from src/verso/games/flip_city. Do not edit.

export interface FlipCity {
  view: FlipCityView;
  action: Play | Stop | Shuffle | Done | Recycle | Buy | Develop | Flip | Remove | Start | Top | Bottom;
  sheet: CardSheet;
  figures: Figures;
}
/**
 * A position as tables show it. Nothing in it is hidden from anybody (FC-04).
 *
 * This interface was referenced by `FlipCity`'s JSON-Schema
 * via the `definition` "FlipCityView".
 */
export interface FlipCityView {
  to_act: number;
  phase: "build" | "play" | "remove";
  awaiting: ("bottom" | "start" | "top") | null;
  result: ("cards" | "points" | "supply" | "truncated") | null;
  turn: Turn;
  supply: {
    [k: string]: number;
  };
  players: Player[];
  wins: ("cards" | "points") | null;
  last_card: boolean;
  prices: {
    [k: string]: number;
  };
  story?: Story | null;
}
/**
 * The turn at hand: whose it is, and what it has given so far.
 *
 * This interface was referenced by `FlipCity`'s JSON-Schema
 * via the `definition` "Turn".
 */
export interface Turn {
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
  bottom_pending: boolean;
}
/**
 * The cards of a seat, as codes: `top` and `bottom` are known in their order, `deck` is the rest between them.
 *
 * This interface was referenced by `FlipCity`'s JSON-Schema
 * via the `definition` "Player".
 */
export interface Player {
  top: string[];
  deck: {
    [k: string]: number;
  };
  bottom: string[];
  discard: {
    [k: string]: number;
  };
  played: string[];
}
/**
 * The game so far.
 *
 *     `gave` is the cash, the points, the unhappiness and the higher limit that each card of the street gave when it was
 *     played, `did` what else was done this turn, and `cash` the most that the turn has had. `last` is the last turn of
 *     each seat, `turns` a row for each turn that has ended: its seat, cards, points, whether it was lost (1 or 0), and
 *     how many cards were flipped.
 *
 * This interface was referenced by `FlipCity`'s JSON-Schema
 * via the `definition` "Story".
 */
export interface Story {
  gave: number[][];
  did: (Play | Stop | Shuffle | Done | Recycle | Buy | Develop | Flip | Remove | Start | Top | Bottom)[];
  cash: number;
  last: (PastTurn | null)[];
  turns: number[][];
}
/**
 * Play the top card of the deck.
 *
 * This interface was referenced by `FlipCity`'s JSON-Schema
 * via the `definition` "Play".
 */
export interface Play {
  do: "play";
}
/**
 * Stop playing cards, and build.
 *
 * This interface was referenced by `FlipCity`'s JSON-Schema
 * via the `definition` "Stop".
 */
export interface Stop {
  do: "stop";
}
/**
 * Shuffle the discard pile into a new deck.
 *
 * This interface was referenced by `FlipCity`'s JSON-Schema
 * via the `definition` "Shuffle".
 */
export interface Shuffle {
  do: "shuffle";
}
/**
 * End the turn.
 *
 * This interface was referenced by `FlipCity`'s JSON-Schema
 * via the `definition` "Done".
 */
export interface Done {
  do: "done";
}
/**
 * Turn a card of the discard pile over for what that gives.
 *
 * This interface was referenced by `FlipCity`'s JSON-Schema
 * via the `definition` "Recycle".
 */
export interface Recycle {
  do: "recycle";
  face: string;
  turned: string;
}
/**
 * Buy a card of the supply.
 *
 * This interface was referenced by `FlipCity`'s JSON-Schema
 * via the `definition` "Buy".
 */
export interface Buy {
  do: "buy";
  face: string;
}
/**
 * Buy a card of the supply with its other side up.
 *
 * This interface was referenced by `FlipCity`'s JSON-Schema
 * via the `definition` "Develop".
 */
export interface Develop {
  do: "develop";
  face: string;
  turned: string;
}
/**
 * Turn a card of the discard pile over for its fee, into the discard pile of seat `to` where it is given away.
 *
 * This interface was referenced by `FlipCity`'s JSON-Schema
 * via the `definition` "Flip".
 */
export interface Flip {
  do: "flip";
  face: string;
  turned: string;
  to?: number | null;
}
/**
 * Remove a card of the supply from the game.
 *
 * This interface was referenced by `FlipCity`'s JSON-Schema
 * via the `definition` "Remove".
 */
export interface Remove {
  do: "remove";
  face: string;
}
/**
 * Chance: a seat begins.
 *
 * This interface was referenced by `FlipCity`'s JSON-Schema
 * via the `definition` "Start".
 */
export interface Start {
  do: "start";
  seat: number;
}
/**
 * Chance: this card comes up on the deck that waits for it.
 *
 * This interface was referenced by `FlipCity`'s JSON-Schema
 * via the `definition` "Top".
 */
export interface Top {
  do: "top";
  face: string;
}
/**
 * Chance: this card was the lowest of the deck.
 *
 * This interface was referenced by `FlipCity`'s JSON-Schema
 * via the `definition` "Bottom".
 */
export interface Bottom {
  do: "bottom";
  face: string;
}
/**
 * A turn that has ended, with all that was done besides playing cards. Cash and points are as they were at most.
 *
 *     `lost` says how far it went over the limit: the unhappiness and the limit.
 *
 * This interface was referenced by `FlipCity`'s JSON-Schema
 * via the `definition` "PastTurn".
 */
export interface PastTurn {
  number: number;
  played: string[];
  gave: number[][];
  cash: number;
  points: number;
  did: (Play | Stop | Shuffle | Done | Recycle | Buy | Develop | Flip | Remove | Start | Top | Bottom)[];
  lost: [number, number] | null;
}
/**
 * All faces of a setup by code, and what wins.
 *
 * This interface was referenced by `FlipCity`'s JSON-Schema
 * via the `definition` "CardSheet".
 */
export interface CardSheet {
  faces: {
    [k: string]: FaceSheet;
  };
  goals: Goals;
}
/**
 * One side of a card: its figures (None for a price it has not), and names and effects by language.
 *
 * This interface was referenced by `FlipCity`'s JSON-Schema
 * via the `definition` "FaceSheet".
 */
export interface FaceSheet {
  other: string;
  front: boolean;
  name: {
    [k: string]: string;
  };
  effects: {
    [k: string]: string[];
  };
  short: {
    [k: string]: string;
  };
  from: {
    [k: string]: string;
  };
  cost: number | null;
  fee: number | null;
  cash: number;
  points: number;
  unhappy: number;
  given: boolean;
  recyclable: boolean;
}
/**
 * What wins a turn: so many points, or so many cards with one among them that says so (0: none does).
 *
 * This interface was referenced by `FlipCity`'s JSON-Schema
 * via the `definition` "Goals".
 */
export interface Goals {
  points: number;
  cards: number;
}
/**
 * `actions`: by the text of each offered action, what it leads to. `win`: the best chance to win this turn.
 *
 *     `stake` is what this turn has brought so far. `coming` is the next turn as it is, while one builds.
 *
 * This interface was referenced by `FlipCity`'s JSON-Schema
 * via the `definition` "Figures".
 */
export interface Figures {
  actions: {
    [k: string]: Click;
  };
  goal: Goal;
  stake: Stake;
  win: Winning;
  coming: Coming | null;
  rivals: Rival[];
}
/**
 * What one offered action leads to, nothing else being done in between.
 *
 * This interface was referenced by `FlipCity`'s JSON-Schema
 * via the `definition` "Click".
 */
export interface Click {
  over_now: boolean;
  over: number;
  wins: number;
  loses: boolean;
  gives: Gain | null;
  must: Must[];
  first: First | null;
  win: Winning | null;
  leaves: Left | null;
  coming: Coming | null;
}
/**
 * What an action itself brings, at once.
 *
 * This interface was referenced by `FlipCity`'s JSON-Schema
 * via the `definition` "Gain".
 */
export interface Gain {
  cash: number;
  points: number;
  unhappy: number;
  limit: number;
  cards: number;
}
/**
 * A card that may come up next and would have to be played, with the chance of it.
 *
 * This interface was referenced by `FlipCity`'s JSON-Schema
 * via the `definition` "Must".
 */
export interface Must {
  face: string;
  chance: number;
}
/**
 * An offered action that makes another one safer when it is done so many times before it.
 *
 * This interface was referenced by `FlipCity`'s JSON-Schema
 * via the `definition` "First".
 */
export interface First {
  action: string;
  times: number;
  over: number;
}
/**
 * The best chance to win by a turn: with enough points, with enough cards played, and either way.
 *
 *     `cards` is null where no card wins by the number of cards played. One play can go for both, so `either` is at least
 *     the better of the two and at most their sum.
 *
 * This interface was referenced by `FlipCity`'s JSON-Schema
 * via the `definition` "Winning".
 */
export interface Winning {
  points: Chance;
  cards: Chance | null;
  either: Chance;
}
/**
 * The best chance of something: between two figures, which are the same where it was counted through.
 *
 *     Where there is too much to count, turns are drawn that go for it as well as they easily can: then `sampled` is true
 *     and the figures are the ends of the 95% interval. The best play can do a little better than those turns.
 *
 * This interface was referenced by `FlipCity`'s JSON-Schema
 * via the `definition` "Chance".
 */
export interface Chance {
  least: number;
  most: number;
  sampled: boolean;
}
/**
 * What is left to build with after an action.
 *
 * This interface was referenced by `FlipCity`'s JSON-Schema
 * via the `definition` "Left".
 */
export interface Left {
  cash: number;
  actions: number;
  buys: number;
  flips: number;
}
/**
 * One's own next turn, with the cards as they will be: the best chance to win by it, and how it goes mostly.
 *
 *     `over` and `cash` are of drawn turns, played as the light player would: how many of them go over the limit, and what
 *     the others have to build with.
 *
 * This interface was referenced by `FlipCity`'s JSON-Schema
 * via the `definition` "Coming".
 */
export interface Coming {
  win: Winning;
  over: Sampled;
  cash: Sampled;
}
/**
 * A mean over turns drawn by chance, with half the width of its 95% interval.
 *
 * This interface was referenced by `FlipCity`'s JSON-Schema
 * via the `definition` "Sampled".
 */
export interface Sampled {
  mean: number;
  margin: number;
}
/**
 * What wins a turn; `cards` is null where no card wins by the number of cards played.
 *
 * This interface was referenced by `FlipCity`'s JSON-Schema
 * via the `definition` "Goal".
 */
export interface Goal {
  points: number;
  cards: number | null;
}
/**
 * What this turn has brought so far: what stopping keeps, and what going over the limit costs.
 *
 * This interface was referenced by `FlipCity`'s JSON-Schema
 * via the `definition` "Stake".
 */
export interface Stake {
  cash: number;
  points: number;
  cards: number;
  buys: number;
  flips: number;
}
/**
 * An opponent's next turn, from what everybody sees, as if it began now.
 *
 * This interface was referenced by `FlipCity`'s JSON-Schema
 * via the `definition` "Rival".
 */
export interface Rival {
  seat: number;
  win: Winning;
}
