// The HTTP side: who I am, and finding or making tables. Every refusal comes as a Failure with words for people.
import { changed } from "./changes";
import type {
  Created,
  Failure,
  GameList,
  Invitation,
  Me,
  NewTable,
  Odds,
  RecordList,
  RecordSummary,
  Replay,
  TableList,
  TableSummary,
  Welcome,
} from "./wire";
import { t, words } from "./words.svelte";

export class Refusal extends Error {
  constructor(
    /** The HTTP status; 0 where no answer came. */
    readonly status: number,
    readonly code: string,
    message: string,
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
  const own = t(`error-${code}`);
  if (own !== `error-${code}`) return own; // what has no words is called by its name
  return failure && status < 500 ? failure.words : t("error-server");
}

async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(`/api/v1${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refusal(0, "offline", t("error-offline"));
  }
  if (!response.ok) {
    const failure = (await response.json().catch(() => null)) as Failure | null;
    throw new Refusal(response.status, failure?.code ?? "", inWords(response.status, failure));
  }
  return response.status === 204 ? (undefined as Answer) : ((await response.json()) as Answer);
}

const said = () => `language=${words.language}`;

export const games = () => ask<GameList>("GET", `/games?${said()}`);
export const openTable = (plan: NewTable) => ask<Created>("POST", "/tables", plan);
export const myTables = () => ask<TableList>("GET", "/me/tables");
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
export const oddsOf = (table: string, seat: number) => ask<Odds>("GET", `/tables/${table}/odds?seat=${seat}`);
export const recordAddress = (record: string) => `/api/v1/records/${record}`;

/** The name to play under, remembered here and on the server. */
export const rememberedName = () => localStorage.getItem("verso-name") ?? "";

/** What the server says when it does not know who asks. Nothing else may cost anybody who they are. */
const STRANGER = ["identity", "token"];

/** Makes sure the server knows who we are; a guest is made the first time, renamed when the name changed. */
export async function introduce(name: string): Promise<Me> {
  const wanted = { name: name.trim() || t("guest-name"), language: words.language };
  localStorage.setItem("verso-name", name.trim());
  try {
    const me = await ask<Me>("GET", "/me");
    return me.name === wanted.name ? me : await ask<Me>("PATCH", "/me", wanted);
  } catch (error) {
    if (error instanceof Refusal && STRANGER.includes(error.code)) return ask<Welcome>("POST", "/guests", wanted);
    throw error;
  }
}

/** Introduces us as soon as the server takes it; `tell` is told what it says meanwhile. A name it does not take is left. */
export async function introduceInTime(name: string, tell: (sentence: string) => void, left: AbortSignal, pause = 2_000): Promise<void> {
  while (!left.aborted) {
    try {
      await introduce(name);
      return;
    } catch (error) {
      if (!(error instanceof Refusal && error.passes)) return;
      tell(error.message);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
