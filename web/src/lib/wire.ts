// Made by web/generate.py from src/verso/play/wire.py. Do not edit.

export interface Messages {
  client:
    | Hello
    | Look
    | Act
    | Sit
    | Leave
    | Back
    | Arrange
    | Start
    | AddEntropy
    | Undo
    | Answer
    | Say
    | React
    | TurnChat
    | Rematch
    | Hint
    | Why
    | Suggest;
  server: Frame | Done | Refused | Advice | Because | Suggestions | Problem;
}
/**
 * Must come first: who looks, in which language, from which seat's eyes, and what it has seen already.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Hello".
 */
export interface Hello {
  type: "hello";
  language?: "en" | "pt-BR";
  token?: string | null;
  seat?: number | null;
  since?: number;
}
/**
 * See the table from another of one's own seats (hot-seat), or as a spectator; also changes the language.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Look".
 */
export interface Look {
  type: "look";
  seat: number | null;
  language?: ("en" | "pt-BR") | null;
}
/**
 * Carry out an action, given as neutral text.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Act".
 */
export interface Act {
  type: "act";
  /**
   * chosen by the client, once per command
   */
  key: string;
  ply: number;
  seat: number;
  action: string;
}
/**
 * Take a seat: an open one, or an invited one with its code.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Sit".
 */
export interface Sit {
  type: "sit";
  /**
   * chosen by the client, once per command
   */
  key: string;
  seat: number;
  name?: string | null;
  invitation?: string | null;
}
/**
 * Give a seat up before the game; during it a bot plays on after a while until one is back.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Leave".
 */
export interface Leave {
  type: "leave";
  /**
   * chosen by the client, once per command
   */
  key: string;
  seat: number;
}
/**
 * Take the seat back from the bot that plays for it.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Back".
 */
export interface Back {
  type: "back";
  /**
   * chosen by the client, once per command
   */
  key: string;
  seat: number;
}
/**
 * Before the game, its host makes a free or bot seat open, invited or a bot's.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Arrange".
 */
export interface Arrange {
  type: "arrange";
  /**
   * chosen by the client, once per command
   */
  key: string;
  seat: number;
  kind: "bot" | "invited" | "open";
  level?: "easy" | "expert" | "hard" | "medium";
}
/**
 * Begin; with `fill`, bots of this level take the seats that are still free.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Start".
 */
export interface Start {
  type: "start";
  /**
   * chosen by the client, once per command
   */
  key: string;
  fill?: boolean;
  level?: "easy" | "expert" | "hard" | "medium";
}
/**
 * Add one's own randomness to the shuffles, before the game begins.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "AddEntropy".
 */
export interface AddEntropy {
  type: "entropy";
  /**
   * chosen by the client, once per command
   */
  key: string;
  seat: number;
  /**
   * hexadecimal, up to 32 bytes
   */
  value: string;
}
/**
 * Take back the seat's last action: at once where that is free, otherwise the others are asked.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Undo".
 */
export interface Undo {
  type: "undo";
  /**
   * chosen by the client, once per command
   */
  key: string;
  ply: number;
  seat: number;
}
/**
 * Agree or not to the undo that is asked for. Whoever asked for it withdraws it by not agreeing.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Answer".
 */
export interface Answer {
  type: "answer";
  /**
   * chosen by the client, once per command
   */
  key: string;
  ply: number;
  seat: number;
  agree: boolean;
}
/**
 * A short message to everybody at the table.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Say".
 */
export interface Say {
  type: "say";
  /**
   * chosen by the client, once per command
   */
  key: string;
  seat: number;
  text: string;
}
/**
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "React".
 */
export interface React {
  type: "react";
  /**
   * chosen by the client, once per command
   */
  key: string;
  seat: number;
  reaction: "👍" | "👏" | "🔥" | "😂" | "😢" | "😮" | "🙏" | "🤔";
}
/**
 * The host turns chat on or off, at any time.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "TurnChat".
 */
export interface TurnChat {
  type: "chat";
  /**
   * chosen by the client, once per command
   */
  key: string;
  on: boolean;
}
/**
 * After the game: the same table once more. All are led to it by the frame.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Rematch".
 */
export interface Rematch {
  type: "rematch";
  /**
   * chosen by the client, once per command
   */
  key: string;
  seat: number;
}
/**
 * Ask what an expert would do. Answered with `advice`; changes nothing.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Hint".
 */
export interface Hint {
  type: "hint";
  /**
   * chosen by the client, once per command
   */
  key: string;
  seat: number;
}
/**
 * Ask why an action is not legal now. Answered with `because`; changes nothing.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Why".
 */
export interface Why {
  type: "why";
  /**
   * chosen by the client, once per command
   */
  key: string;
  seat: number;
  action: string;
}
/**
 * Ask for whole moves that the seat could make: in Phase 10 Flip ways to lay the phase, and what would complete it.
 *
 *     Answered with `suggestions`; changes nothing. Unlike a hint it is only what the rules say, so it is never off.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Suggest".
 */
export interface Suggest {
  type: "suggest";
  /**
   * chosen by the client, once per command
   */
  key: string;
  seat: number;
}
/**
 * A table as one audience may see it at one ply: everything a client shows is derived from the newest frame.
 *
 *     First comes what no move changes, then what a move changes for everybody, then what is about whoever looks.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Frame".
 */
export interface Frame {
  type: "frame";
  table: string;
  state: "open" | "over" | "playing";
  game: string;
  ruleset: string;
  options: {};
  language: "en" | "pt-BR";
  listed: boolean;
  hints: boolean;
  result: Result | null;
  shuffle: Shuffle;
  rematch?: string | null;
  clock: Clock;
  ply: number;
  since: number;
  to_act: number | null;
  log: Line[];
  chat: ChatLine[] | null;
  takes?: number[][];
  view: {} | null;
  host: boolean;
  starts: boolean;
  seats: SeatInfo[];
  seat: number | null;
  legal: LegalAction[];
  undo: UndoState;
}
/**
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Result".
 */
export interface Result {
  winners: number[];
  reason: string;
  scores: number[];
  truncated: boolean;
  details: {
    [k: string]: number;
  };
  words: string;
}
/**
 * The commitment published before the game; the secret only when it is over. See docs/shuffles.md.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Shuffle".
 */
export interface Shuffle {
  commitment: string;
  entropies: (string | null)[];
  secret?: string | null;
}
/**
 * All times are milliseconds since 1970 by the server's clock; `now` lets a client correct its own.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Clock".
 */
export interface Clock {
  seconds: number;
  deadline: number | null;
  now: number;
}
/**
 * One entry of the log in words; `steps` only for a client that says since when it has been looking.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Line".
 */
export interface Line {
  ply: number;
  at: number;
  kind: string;
  seat: number | null;
  words: string[];
  steps?: Step[];
}
/**
 * One action as this audience may know it. Applying `changes` to the view before gives the view after.
 *
 *     `actor` is a seat, or -1 for chance. `text` is null where the action itself may not be known.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Step".
 */
export interface Step {
  actor: number;
  text: string | null;
  words: string[];
  changes: Change[];
}
/**
 * One value of the view that an action changed; the value is missing where the key has gone.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Change".
 */
export interface Change {
  path: (string | number)[];
  value?: unknown;
}
/**
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "ChatLine".
 */
export interface ChatLine {
  ply: number;
  at: number;
  seat: number;
  name: string;
  text: string;
}
/**
 * Who sits where. `bot` is set when a bot plays the seat now, its own or one it has taken over.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "SeatInfo".
 */
export interface SeatInfo {
  seat: number;
  kind: "bot" | "human" | "invited" | "open";
  name?: string | null;
  level?: ("easy" | "expert" | "hard" | "medium") | null;
  bot?: boolean;
  online?: boolean;
  you?: boolean;
  left?: boolean;
}
/**
 * One thing to do now: `text` to send, `verb` and `arguments` to lay out, `words` to read.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "LegalAction".
 */
export interface LegalAction {
  text: string;
  verb: string;
  arguments: string[];
  words: string;
}
/**
 * Whether the seat that looks could take back its last action: freely, by asking, or not (and why not).
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "UndoState".
 */
export interface UndoState {
  can: "ask" | "free" | "no";
  why?: string | null;
  offer?: UndoOffer | null;
}
/**
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "UndoOffer".
 */
export interface UndoOffer {
  seat: number;
  waiting: number[];
}
/**
 * The command has been carried out and is stored for good. `again` marks the repeated answer to a repeated key.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Done".
 */
export interface Done {
  type: "done";
  key: string;
  ply: number;
  again?: boolean;
}
/**
 * The command has changed nothing; `code` for programs, `words` for people, and the table's current ply.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Refused".
 */
export interface Refused {
  type: "refused";
  key: string;
  code:
    | "ambiguous"
    | "busy"
    | "illegal"
    | "invalid"
    | "invitation"
    | "limit"
    | "not-now"
    | "not-yours"
    | "off"
    | "stale"
    | "taken";
  words: string;
  ply: number;
}
/**
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Advice".
 */
export interface Advice {
  type: "advice";
  key: string;
  ply: number;
  action: string;
  words: string;
  reason: string;
}
/**
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Because".
 */
export interface Because {
  type: "because";
  key: string;
  words: string;
}
/**
 * The best first. `complete` says that the seat holds all it needs; otherwise any one face of `wanted` would do.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Suggestions".
 */
export interface Suggestions {
  type: "suggestions";
  key: string;
  ply: number;
  moves: Suggestion[];
  complete: boolean;
  wanted: string[];
}
/**
 * A whole move: `text` to send with `act`, `words` to read.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Suggestion".
 */
export interface Suggestion {
  text: string;
  words: string;
}
/**
 * Something is wrong with the message or the connection itself; after a `fatal` one the server hangs up.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Problem".
 */
export interface Problem {
  type: "problem";
  code: "closing" | "hello" | "internal" | "slow" | "too-fast" | "too-long" | "too-many" | "unknown" | "unreadable";
  words: string;
  fatal?: boolean;
}
/**
 * The answer to a command sent over HTTP: what the socket would have said, and the frame after it.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Answered".
 */
export interface Answered {
  answer: Done | Refused | Advice | Because | Suggestions;
  frame?: Frame | null;
}
/**
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Created".
 */
export interface Created {
  table: string;
  invitations: Invitation[];
}
/**
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Invitation".
 */
export interface Invitation {
  seat: number;
  code: string;
}
/**
 * What every refusal over HTTP looks like.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Failure".
 */
export interface Failure {
  code: string;
  words: string;
}
/**
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "GameInfo".
 */
export interface GameInfo {
  name: string;
  title: string;
  seats: number[];
  rulesets: RulesetInfo[];
  levels: ("easy" | "expert" | "hard" | "medium")[];
}
/**
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "RulesetInfo".
 */
export interface RulesetInfo {
  name: string;
  title: string;
  about: string;
  seats: number[];
  options: OptionInfo[];
}
/**
 * A field to show: a switch (true or false), a number from `least` to `most`, or a choice among `values`.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "OptionInfo".
 */
export interface OptionInfo {
  name: string;
  type: "choice" | "number" | "switch";
  title: string;
  help: string;
  default: boolean | number | string;
  seats: number[];
  least?: number | null;
  most?: number | null;
  values?: OptionValue[];
}
/**
 * One of the names that an option can have.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "OptionValue".
 */
export interface OptionValue {
  value: string;
  title: string;
}
/**
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "GameList".
 */
export interface GameList {
  games: GameInfo[];
}
/**
 * Whoever wants to play gives a name, and that is all.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Guest".
 */
export interface Guest {
  name: string;
  language?: "en" | "pt-BR";
}
/**
 * What the cards of a hand cost: on average over what they may be, at least and at most.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "HandPoints".
 */
export interface HandPoints {
  mean: number;
  least: number;
  most: number;
}
/**
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Me".
 */
export interface Me {
  id: string;
  name: string;
  language: "en" | "pt-BR";
}
/**
 * How a table is set up. Seats without a plan are open; a table of `mine` and `bot` seats starts at once.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "NewTable".
 */
export interface NewTable {
  game: string;
  seats: SeatPlan[];
  ruleset?: string | null;
  options?: {
    [k: string]: boolean | number | string;
  };
  cards?: {} | null;
  listed?: boolean;
  /**
   * seconds for each move; 0 for none; 86400 for a day
   */
  clock?: number;
  chat?: boolean;
  hints?: boolean;
  wait?: boolean;
  position?: {} | null;
  continues?: RecordMoment | null;
  lesson?: number | null;
}
/**
 * `mine` seats are the creator's: one, or several on a hot-seat table.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "SeatPlan".
 */
export interface SeatPlan {
  kind: "bot" | "invited" | "mine" | "open";
  level?: "easy" | "expert" | "hard" | "medium";
  name?: string | null;
}
/**
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "RecordMoment".
 */
export interface RecordMoment {
  record: string;
  ply: number;
}
/**
 * Exact odds for a seat on its turn, from what it may know. Not `ready`: ask again in a few seconds.
 *
 *     Flip City: `bust`, the chance to go over the limit before one may stop again, and `reach`, the best chance of
 *     `goal` points this turn. Phase 10 Flip: `drawing`, the chance that the next card helps at once, whether `taking`
 *     does, and what is known of all hands.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Odds".
 */
export interface Odds {
  ply: number;
  ready?: boolean;
  bust?: number | null;
  goal?: number | null;
  reach?: number | null;
  reach_at_most?: number | null;
  drawing?: number | null;
  taking?: boolean | null;
  seats?: SeatOdds[];
}
/**
 * A hand of Phase 10 Flip now and after a flip, as far as the seat that asks can know. Null is not known.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "SeatOdds".
 */
export interface SeatOdds {
  seat: number;
  now: HandPoints;
  flipped: HandPoints;
  missing: number | null;
  missing_flipped: number | null;
}
/**
 * A code good for one use: to bring an identity to another device, or somebody to an invited seat.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "OneTimeCode".
 */
export interface OneTimeCode {
  code: string;
  expires: number;
}
/**
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "RecordList".
 */
export interface RecordList {
  records: RecordSummary[];
  more?: boolean;
}
/**
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "RecordSummary".
 */
export interface RecordSummary {
  record: string;
  game: string;
  ruleset: string;
  names: string[];
  winners: number[];
  words: string;
  finished: number;
  plies: number;
}
/**
 * A record as text, to be imported.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "RecordText".
 */
export interface RecordText {
  text: string;
  listed?: boolean;
}
/**
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Renamed".
 */
export interface Renamed {
  name?: string | null;
  language?: ("en" | "pt-BR") | null;
}
/**
 * A finished game from one seat's eyes, or with all faces: the view at `ply`, and the steps that follow.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Replay".
 */
export interface Replay {
  record: string;
  game: string;
  ruleset: string;
  names: string[];
  seat: number | null;
  ply: number;
  plies: number;
  view: {};
  steps: Step[];
  result: Result | null;
  shuffle: Shuffle | null;
  verified: boolean | null;
}
/**
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "TableList".
 */
export interface TableList {
  tables: TableSummary[];
  more?: boolean;
}
/**
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "TableSummary".
 */
export interface TableSummary {
  table: string;
  game: string;
  ruleset: string;
  state: "open" | "over" | "playing";
  seats: SeatInfo[];
  clock: number;
  changed: number;
  your_turn?: boolean;
}
/**
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "UseCode".
 */
export interface UseCode {
  /**
   * good for one use
   */
  code: string;
}
/**
 * A new identity, or one opened on another device. The token is also set as a cookie; it is shown only once.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Welcome".
 */
export interface Welcome {
  id: string;
  name: string;
  language: "en" | "pt-BR";
  token: string;
}
