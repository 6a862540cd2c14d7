// What a game's folder gives to the page. Only the board is needed; whatever else is missing is left out, or done in a
// way that serves every game. Pieces are loaded when they are first drawn.
import type { Component } from "svelte";
import type { Stage } from "../lib/link.svelte";
import type { Frame, LegalAction, Suggestions } from "../lib/wire";

/** A component that is loaded when it is first drawn. */
export type Piece<Props extends Record<string, any>> = () => Promise<{ default: Component<Props> }>;

export interface BoardProps<View = any, Sheet = any, Figures = any> {
  frame: Frame;
  view: View;
  /** What the game says of the cards of this table. */
  sheet: Sheet;
  /** Whether cards are on their way: nothing can be done meanwhile. */
  moving: boolean;
  act: (action: string) => void;
  /** All that the rules allow, where a lesson offers only some of it: what is said of the moment goes by this. */
  allowed?: readonly LegalAction[];
  /** Whether a teacher or tips stand above the table, which has less room then. */
  guided?: boolean;
  /** Takes the board's way to show a step, before the first one comes. */
  onstage: (stage: Stage) => void;
  name: (seat: number) => string;
  /** The texts of the actions that a hint or a lesson speaks of. */
  advised?: readonly string[];
  /** The odds of the moment, once they are counted. */
  odds?: Figures | null;
  /** Whether they are still being prepared, which the first time takes a while. */
  preparing?: boolean;
  /** Why an action is not possible now. Replays have nobody to ask. */
  why?: (action: string) => Promise<string | null>;
  /** Whole moves that could be made. */
  suggest?: () => Promise<Suggestions | null>;
}

export interface EndProps<View = any, Sheet = any> {
  frame: Frame;
  view: View;
  sheet: Sheet;
  name: (seat: number) => string;
}

/** What a game shows of its end, each part on its own. */
export interface End {
  /** What it was won with, across the whole page. */
  stage?: Piece<EndProps>;
  /** How everybody came there, turn by turn or round by round. */
  course?: Piece<EndProps>;
  /** What everybody had at the end, side by side. */
  holdings?: Piece<EndProps>;
}

export interface MomentProps<View = any, Sheet = any> {
  view: View;
  sheet: Sheet;
  /** Through whose eyes it is seen. */
  seat: number;
  names: readonly string[];
}

export interface GlanceProps<View = any, Sheet = any> {
  view: View;
  sheet: Sheet;
  /** Through whose eyes it is seen. */
  seat: number;
}

export interface RulesProps<Sheet = any> {
  /** The name of the section of the rules that is shown. */
  section: string;
  sheet: Sheet;
}

export interface MarkProps<Sheet = any> {
  /** What the server calls it by. */
  code: string;
  sheet: Sheet;
}

/** One of the ways to play that stand on the card of the first page: rules and options, and the message of its name. */
export interface QuickChoice {
  say: string;
  ruleset?: string;
  options: Record<string, boolean | number | string>;
}

export interface GamePage {
  /** What is to be done is said in its `.headline`, which can have the focus; it is done with buttons in `.actions`, or with what has
   * `data-next`. There whoever plays with the keyboard goes on. */
  board: Piece<BoardProps>;
  /** What stands beside the board, above what happened. */
  side?: Piece<BoardProps>;
  /** The picture on the first page. */
  picture?: Piece<Record<string, never>>;
  /** The story of a game that is over. */
  end?: End;
  /** A position in small, to look at only. */
  moment?: Piece<MomentProps>;
  /** A card in small, in lists and tables. */
  mark?: Piece<MarkProps>;
  /** What is drawn below the words of a section of the rules. */
  rules?: Piece<RulesProps>;
  /** What is asked on the first page before all other options: the message of the question, and its answers. */
  quick?: { say: string; choices: QuickChoice[] };
  /** About how many minutes a game takes with so many seats, given what was chosen. */
  minutes?: (seats: number, option: (name: string) => boolean | number | string) => number;
  /** A running game at a glance, where it is to be gone on with. */
  glance?: Piece<GlanceProps>;
  /** The paper that the game has on the first page: by day, or at night. */
  paper?: "recto" | "verso";
  /** Whether a view is a moment that nobody passes by, however fast the rest is shown: one that is looked at until one goes on, or,
   * where the view before it is given, a change that is noticed also by those who want no motion. The board's stage waits there. */
  stops?: (view: any, before?: any) => boolean;
  /** The number of the turn, to be shown above the table. */
  turn?: (view: any) => number | undefined;
  /** Where the game stands, the most important first; in place of its name where there is no room for both. */
  where?: (view: any) => string[];
  /** Whether this is a moment to ask for odds. */
  hasOdds?: (view: any) => boolean;
  /** The section of the rules that fits the moment. */
  ruleNow?: (frame: Frame) => string;
  /** The tip for this moment of one's own turn, a message of the game. */
  tipNow?: (frame: Frame) => string | null;
}
