// What this page does so that nobody can choose its cards: it adds randomness of its own to the shuffles, keeps what it
// was promised and shown, and checks the finished game against that. See docs/shuffles.md.
import { chancesOf, commandAt, frameOf, openTable, wholeReplay } from "./api";
import { commitmentTo, fingerprint, hasCryptography, judge, newEntropy, type Kept, type Seen, type Verdict } from "./shuffle";
import type { Created, Frame, NewTable } from "./wire";

const PREFIX = "verso-proof-";
/** Tables of which something is kept; the oldest make room. */
const MOST_KEPT = 40;
/** A frame has no more lines of the log: when it is full, some may have been missed. */
const LINES = 100;
const AGAIN_MS = 700;
const MOST_ASKED = 60;

const nothing = (): Kept => ({ at: Date.now(), commitment: null, sealed: null, own: {}, bound: [], revealed: [], taken: [], shown: {}, ply: 0, broken: null });

export function keptOf(table: string): Kept | null {
  try {
    const found = localStorage.getItem(PREFIX + table);
    return found ? { ...nothing(), ...(JSON.parse(found) as Kept) } : null;
  } catch {
    return null;
  }
}

function keep(table: string, kept: Kept) {
  try {
    const others = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX) && key !== PREFIX + table);
    const byAge = others.map((key) => ({ key, at: keptOf(key.slice(PREFIX.length))?.at ?? 0 })).sort((a, b) => a.at - b.at);
    for (const { key } of byAge.slice(0, Math.max(0, byAge.length + 1 - MOST_KEPT))) localStorage.removeItem(key);
    localStorage.setItem(PREFIX + table, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing cannot check anything later, and says so then.
  }
}

/** Makes what this page adds for a seat, once, and returns the commitment to it; nothing where that cannot be. */
export async function commitmentFor(table: string, seat: number): Promise<{ commitment?: string }> {
  if (!hasCryptography()) return {};
  const { own } = change(table, (kept) => (kept.own[seat] ??= newEntropy()));
  return { commitment: await commitmentTo(own[seat]!) };
}

const having = (seats: number[], seat: number) => [...new Set([...seats, seat])];

/** Changes what is kept of a table, in one go: others may change it between two moments. */
function change(table: string, by: (kept: Kept) => unknown): Kept {
  const kept = keptOf(table) ?? nothing();
  by(kept);
  keep(table, kept);
  return kept;
}

/** Notes that the server has taken a commitment: from now on it is bound to it, as this page is. */
export const noteBound = (table: string, seat: number) =>
  change(table, (kept) => kept.own[seat] !== undefined && (kept.bound = having(kept.bound, seat)));

/** Sets up a table, with a commitment for each seat of one's own. */
export async function openCommitted(plan: NewTable): Promise<Created> {
  if (!hasCryptography()) return openTable(plan);
  const own: Record<string, string> = {};
  const seats = await Promise.all(
    plan.seats.map(async (seat, number) => {
      if (seat.kind !== "mine") return seat;
      own[number] = newEntropy();
      return { ...seat, commitment: await commitmentTo(own[number]) };
    }),
  );
  const made = await openTable({ ...plan, seats });
  keep(made.table, { ...nothing(), own, bound: Object.keys(own).map(Number) });
  return made;
}

type Send = (message: Record<string, unknown>) => Promise<{ type: string }>;

/** Follows one table: commits for seats that have not, reveals when all is sealed, and keeps what is shown. */
export class Witness {
  private work: Promise<void> = Promise.resolve();
  private sent = new Set<string>();

  constructor(
    private readonly table: string,
    private readonly send: Send,
  ) {}

  /** Takes frames one after the other. */
  hear(frame: Frame): Promise<void> {
    if (!hasCryptography()) return Promise.resolve();
    this.work = this.work.then(() => this.take(frame)).catch(() => undefined);
    return this.work;
  }

  private async take(frame: Frame) {
    const mine = frame.seats.filter((seat) => seat.you).map((seat) => seat.seat);
    if (!mine.length || frame.shuffle.known) return;
    if (frame.state === "open") await this.prepare(frame, mine);
    else if (frame.state === "playing") await this.watch(frame);
  }

  private async prepare({ shuffle }: Frame, mine: number[]) {
    const commitments = shuffle.commitments ?? [];
    if (!commitments.length) return; // a game from before pages committed
    const ours = await this.ours(mine, commitments);
    const kept = change(this.table, (kept) => {
      for (const seat of kept.bound) if (!mine.includes(seat)) delete kept.own[seat]; // stood up: nobody's promise any more
      kept.bound = [...new Set([...kept.bound.filter((seat) => mine.includes(seat)), ...ours])];
      kept.commitment ??= shuffle.commitment;
      if (kept.commitment !== shuffle.commitment) kept.broken ??= { kind: "wrong", what: "commitment" };
    });
    if (kept.broken) return; // nothing is given to whoever has broken their word
    for (const seat of mine) {
      if (!shuffle.sealed && !commitments[seat]) void this.commit(seat).catch(() => undefined);
      else if (shuffle.sealed && shuffle.entropies[seat] === null) this.reveal(seat, commitments, ours.includes(seat));
    }
  }

  /** The seats that are bound to what this browser made for them. */
  private async ours(mine: number[], commitments: (string | null)[]): Promise<number[]> {
    const own = keptOf(this.table)?.own ?? {};
    const found = await Promise.all(mine.map(async (seat) => own[seat] !== undefined && (await commitmentTo(own[seat])) === commitments[seat]));
    return mine.filter((_, at) => found[at]);
  }

  private async commit(seat: number) {
    if (this.sent.has(`commit ${seat}`)) return;
    this.sent.add(`commit ${seat}`);
    const { commitment } = await commitmentFor(this.table, seat);
    const answer = await this.send({ type: "commit", seat, value: commitment });
    if (answer.type === "done") noteBound(this.table, seat);
  }

  private reveal(seat: number, commitments: (string | null)[], isOurs: boolean) {
    const before = keptOf(this.table);
    if (!before?.own[seat] || this.sent.has(`reveal ${seat}`)) return;
    if (!isOurs && !before.bound.includes(seat)) return; // another browser sat down for us
    // First kept, then revealed: from now on nobody can say that it was otherwise.
    const kept = change(this.table, (kept) => {
      kept.sealed ??= commitments;
      if (!isOurs) kept.broken = { kind: "wrong", what: "own", seat };
      else if (kept.sealed.join() !== commitments.join()) kept.broken = { kind: "wrong", what: "seats" };
      else kept.revealed = having(kept.revealed, seat);
    });
    if (kept.broken) return;
    this.sent.add(`reveal ${seat}`);
    void this.send({ type: "reveal", seat, value: kept.own[seat] })
      .then((answer) => answer.type === "done" && change(this.table, (now) => (now.taken = having(now.taken, seat))))
      .catch(() => undefined);
  }

  private async watch(frame: Frame) {
    if (!keptOf(this.table)?.sealed || frame.seat === null || !frame.view) return;
    const print = await fingerprint(frame.view);
    change(this.table, (kept) => {
      const news = frame.log.filter((line) => line.ply > kept.ply);
      const missed = frame.log.length >= LINES && news.length === frame.log.length;
      const undone = news.filter((line) => line.kind === "undone").map((line) => line.played);
      const back = missed ? -1 : Math.min(...undone, Infinity);
      for (const prints of Object.values(kept.shown)) for (const ply of Object.keys(prints)) if (Number(ply) > back) delete prints[ply];
      const prints = (kept.shown[frame.seat!] ??= {});
      if ((prints[frame.played] ??= print) !== print) kept.broken ??= { kind: "wrong", what: "shown", ply: frame.played };
      kept.ply = Math.max(kept.ply, frame.ply);
    });
  }
}

/** Commits and reveals at a rematch that somebody has set up, before one goes there oneself: others wait for it. */
export async function joinShuffles(table: string): Promise<void> {
  if (!hasCryptography()) return;
  const witness = new Witness(table, (message) => commandAt(table, message));
  for (let asked = 0; asked < MOST_ASKED; asked += 1) {
    const frame = await frameOf(table).catch(() => null);
    if (frame && frame.state !== "open") return;
    if (frame) await witness.hear(frame);
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

/** Checks a finished game. */
export async function verdictOn(record: string): Promise<{ verdict: Verdict; command: string | null }> {
  const kept = keptOf(record);
  if (!hasCryptography()) return { verdict: { kind: "unknown", why: "crypto" }, command: null };
  try {
    const told = await chancesOf(record);
    const seen = new Map<number, Seen>();
    for (const seat of Object.keys(kept?.shown ?? {}).map(Number)) {
      const { replay, views } = await wholeReplay(record, seat);
      seen.set(seat, { actors: replay.steps.map((step) => step.actor), views });
    }
    return { verdict: await judge(told, kept, seen), command: commandFor(record, kept) };
  } catch {
    return { verdict: { kind: "unknown", why: "unread" }, command: null };
  }
}

/** What to type to check the downloaded record without this page and this server. */
function commandFor(record: string, kept: Kept | null): string | null {
  if (!kept?.commitment || !kept.sealed) return null;
  return `verso verify verso-${record}.txt --commitment ${kept.commitment} --entropy-commitments=${kept.sealed.map((each) => each ?? "-").join(",")}`;
}
