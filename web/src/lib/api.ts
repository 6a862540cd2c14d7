// The HTTP side: who I am, and finding or making tables. Every refusal comes as a Failure with words for people.
import { isFinished } from "./kept-lessons";
import { changed } from "./changes";
import type {
  Answered,
  Chances,
  Created,
  Failure,
  Frame,
  GameList,
  GameWords,
  Invitation,
  Lessons,
  Me,
  NewTable,
  Odds,
  RecordList,
  RecordSummary,
  Replay,
  Review,
  TableList,
  TableSummary,
  Visitor,
  Welcome,
} from "./wire";
import { t, words, type Language } from "./words.svelte";

export class Refusal extends Error {
  constructor(
    /** The HTTP status; 0 where no answer came. */
    readonly status: number,
    readonly code: string,
    message: string,
    /** A name to take instead, where the one that was wanted is somebody else's. */
    readonly suggestion: string | null = null,
  ) {
    super(message);
  }

  /** Whether the same may be taken a little later. */
  get passes() {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** The server refuses in English: said in the language of the moment where the page has words for it. */
function inWords(status: number, failure: Failure | null): string {
  const code = failure?.code ?? "";
  const own = t(`error-${code}`, { suggestion: failure?.suggestion ?? "" });
  if (own !== `error-${code}`) return own; // what has no words is called by its name
  return failure && status < 500 ? failure.words : t("error-server");
}

/** Sends a request; what is refused, or not answered, is a Refusal. */
export async function send(method: string, path: string, body?: unknown, left?: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`/api/v1${path}`, {
      method,
      ...(left && { signal: left }),
      ...(body === undefined ? {} : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refusal(0, "offline", t("error-offline"));
  }
  if (!response.ok) {
    const failure = (await response.json().catch(() => null)) as Failure | null;
    throw new Refusal(response.status, failure?.code ?? "", inWords(response.status, failure), failure?.suggestion);
  }
  return response;
}

export async function ask<Answer>(method: string, path: string, body?: unknown, left?: AbortSignal): Promise<Answer> {
  const response = await send(method, path, body, left);
  return response.status === 204 ? (undefined as Answer) : ((await response.json()) as Answer);
}

const said = () => `language=${words.language}`;

export const gamesHere = (language: Language) => ask<GameList>("GET", `/games?language=${language}`);
export const wordsIn = (game: string, language: Language) => ask<GameWords>("GET", `/games/${game}/words?language=${language}`);
export const lessonsOf = (game: string) => ask<Lessons>("GET", `/games/${game}/lessons`);
/** What must be known of the cards of a game, a table or a record; its shape is the game's own. */
export const cardsOf = (what: "games" | "tables" | "records", name: string) => ask<unknown>("GET", `/${what}/${name}/cards`);
export const openTable = (plan: NewTable) => ask<Created>("POST", "/tables", plan);
/** My tables; chapters of lessons that are done are none any more. */
export const myTables = async (): Promise<TableList> => {
  const found = await ask<TableList>("GET", "/me/tables");
  return { ...found, tables: found.tables.filter(({ table }) => !isFinished(table)) };
};
/** The page of a list that follows the last one shown. */
const pageAfter = (time: number | undefined, name: string | undefined) =>
  new URLSearchParams(time === undefined || name === undefined ? {} : { before: String(time), last: name });
export const myRecords = (last?: RecordSummary) =>
  ask<RecordList>("GET", `/me/records?${pageAfter(last?.finished, last?.record)}`);
export interface Wanted {
  /** One game; empty for all. */
  game: string;
  /** Only where there is a seat to take. */
  free: boolean;
}
/** What is wanted of a list as it stands in an address: only what is not usual. */
export const inAddress = ({ game, free }: Wanted) => new URLSearchParams({ ...(game && { game }), ...(free && { free: "true" }) });
export const listedTables = (wanted: Wanted, last?: TableSummary) =>
  ask<TableList>("GET", `/tables?${new URLSearchParams([...inAddress(wanted), ...pageAfter(last?.changed, last?.table)])}`);
export const invite = (table: string, seat: number) =>
  ask<Invitation>("POST", `/tables/${table}/invitations/${seat}`, {});
export const replay = (record: string, seat: number | null, ply = 0) =>
  ask<Replay>(
    "GET",
    `/records/${record}/replay?${said()}&ply=${ply}&most=200${seat === null ? "" : `&seat=${seat}`}`,
  );
/** A whole finished game: its replay with all steps, and the view before and after each. */
export async function wholeReplay(record: string, seat: number | null) {
  const found = await replay(record, seat);
  while (found.steps.length < found.plies) {
    const more = await replay(record, seat, found.steps.length);
    if (!more.steps.length) break;
    found.steps.push(...more.steps);
  }
  const views: Record<string, any>[] = [found.view];
  for (const step of found.steps) views.push(changed(views.at(-1)!, step.changes));
  return { replay: found, views };
}
/** All that was left to chance in a finished game. */
export async function chancesOf(record: string): Promise<Chances> {
  const found = await ask<Chances>("GET", `/records/${record}/chances?most=500`);
  for (let next = found.next; next !== null; ) {
    const more = await ask<Chances>("GET", `/records/${record}/chances?most=500&ply=${next}`);
    found.chances.push(...more.chances);
    next = more.next !== null && more.next > next ? more.next : null;
  }
  return found;
}
/** A table as it is now, and a command to it, where there is no connection to it. */
export const frameOf = (table: string) => ask<Frame>("GET", `/tables/${table}?${said()}`);
export const commandAt = async (table: string, message: Record<string, unknown>) =>
  (await ask<Answered>("POST", `/tables/${table}/commands?${said()}`, { ...message, key: crypto.randomUUID() })).answer;
export const oddsOf = (table: string, seat: number, ply: number) => ask<Odds>("GET", `/tables/${table}/odds?seat=${seat}&ply=${ply}`);
/** A finished game looked at again, as far as it has been by now; without a seat, through one's own eyes. */
export const reviewOf = (record: string, seat: number | null) =>
  ask<Review>("GET", `/records/${record}/review?${said()}${seat === null ? "" : `&seat=${seat}`}`);
/** The same of a game at a table that is over, through one's own eyes. */
export const reviewAt = (table: string) => ask<Review>("GET", `/tables/${table}/review?${said()}`);
export const tableOf = (table: string) => ask<Frame>("GET", `/tables/${table}`);
export const recordAddress = (record: string) => `/api/v1/records/${record}`;

/** The name to play under, remembered here and on the server. */
export const rememberedName = () => localStorage.getItem("verso-name") ?? "";

/** Who the server takes us for; null where it does not know us. Nothing but that answer may cost anybody who they are. */
export const whoAmI = async (): Promise<Me | null> => (await ask<Visitor>("GET", "/visitor")).me;

/** Makes sure the server knows who we are; a guest is made the first time, renamed when the name changed. */
export async function introduce(name: string): Promise<Me> {
  const wanted = { ...(name.trim() && { name: name.trim() }), language: words.language };
  const me = await whoAmI();
  const known = !me ? await ask<Welcome>("POST", "/guests", wanted) : !wanted.name || me.name === wanted.name ? me : await ask<Me>("PATCH", "/me", wanted);
  localStorage.setItem("verso-name", name.trim());
  return known;
}

/** Introduces us as soon as the server takes it; `tell` is told what it says meanwhile. Whoever is new and wants a name
 * that it does not take comes without one, and is given one. */
export async function introduceInTime(name: string, tell: (sentence: string) => void, left: AbortSignal, pause = 2_000): Promise<void> {
  while (!left.aborted) {
    try {
      await introduce(name);
      return;
    } catch (error) {
      if (error instanceof Refusal && !error.passes && name) {
        name = "";
        continue;
      }
      if (!(error instanceof Refusal && error.passes)) return;
      tell(error.message);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
