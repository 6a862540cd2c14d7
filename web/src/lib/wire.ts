// Made by web/generate.py from src/verso/play/wire.py and src/verso/lab/wire.py. Do not edit.

export interface Messages {
  client:
    | Hello
    | Look
    | Act
    | Sit
    | Leave
    | Back
    | Arrange
    | ChangeRules
    | Agree
    | Resign
    | Close
    | Remove
    | Start
    | AddEntropy
    | Commit
    | Reveal
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
 * Take a seat: an open one, or an invited one with its code. A page commits to its entropy with it.
 *
 *     `ply` says what one has seen: nobody sits down to rules that were changed since.
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
  commitment?: string | null;
  ply?: number;
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
 * Before the game, its host makes a free or bot seat open, invited or a bot's: a character's, or of a level.
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
  character?: string | null;
}
/**
 * Before the game, its host changes rules, options, clock or the number of seats; what is not given stays.
 *
 *     Another ruleset begins with its own options. Seats come and go at the end. Whoever sits at the table agrees anew,
 *     with `agree`, or stands up.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "ChangeRules".
 */
export interface ChangeRules {
  type: "rules";
  /**
   * chosen by the client, once per command
   */
  key: string;
  ruleset?: string | null;
  /**
   * only those that are not as the ruleset has them need be given
   */
  options?: {
    [k: string]: boolean | number | string;
  };
  clock?: number | null;
  seats?: number | null;
}
/**
 * Say that one plays: a rematch, or by rules that have changed since one sat down. `ply` says what one has seen.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Agree".
 */
export interface Agree {
  type: "agree";
  /**
   * chosen by the client, once per command
   */
  key: string;
  ply: number;
  seat: number;
  commitment?: string | null;
}
/**
 * Give the game up. With two seats the other wins; where other people play on, a bot takes the seat for good.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Resign".
 */
export interface Resign {
  type: "resign";
  /**
   * chosen by the client, once per command
   */
  key: string;
  seat: number;
}
/**
 * Delete the table with everything that it holds: its host, before the game or where nobody else has played.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Close".
 */
export interface Close {
  type: "close";
  /**
   * chosen by the client, once per command
   */
  key: string;
}
/**
 * Before the game, its host asks a guest to leave. Their seat is free again; they do not sit down here again.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Remove".
 */
export interface Remove {
  type: "remove";
  /**
   * chosen by the client, once per command
   */
  key: string;
  seat: number;
}
/**
 * Begin; with `fill`, bots of this level take the seats that are free, or of people who are still awaited.
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
 * Add one's own randomness to the shuffles, before the game begins, for all to see: `commit` protects better.
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
 * Bind a seat to an entropy that is shown later, before the game begins.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Commit".
 */
export interface Commit {
  type: "commit";
  /**
   * chosen by the client, once per command
   */
  key: string;
  seat: number;
  /**
   * the SHA-256 of an entropy, hexadecimal
   */
  value: string;
}
/**
 * Show the entropy that a seat is bound to, once all commitments are fixed (`shuffle.sealed`).
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Reveal".
 */
export interface Reveal {
  type: "reveal";
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
 * After the game: the same table once more. All are led to it by the frame, and it waits until they `agree`.
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
 * Ask what to do. Answered with `advice`; changes nothing. Asked `again`, it looks further than the time before.
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
  again?: number;
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
 * Ask for whole moves that the seat could make, and for what it still lacks for one.
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
  own_cards: boolean;
  language: "en" | "pt-BR";
  listed: boolean;
  hints: boolean;
  result: Result | null;
  shuffle: Shuffle;
  rematch?: string | null;
  clock: Clock;
  ply: number;
  since: number;
  played: number;
  to_act: number | null;
  log: Line[];
  chat: ChatLine[] | null;
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
 * The server's commitment, published before the game, and those of the seats; the secret only when it is over.
 *
 *     See docs/shuffles.md.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Shuffle".
 */
export interface Shuffle {
  commitment: string;
  entropies: (string | null)[];
  secret?: string | null;
  method?: number;
  commitments?: (string | null)[];
  sealed?: boolean;
  deadline?: number | null;
  known?: boolean;
}
/**
 * All times are milliseconds since 1970 by the server's clock; `now` lets a client correct its own.
 *
 *     So many seconds of grace after the deadline a bot takes over, where others wait.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Clock".
 */
export interface Clock {
  seconds: number;
  deadline: number | null;
  now: number;
  grace?: number;
}
/**
 * One entry of the log in words; `steps` only for a client that says since when it has been looking.
 *
 *     `played` is how many actions the game had after it, chance included. `marks` are those of its steps, and `folded` is
 *     what its clauses leave out: the cards that were dealt.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Line".
 */
export interface Line {
  ply: number;
  at: number;
  kind: string;
  seat: number | null;
  played: number;
  clauses: Clause[];
  folded: string[];
  marks: string[];
  steps?: Step[];
}
/**
 * What whoever acted did: a verb and the words that follow it. Without a verb, a sentence by itself.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Clause".
 */
export interface Clause {
  verb: string;
  words: string;
}
/**
 * One action as this audience may know it. Applying `changes` to the view before gives the view after.
 *
 *     `actor` is a seat, or -1 for chance. `text` and `parts` are null where the action itself may not be known. `moves`
 *     are the cards that this audience sees go from one place to another.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Step".
 */
export interface Step {
  actor: number;
  text: string | null;
  parts: unknown;
  clauses: Clause[];
  changes: Change[];
  moves: Moved[];
  marks?: string[];
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
 * A card goes from one place to another. `face` is what is seen of it before, `turned` after, if that differs.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Moved".
 */
export interface Moved {
  from: Place;
  to: Place;
  face?: string | null;
  turned?: string | null;
  card?: number | null;
}
/**
 * Where a card lies: a zone of the game, whose it is, and which place of it.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Place".
 */
export interface Place {
  zone: string;
  seat?: number | null;
  key?: string | number | null;
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
  character?: string | null;
  bot?: boolean;
  online?: boolean;
  you?: boolean;
  left?: boolean;
  blocked?: boolean;
  awaited?: ("come" | "rules") | null;
}
/**
 * One thing to do now: `text` to send, `words` to read, `parts` to lay out: a struct of the game's `ACTIONS`.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "LegalAction".
 */
export interface LegalAction {
  text: string;
  words: string;
  parts: unknown;
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
    | "blocked"
    | "busy"
    | "illegal"
    | "invalid"
    | "invitation"
    | "limit"
    | "name"
    | "not-now"
    | "not-yours"
    | "off"
    | "stale"
    | "taken";
  words: string;
  ply: number;
}
/**
 * What to do: the action that is rated best, why, and those that are `equal` to it as far as can be told.
 *
 *     `grows`: asked again, it would look further.
 *
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
  equal: EqualAdvice[];
  grows: boolean;
}
/**
 * Another action that is as good as the one that is advised.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "EqualAdvice".
 */
export interface EqualAdvice {
  text: string;
  words: string;
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
 * The best first. `details` is what else is known of them (`DETAILS` of its moves), null where it has none.
 *
 *     `more`: there are more than are told.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Suggestions".
 */
export interface Suggestions {
  type: "suggestions";
  key: string;
  ply: number;
  moves: Suggestion[];
  details?: {
    [k: string]: unknown;
  };
  more?: boolean;
}
/**
 * A whole move: `text` to send with `act`, `words` to read, and the parts of each action that it is made of.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Suggestion".
 */
export interface Suggestion {
  text: string;
  words: string;
  actions: unknown[];
}
/**
 * Something is wrong with the message or the connection itself; after a `fatal` one the server hangs up.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Problem".
 */
export interface Problem {
  type: "problem";
  code:
    | "closing"
    | "damaged"
    | "hello"
    | "internal"
    | "slow"
    | "too-fast"
    | "too-long"
    | "too-many"
    | "unknown"
    | "unreadable";
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
 * Somebody whom one blocks, by the name they had then.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Block".
 */
export interface Block {
  block: string;
  name: string;
  since: number;
}
/**
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "BlockList".
 */
export interface BlockList {
  blocks: Block[];
}
/**
 * What chance could do at a ply: the numbers of the actions, rising, with whole weights, and which one it was.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Chance".
 */
export interface Chance {
  ply: number;
  actions: number[];
  weights: number[];
  happened: number;
}
/**
 * The chances of a finished game from `ply` on, to be checked by whoever does not know the rules.
 *
 *     There is more to ask for from `next` on, unless that is null.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Chances".
 */
export interface Chances {
  record: string;
  plies: number;
  shuffle: Shuffle | null;
  chances: Chance[];
  next: number | null;
  imported?: boolean;
}
/**
 * A name and a face for a level. All of one level play alike.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Character".
 */
export interface Character {
  character: string;
  name: string;
  level: "easy" | "expert" | "hard" | "medium";
  face: FaceParts;
}
/**
 * What a character's face is drawn from; what a page does not know it leaves out.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "FaceParts".
 */
export interface FaceParts {
  hair: string;
  wears: string[];
  skin: number;
  shade: number;
}
/**
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "CharacterList".
 */
export interface CharacterList {
  characters: Character[];
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
 * A figure and its 95% interval, which there is none of as long as too few deals were played.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Estimate".
 */
export interface Estimate {
  value: number;
  low?: number | null;
  high?: number | null;
}
/**
 * What every refusal over HTTP looks like. Where a name is held by somebody else, another is suggested.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Failure".
 */
export interface Failure {
  code: string;
  words: string;
  suggestion?: string | null;
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
  about: string;
  hides: boolean;
  odds: boolean;
  chapters: number;
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
 * All that is said of a game in one language: its messages as Fluent source, and its rules in a few lines.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "GameWords".
 */
export interface GameWords {
  language: "en" | "pt-BR";
  text: string;
  summary: string;
}
/**
 * Whoever wants to play gives a name, and that is all. Without one they get one.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Guest".
 */
export interface Guest {
  name?: string | null;
  language?: "en" | "pt-BR";
}
/**
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "LabColumn".
 */
export interface LabColumn {
  key: string;
  title: string;
}
/**
 * A figure. `value` is as edited, `shipped` as it was; a `price` of null is none. `problem` says why it is refused.
 *
 *     `source` tells where the shipped figure comes from: printed, sourced, reconstructed, or nothing.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "LabField".
 */
export interface LabField {
  id: string;
  label: string;
  kind: "choice" | "number" | "price" | "switch";
  value: number | boolean | string | null;
  shipped: number | boolean | string | null;
  least: number;
  most: number;
  values: string[];
  names: string[];
  source: string;
  column: string;
  problem?: string;
  number?: number | null;
}
/**
 * A figure of both tables, in words. `sure` holds for all figures of the report together.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "LabFigure".
 */
export interface LabFigure {
  key: string;
  name: string;
  unit: "minutes" | "number" | "points" | "share";
  shipped: Estimate | null;
  edited: Estimate | null;
  change: Estimate | null;
  sure: boolean;
  code?: string;
}
/**
 * Figures of one sort: its title, a sentence on how to read it, what each would be in an even game.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "LabGroup".
 */
export interface LabGroup {
  key: string;
  title: string;
  about: string;
  figures: LabFigure[];
  deals: number;
  even: number | null;
  wishes?: boolean;
  every?: string;
}
/**
 * A figure that a wish is about, measured on deals that no trial has played.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "LabMeasured".
 */
export interface LabMeasured {
  key: string;
  name: string;
  unit: "minutes" | "number" | "points" | "share";
  value: Estimate;
}
/**
 * A figure that may move, and between which numbers.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "LabMove".
 */
export interface LabMove {
  field: string;
  least: number;
  most: number;
}
/**
 * A figure that a proposal moves, and what it is called.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "LabMoved".
 */
export interface LabMoved {
  id: string;
  name: string;
  before: number | string;
  after: number | string;
}
/**
 * Something that can be asked for, and what it is called.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "LabName".
 */
export interface LabName {
  id: string;
  name: string;
}
/**
 * Why something cannot be changed so: at a field, by its id, or where that is empty, of all together.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "LabProblem".
 */
export interface LabProblem {
  at: string;
  words: string;
}
/**
 * A table: what it moves, by how many steps in all, by how many steps it misses the wishes, and its figures.
 *
 *     `changes` are all that it differs by from what is shipped, as in a variant. It has no figures until it is measured.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "LabProposal".
 */
export interface LabProposal {
  changes: {
    [k: string]: number | boolean | string | null;
  };
  moved: LabMoved[];
  cost: number;
  miss: number;
  met: boolean;
  figures: LabMeasured[];
}
/**
 * Which figures there are, and which of these changes can be made.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "LabQuestion".
 */
export interface LabQuestion {
  seats?: number | null;
  variant?: LabVariant;
  language?: "en" | "pt-BR";
}
/**
 * A table that differs from the shipped one: other figures by the ids of their fields, other options.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "LabVariant".
 */
export interface LabVariant {
  ruleset?: string | null;
  options?: {
    [k: string]: boolean | number | string;
  };
  changes?: {
    [k: string]: number | boolean | string | null;
  };
}
/**
 * A comparison as far as it has come; the last of a stream is finished. `error` says why one ended without that.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "LabReport".
 */
export interface LabReport {
  finished: boolean;
  deals: number;
  total: number;
  headline: string;
  groups: LabGroup[];
  spreads: LabSpread[];
  notes: string[];
  command: string;
  seconds: number;
  error?: string;
  learnt?: number;
  page?: string;
}
/**
 * How often games were of each length, from `first` on, as shares.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "LabSpread".
 */
export interface LabSpread {
  key: string;
  title: string;
  about: string;
  first: number;
  shipped: number[];
  edited: number[];
}
/**
 * A card, a rule. `code` is what a page draws it by; `text` is what it does, with the edited figures.
 *
 *     What is not in play at this table changes nothing.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "LabRow".
 */
export interface LabRow {
  id: string;
  name: string;
  code: string;
  text: string;
  fields: LabField[];
  in_play: boolean;
}
/**
 * Compare a variant with another, or with what is shipped, on the same deals.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "LabRun".
 */
export interface LabRun {
  seats?: number | null;
  variant?: LabVariant;
  against?: LabVariant | null;
  players?: "light" | "search";
  games?: number;
  seed?: number;
  never?: string[];
  without?: string[];
  searched?: boolean;
  within?: number | null;
  retrain?: boolean;
  language?: "en" | "pt-BR";
}
/**
 * Every figure of a game that can be changed. While there are problems, `cards` is null and nothing can be run.
 *
 *     `cards` is what a new table (`NewTable.cards`) is given to play this; `changes` are those that differ from what is
 *     shipped. `restrictions` are what one can do without.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "LabSheet".
 */
export interface LabSheet {
  game: string;
  title: string;
  ruleset: string;
  seats: number;
  seatings: number[];
  options: OptionInfo[];
  chosen: {
    [k: string]: boolean | number | string;
  };
  tables: LabTable[];
  changes: {
    [k: string]: number | boolean | string | null;
  };
  changed: number;
  cards: {} | null;
  problems: LabProblem[];
  restrictions: LabName[];
  players: LabName[];
}
/**
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "LabTable".
 */
export interface LabTable {
  id: string;
  title: string;
  columns: LabColumn[];
  rows: LabRow[];
  folded: boolean;
}
/**
 * Look for figures that make a variant as one wishes, changing as little as can be.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "LabTune".
 */
export interface LabTune {
  wishes: LabWish[];
  moves: LabMove[];
  seats?: number | null;
  variant?: LabVariant;
  trials?: number;
  games?: number;
  seed?: number;
  language?: "en" | "pt-BR";
}
/**
 * What a figure of a report, by its key, or all of a group should be: between two numbers, or like another.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "LabWish".
 */
export interface LabWish {
  key: string;
  least?: number;
  most?: number;
  like?: string;
}
/**
 * A search as far as it has come; the last of a stream is finished. `error` says why one ended without that.
 *
 *     `start` is the table it began from; of the `front` no table comes nearer to the wishes and changes no more.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "LabTuning".
 */
export interface LabTuning {
  finished: boolean;
  tried: number;
  trials: number;
  start: LabProposal | null;
  front: LabProposal[];
  notes: string[];
  command: string;
  error?: string;
}
/**
 * What may be done instead of what a lesson asks for; where it `ends` the chapter, its other steps are left out.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "LessonChoice".
 */
export interface LessonChoice {
  text: string;
  actions: unknown[];
  ends: boolean;
}
/**
 * What a lesson asks a seat to do: `text` to send, and the parts of each action that it is made of.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "LessonStep".
 */
export interface LessonStep {
  seat: number;
  text: string;
  actions: unknown[];
  choices?: LessonChoice[];
}
/**
 * The steps of each chapter of a game's lesson. What is said at each is a message `lesson-CHAPTER-STEP`.
 *
 *     `lesson-CHAPTER-STEP-NUMBER` is said instead after the choice of that number (2 is the first of `choices`) at the
 *     step before, and `lesson-CHAPTER-STEP-then` when a step is done, before the next is asked for.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Lessons".
 */
export interface Lessons {
  chapters: LessonStep[][];
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
  /**
   * only those that are not as the ruleset has them need be given
   */
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
  character?: string | null;
  name?: string | null;
  commitment?: string | null;
}
/**
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "RecordMoment".
 */
export interface RecordMoment {
  record: string;
  ply: number;
  seat?: number | null;
}
/**
 * Exact odds for a seat on its turn, from what it may know. Not `ready`: ask again in a few seconds.
 *
 *     `figures` is a struct of the game's own (`FIGURES` of its odds); null while they are not ready, and for a moment
 *     that has passed. Its `actions` are what each offered action leads to, by the `text` that it has among the legal
 *     actions of the frame.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Odds".
 */
export interface Odds {
  ply: number;
  ready?: boolean;
  figures?: {
    [k: string]: unknown;
  };
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
 * via the `definition` "Passkey".
 */
export interface Passkey {
  passkey: string;
  place: string;
  created: number;
  used?: number | null;
}
/**
 * What `navigator.credentials` gave: the credential as WebAuthn writes it in JSON, with bytes as base64url.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "PasskeyAnswer".
 */
export interface PasskeyAnswer {
  credential: {};
}
/**
 * What `navigator.credentials` is to be given: the WebAuthn options, with bytes as base64url.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "PasskeyChallenge".
 */
export interface PasskeyChallenge {
  options: {};
}
/**
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "PasskeyList".
 */
export interface PasskeyList {
  passkeys: Passkey[];
}
/**
 * A device to be told, as `PushSubscription` of its browser says; bytes as base64url.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "PushDevice".
 */
export interface PushDevice {
  /**
   * an address of a push service: printable ASCII, no spaces
   */
  endpoint: string;
  p256dh: string;
  auth: string;
  language?: "en" | "pt-BR";
}
/**
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "PushEndpoint".
 */
export interface PushEndpoint {
  /**
   * an address of a push service: printable ASCII, no spaces
   */
  endpoint: string;
}
/**
 * The public key by which push services know this server: base64url, for `applicationServerKey`.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "PushKey".
 */
export interface PushKey {
  key: string;
}
/**
 * What a device is told, encrypted for it.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "PushPayload".
 */
export interface PushPayload {
  body: string;
  table: string;
  language: "en" | "pt-BR";
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
  imported?: boolean;
  characters?: (string | null)[];
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
  imported?: boolean;
  characters?: (string | null)[];
}
/**
 * What somebody tells the host of the server about another player.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Report".
 */
export interface Report {
  kind: "cheating" | "insult" | "name" | "other" | "stalling";
  text?: string;
}
/**
 * A finished game looked at again, through the eyes of one seat; it grows from coarse to fine.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Review".
 */
export interface Review {
  record: string | null;
  game: string;
  ruleset: string;
  names: string[];
  characters?: (string | null)[];
  seat: number;
  plies: number;
  over: boolean;
  result: Result | null;
  progress: number;
  games: number;
  turns: ReviewedTurn[];
  wins: number[][];
  margins: number[][];
  /**
   * Items: hundredths of a win point: 10,000 is a certain win
   */
  luck: number[];
  accounts: SeatAccount[];
  decisions: ReviewedDecision[];
  moments: ReviewedMoment[];
}
/**
 * A turn: its first ply, and whose it was.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "ReviewedTurn".
 */
export interface ReviewedTurn {
  ply: number;
  seat: number;
}
/**
 * Why a seat won or lost: `start + luck + own + others + rest` is `result`, to the last hundredth.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "SeatAccount".
 */
export interface SeatAccount {
  seat: number;
  name: string;
  /**
   * hundredths of a win point: 10,000 is a certain win
   */
  start: number;
  /**
   * hundredths of a win point: 10,000 is a certain win
   */
  luck: number;
  /**
   * hundredths of a win point: 10,000 is a certain win
   */
  own: number;
  /**
   * hundredths of a win point: 10,000 is a certain win
   */
  others: number;
  /**
   * hundredths of a win point: 10,000 is a certain win
   */
  rest: number;
  /**
   * hundredths of a win point: 10,000 is a certain win
   */
  result: number;
  decisions: number;
  mattered: number;
  mistakes: number;
  mean_loss: number | null;
  plays_like: string | null;
}
/**
 * A choice among several actions; `ply` is the position it was made in, and how many actions came before it.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "ReviewedDecision".
 */
export interface ReviewedDecision {
  ply: number;
  turn: number;
  seat: number;
  label: "best" | "blunder" | "close" | "equal" | "mistake" | "small";
  /**
   * hundredths of a win point: 10,000 is a certain win
   */
  loss: number;
  /**
   * hundredths of a win point: 10,000 is a certain win
   */
  low: number;
  /**
   * hundredths of a win point: 10,000 is a certain win
   */
  high: number;
  mattered: boolean;
  options: ReviewedOption[];
}
/**
 * Something that the seat could do, and its chance to win after it with the 95% interval.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "ReviewedOption".
 */
export interface ReviewedOption {
  text: string;
  words: string;
  /**
   * hundredths of a win point: 10,000 is a certain win
   */
  win: number;
  /**
   * hundredths of a win point: 10,000 is a certain win
   */
  low: number;
  /**
   * hundredths of a win point: 10,000 is a certain win
   */
  high: number;
  done: boolean;
  best: boolean;
  close: boolean;
  games: number;
  reason?: string | null;
  parts?: {
    [k: string]: unknown;
  };
}
/**
 * One of the moments that decided: `ply` is the position before it, `after` the one after it.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "ReviewedMoment".
 */
export interface ReviewedMoment {
  kind: "costliest" | "luckiest" | "turning" | "unluckiest";
  ply: number;
  after: number;
  turn: number;
  seat: number | null;
  /**
   * hundredths of a win point: 10,000 is a certain win
   */
  change: number;
  words: string;
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
  own_cards?: boolean;
  your_turn?: boolean;
  may_close?: boolean;
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
 * Who asks, or null where nobody is known by what came with the request.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Visitor".
 */
export interface Visitor {
  me: Me | null;
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
