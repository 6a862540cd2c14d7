// When the page commits, when it reveals, and what it keeps of a table.
import { beforeEach, expect, test, vi } from "vitest";
import { commitmentFor, keptOf, noteBound, Witness } from "./proof";
import { commitmentTo } from "./shuffle";
import type { Frame } from "./wire";

vi.mock("./api", () => ({}));

class Storage {
  [key: string]: unknown;
  getItem(key: string) {
    return Object.hasOwn(this, key) ? String(this[key]) : null;
  }
  setItem(key: string, value: string) {
    this[key] = value;
  }
  removeItem(key: string) {
    delete this[key];
  }
}
const SERVER = "aa".repeat(32);
const OTHER = "bb".repeat(32);
let sent: Record<string, unknown>[];
let answer: string;
let witness: Witness;

beforeEach(() => {
  vi.stubGlobal("localStorage", new Storage());
  [sent, answer] = [[], "done"];
  witness = new Witness("T", (message) => (sent.push(message), Promise.resolve({ type: answer })));
});

const frame = (state: Frame["state"], shuffle: object, more: object = {}) =>
  ({
    state, ply: 1, played: 0, seat: 0, log: [], view: null,
    seats: [{ seat: 0, you: true }, { seat: 1, you: false }],
    shuffle: { commitment: SERVER, entropies: [null, null], commitments: [null, OTHER], sealed: false, ...shuffle },
    ...more,
  }) as unknown as Frame;
const playing = (played: number, view: object, log: object[] = [], ply = played + 10) => frame("playing", {}, { played, view, log, ply });
const line = (ply: number, kind: string, played: number) => ({ ply, kind, played });

/** Sits down and comes to the moment when all is sealed. */
async function seated() {
  const { commitment } = await commitmentFor("T", 0);
  noteBound("T", 0);
  return commitment!;
}
const whenSealed = async (commitment: string, more: object = {}) =>
  witness.hear(frame("open", { commitments: [commitment, OTHER], sealed: true, ...more }));

test("nothing is revealed before all is sealed", async () => {
  const commitment = await seated();
  await witness.hear(frame("open", { commitments: [commitment, null] }));
  expect(sent).toEqual([]);
  await whenSealed(commitment);
  expect(sent).toEqual([{ type: "reveal", seat: 0, value: keptOf("T")!.own[0] }]);
  expect(await commitmentTo(String(sent[0]!.value))).toBe(commitment);
});

test("what was promised is kept before anything is revealed", async () => {
  const commitment = await seated();
  let atThatMoment: ReturnType<typeof keptOf> = null;
  witness = new Witness("T", (message) => ((atThatMoment = keptOf("T")), sent.push(message), Promise.resolve({ type: "done" })));
  await whenSealed(commitment);
  expect(atThatMoment).toMatchObject({ commitment: SERVER, sealed: [commitment, OTHER], revealed: [0], taken: [] });
  await vi.waitFor(() => expect(keptOf("T")!.taken).toEqual([0]));
});

test("a seat without a commitment gets one, once, as in a rematch", async () => {
  await witness.hear(frame("open", {}));
  await witness.hear(frame("open", {}));
  await vi.waitFor(() => expect(sent.length).toBe(1));
  expect(sent[0]).toMatchObject({ type: "commit", seat: 0 });
  await vi.waitFor(() => expect(keptOf("T")!.bound).toEqual([0]));
  await whenSealed(String(sent[0]!.value));
  expect(sent[1]).toMatchObject({ type: "reveal", value: keptOf("T")!.own[0] });
});

test("a table from before, a lesson and somebody who only looks are left alone", async () => {
  await witness.hear(frame("open", { commitments: [] }));
  await witness.hear(frame("open", { known: true }));
  await witness.hear(frame("open", {}, { seats: [{ seat: 0, you: false }] }));
  expect(sent).toEqual([]);
  expect(keptOf("T")).toBe(null);
});

test("nothing is revealed to a server that has changed its commitment", async () => {
  const commitment = await seated();
  await witness.hear(frame("open", { commitments: [commitment, null] }));
  await whenSealed(commitment, { commitment: "cc".repeat(32) });
  expect(sent).toEqual([]);
  expect(keptOf("T")!.broken).toEqual({ kind: "wrong", what: "commitment" });
});

test("nothing is committed to a server that has changed its commitment", async () => {
  await witness.hear(frame("open", { commitments: [null, OTHER] }));
  await vi.waitFor(() => expect(sent.length).toBe(1));
  const both = [{ seat: 0, you: true }, { seat: 1, you: true }];
  await witness.hear(frame("open", { commitment: "cc".repeat(32), commitments: [sent[0]!.value, null] }, { seats: both }));
  expect(sent.length).toBe(1);
  expect(keptOf("T")!.broken).toEqual({ kind: "wrong", what: "commitment" });
});

test("nothing more is revealed where others' commitments were changed after the first of our seats", async () => {
  const both = { seats: [{ seat: 0, you: true }, { seat: 1, you: true }, { seat: 2, you: false }] };
  const mine = [(await commitmentFor("T", 0)).commitment!, (await commitmentFor("T", 1)).commitment!];
  noteBound("T", 0);
  noteBound("T", 1);
  const entropies = (...known: (string | null)[]) => ({ sealed: true, entropies: known });
  await witness.hear(frame("open", { commitments: [...mine, OTHER], ...entropies(null, "00", null) }, both));
  expect(sent.length).toBe(1);
  await witness.hear(frame("open", { commitments: [...mine, "ee".repeat(32)], ...entropies("00", null, null) }, both));
  expect(sent.length).toBe(1);
  expect(keptOf("T")!.sealed).toEqual([...mine, OTHER]);
  expect(keptOf("T")!.broken).toEqual({ kind: "wrong", what: "seats" });
});

test("nothing is revealed where our own commitment was changed", async () => {
  await seated();
  await whenSealed("dd".repeat(32));
  expect(sent).toEqual([]);
  expect(keptOf("T")!.broken).toEqual({ kind: "wrong", what: "own", seat: 0 });
});

test("nobody is accused where another browser of ours sat down", async () => {
  await commitmentFor("T", 0); // tried to sit, and was refused
  await whenSealed("dd".repeat(32));
  expect(sent).toEqual([]);
  expect(keptOf("T")).toMatchObject({ broken: null, sealed: null });
});

test("whoever stands up takes their promise along", async () => {
  const commitment = await seated();
  await witness.hear(frame("open", { commitments: [commitment, null] }));
  await witness.hear(frame("open", {}, { seats: [{ seat: 0, you: false }, { seat: 1, you: true }] }));
  expect(keptOf("T")!.own[0]).toBe(undefined);
});

test("what is shown is kept by how much was played, and forgotten when it is taken back", async () => {
  await whenSealed(await seated());
  await witness.hear(playing(5, { a: 1 }));
  await witness.hear(playing(8, { a: 2 }));
  expect(Object.keys(keptOf("T")!.shown[0]!)).toEqual(["5", "8"]);
  await witness.hear(playing(7, { a: 3 }, [line(19, "undone", 5), line(20, "acted", 7)], 20));
  expect(Object.keys(keptOf("T")!.shown[0]!)).toEqual(["5", "7"]);
  await witness.hear(playing(9, { a: 4 }, [line(19, "undone", 5), line(20, "acted", 7)], 21)); // told again after a reload
  expect(Object.keys(keptOf("T")!.shown[0]!)).toEqual(["5", "7", "9"]);
  expect(keptOf("T")!.broken).toBe(null);
});

test("two pictures of one moment are one too many", async () => {
  await whenSealed(await seated());
  await witness.hear(playing(5, { a: 1 }));
  await witness.hear(playing(5, { a: 2 }));
  expect(keptOf("T")!.broken).toEqual({ kind: "wrong", what: "shown", ply: 5 });
});

test("the oldest tables make room", async () => {
  for (let table = 0; table < 50; table += 1) {
    vi.setSystemTime(1_000 + table);
    await commitmentFor(`T${table}`, 0);
  }
  vi.useRealTimers();
  expect(keptOf("T9")).toBe(null);
  expect(keptOf("T49")).not.toBe(null);
  expect(Object.keys(localStorage).length).toBe(40);
});

test("a page without cryptography adds nothing and keeps nothing", async () => {
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  expect(await commitmentFor("T", 0)).toEqual({});
  await witness.hear(frame("open", {}));
  expect(sent).toEqual([]);
  expect(keptOf("T")).toBe(null);
  vi.unstubAllGlobals();
});
