// Checks the shuffles of a finished game as docs/shuffles.md tells it, with the browser's own cryptography. It knows no
// rules: what could have happened at each chance, and how likely, is told by the server.
import type { Chance, Chances } from "./wire";

/** What this browser has kept of a table, from before the game and during it. */
export interface Kept {
  /** When it was begun, so that the oldest can make room. */
  at: number;
  /** The server's commitment as it was first seen, before the game. */
  commitment: string | null;
  /** What all seats were bound to, as it was when this page revealed its part. */
  sealed: (string | null)[] | null;
  /** What this page has made for each of its seats. */
  own: Record<string, string>;
  /** The seats that the server has bound to that: it said so, or showed it. */
  bound: number[];
  /** The seats for which this page has revealed it. */
  revealed: number[];
  /** The seats for which the server has acknowledged what this page revealed. */
  taken: number[];
  /** Fingerprints of what each seat was shown, by how many actions had been played. */
  shown: Record<string, Record<string, string>>;
  /** The last entry of the log that was looked at. */
  ply: number;
  /** What did not hold already while it was played. */
  broken: Wrong | null;
}

export type Wrong =
  | { kind: "wrong"; what: "commitment" | "secret" | "missing" | "seats" }
  | { kind: "wrong"; what: "own" | "entropy"; seat: number }
  | { kind: "wrong"; what: "chance" | "shown"; ply: number };
export type Why = "crypto" | "stranger" | "silent" | "old" | "known" | "imported" | "secret" | "unread";
export type Verdict = Wrong | { kind: "unknown"; why: Why } | { kind: "right"; chances: number; silent: number[] };

/** Browsers have it on https and on this machine only. */
export const hasCryptography = () => globalThis.crypto?.subtle !== undefined;

const hex = (bytes: ArrayBuffer | Uint8Array) =>
  Array.from(new Uint8Array(bytes as ArrayBuffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = (digits: string) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const ascii = (text: string) => new TextEncoder().encode(text);

/** 32 random bytes, which nobody else knows. */
export const newEntropy = () => hex(crypto.getRandomValues(new Uint8Array(32)));
/** The commitment to a secret or an entropy, both in hexadecimal. */
export const commitmentTo = async (secret: string) => hex(await crypto.subtle.digest("SHA-256", bytesOf(secret)));

const keyed = async (key: BufferSource) => {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return (message: string) => crypto.subtle.sign("HMAC", imported, ascii(message));
};

/** All randomness of one game. Without commitments of the seats it is the first method. */
export class Dice {
  private constructor(private readonly sign: (message: string) => Promise<ArrayBuffer>) {}

  static async of(secret: string, entropies: readonly (string | null)[], commitments: readonly (string | null)[] | null) {
    const lines = entropies.map((each, seat) => `${commitments ? `${commitments[seat] ?? "-"} ` : ""}${each ?? "-"}`);
    const text = [`verso shuffle ${commitments ? 2 : 1}`, ...lines].join("\n");
    return new Dice(await keyed(await (await keyed(bytesOf(secret)))(text)));
  }

  async word(ply: number, number: number): Promise<bigint> {
    const block = await this.sign(`${ply}/${Math.floor(number / 4)}`);
    return new DataView(block).getBigUint64(8 * (number % 4));
  }

  async below(ply: number, bound: bigint): Promise<bigint> {
    const limit = 2n ** 64n - (2n ** 64n % bound);
    for (let number = 0; ; number += 1) {
      const word = await this.word(ply, number);
      if (word < limit) return word % bound;
    }
  }

  /** The action that chance must take. */
  async outcome({ ply, actions, weights }: Chance): Promise<number> {
    let left = await this.below(ply, weights.reduce((sum, weight) => sum + BigInt(weight), 0n));
    const at = weights.findIndex((weight) => (left -= BigInt(weight)) < 0n);
    return actions[at]!;
  }
}

/** Whether what is told of a chance can be a chance at all: actions that rise, each with a whole weight. */
const isSound = ({ actions, weights, happened }: Chance) =>
  actions.length > 0 &&
  actions.length === weights.length &&
  actions.every((action, at) => at === 0 || action > actions[at - 1]!) &&
  weights.every((weight) => Number.isSafeInteger(weight) && weight > 0) &&
  actions.includes(happened);

/** A short text for a document, the same whatever the order of its keys. */
export async function fingerprint(document: unknown): Promise<string> {
  const sorted = JSON.stringify(document, (_, value: unknown) =>
    value && typeof value === "object" && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
  return hex(await crypto.subtle.digest("SHA-256", ascii(sorted))).slice(0, 32);
}

/** A finished game as one seat saw it: who acted at each ply (-1 for chance), and the view before and after each. */
export interface Seen {
  actors: number[];
  views: unknown[];
}

/** Says whether a finished game is what was promised to this page before it, and what was shown to it in it. */
export async function judge(told: Chances, kept: Kept | null, seen: ReadonlyMap<number, Seen>): Promise<Verdict> {
  if (!hasCryptography()) return { kind: "unknown", why: "crypto" };
  const shuffle = told.shuffle;
  if (!shuffle?.secret) return kept?.sealed ? { kind: "wrong", what: "missing" } : { kind: "unknown", why: "secret" };
  const wrong = kept?.broken ?? (await brokenPromise(told, kept)) ?? (await firstDifference(told, kept, seen));
  if (wrong) return wrong;
  if (told.imported) return { kind: "unknown", why: "imported" };
  if (shuffle.known) return { kind: "unknown", why: "known" };
  if (shuffle.method === 1) return { kind: "unknown", why: "old" };
  if (!kept?.sealed) return { kind: "unknown", why: "stranger" };
  if (!kept.revealed.some((seat) => shuffle.entropies[seat] === kept.own[seat])) return { kind: "unknown", why: "silent" };
  const silent = shuffle.entropies.flatMap((each, seat) => (each === null && shuffle.commitments?.[seat] ? [seat] : []));
  return { kind: "right", chances: told.chances.length, silent };
}

async function brokenPromise({ shuffle }: Chances, kept: Kept | null): Promise<Wrong | null> {
  const { commitment, secret, entropies, method } = shuffle!;
  const commitments = shuffle!.commitments ?? [];
  if (kept?.commitment && kept.commitment !== commitment) return { kind: "wrong", what: "commitment" };
  if ((await commitmentTo(secret!)) !== commitment) return { kind: "wrong", what: "secret" };
  if (kept?.sealed) {
    const same = method === 2 && kept.sealed.length === commitments.length && kept.sealed.every((each, seat) => each === commitments[seat]);
    if (!same) return { kind: "wrong", what: "seats" };
    for (const seat of kept.revealed) {
      const counted = entropies[seat] ?? null;
      // Not revealed in time is no broken promise; revealed, acknowledged and left out is one.
      if (counted === null ? kept.taken.includes(seat) : counted !== kept.own[seat]) return { kind: "wrong", what: "own", seat };
    }
  }
  if (method !== 1)
    for (const [seat, entropy] of entropies.entries())
      if (entropy !== null && (await commitmentTo(entropy)) !== (commitments[seat] ?? null)) return { kind: "wrong", what: "entropy", seat };
  return null;
}

/** The first ply at which a chance does not follow, is not told, or something else was shown. */
async function firstDifference({ shuffle, chances, plies }: Chances, kept: Kept | null, seen: ReadonlyMap<number, Seen>): Promise<Wrong | null> {
  const { secret, entropies, commitments, method } = shuffle!;
  const dice = await Dice.of(secret!, entropies, method === 1 ? null : (commitments ?? []));
  const found: (Wrong & { ply: number })[] = [];
  for (const chance of chances)
    if (!isSound(chance) || (await dice.outcome(chance)) !== chance.happened) {
      found.push({ kind: "wrong", what: "chance", ply: chance.ply });
      break;
    }
  const told = new Set(chances.map(({ ply }) => ply));
  for (const [seat, { actors, views }] of seen) {
    const untold = actors.findIndex((actor, ply) => (actor === -1) !== told.has(ply));
    if (untold >= 0 || actors.length !== plies) found.push({ kind: "wrong", what: "chance", ply: untold >= 0 ? untold : actors.length });
    for (const [ply, print] of Object.entries(kept?.shown[seat] ?? {}))
      if (Number(ply) >= views.length || (await fingerprint(views[Number(ply)])) !== print) {
        found.push({ kind: "wrong", what: "shown", ply: Number(ply) });
        break; // plies rise
      }
  }
  return found.reduce<(Wrong & { ply: number }) | null>((first, each) => (first && first.ply <= each.ply ? first : each), null);
}
