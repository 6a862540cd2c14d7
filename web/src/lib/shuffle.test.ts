// The same numbers as on the Python side, and a server that cheats in every way a page can find out.
import { describe, expect, test } from "vitest";
import { commitmentTo, Dice, fingerprint, judge, type Kept, type Seen } from "./shuffle";
import vectors from "./shuffle.vectors.json";
import type { Chances } from "./wire";

const told = () => structuredClone(vectors.chances) as Chances;
const [own, other] = Object.keys(vectors.commitments) as [string, string];
const sealed = Object.values(vectors.commitments);

/** Views as a server might show them; what is in them is nothing to the page. */
const views = Array.from({ length: vectors.chances.plies + 1 }, (_, ply) => ({ ply, seat: 0, top: ply % 7 }));
const chancePlies = new Set(vectors.chances.chances.map(({ ply }) => ply));
const actors = Array.from({ length: vectors.chances.plies }, (_, ply) => (chancePlies.has(ply) ? -1 : 0));
const seen = () => new Map<number, Seen>([[0, structuredClone({ actors, views })]]);

async function kept(): Promise<Kept> {
  const shown = Object.fromEntries(await Promise.all([3, 9, 20].map(async (ply) => [ply, await fingerprint(views[ply])] as const)));
  return {
    at: 0,
    commitment: vectors.chances.shuffle.commitment,
    sealed,
    own: { 0: own },
    bound: [0],
    revealed: [0],
    taken: [0],
    shown: { 0: shown },
    ply: 0,
    broken: null,
  };
}

test("words are the same as on the Python side", async () => {
  for (const { entropies, commitments, ply, number, word } of vectors.words) {
    const dice = await Dice.of(vectors.secret, entropies, commitments);
    expect((await dice.word(ply, number)).toString(16).padStart(16, "0")).toBe(word);
  }
  expect(vectors.words.length).toBe(15);
});

test("commitments are the same as on the Python side", async () => {
  for (const [entropy, commitment] of Object.entries(vectors.commitments)) expect(await commitmentTo(entropy)).toBe(commitment);
});

test("words beyond the limit are skipped", async () => {
  const dice = await Dice.of(vectors.secret, [], null);
  const words = [2n ** 64n - 1n, 2n ** 64n - 2n, 7n];
  dice.word = (_, number) => Promise.resolve(words[number]!);
  expect(await dice.below(0, 3n)).toBe((2n ** 64n - 2n) % 3n);
});

test("fingerprints do not depend on the order of keys", async () => {
  expect(await fingerprint({ a: [1, { c: 2, b: 3 }], d: null })).toBe(await fingerprint({ d: null, a: [1, { b: 3, c: 2 }] }));
  expect(await fingerprint({ a: 1 })).not.toBe(await fingerprint({ a: 2 }));
});

test("an honest game is right", async () => {
  const { chances } = vectors.chances;
  expect(chances.length).toBeGreaterThan(20);
  expect(await judge(told(), await kept(), seen())).toEqual({ kind: "right", chances: chances.length, silent: [] });
});

describe("a server that cheats is found out", () => {
  test("by another commitment than before the game", async () => {
    const mine = { ...(await kept()), commitment: "00".repeat(32) };
    expect(await judge(told(), mine, seen())).toEqual({ kind: "wrong", what: "commitment" });
  });
  test("by another secret", async () => {
    const lie = told();
    lie.shuffle!.secret = "11".repeat(32);
    expect(await judge(lie, await kept(), seen())).toEqual({ kind: "wrong", what: "secret" });
  });
  test("by another secret with its own commitment", async () => {
    const lie = told();
    lie.shuffle!.secret = "11".repeat(32);
    lie.shuffle!.commitment = await commitmentTo("11".repeat(32));
    expect(await judge(lie, await kept(), seen())).toEqual({ kind: "wrong", what: "commitment" });
  });
  test("by showing no secret", async () => {
    expect(await judge({ ...told(), shuffle: null }, await kept(), seen())).toEqual({ kind: "wrong", what: "missing" });
  });
  test("by changing what this page put in", async () => {
    const lie = told();
    lie.shuffle!.entropies[0] = "00".repeat(32);
    expect(await judge(lie, await kept(), seen())).toEqual({ kind: "wrong", what: "own", seat: 0 });
  });
  test("by changing what this page put in, with its commitment", async () => {
    const lie = told();
    lie.shuffle!.entropies[0] = "00".repeat(32);
    lie.shuffle!.commitments![0] = await commitmentTo("00".repeat(32));
    expect(await judge(lie, await kept(), seen())).toEqual({ kind: "wrong", what: "seats" });
  });
  test("by leaving out what it had acknowledged", async () => {
    const lie = told();
    lie.shuffle!.entropies[0] = null;
    expect(await judge(lie, await kept(), seen())).toEqual({ kind: "wrong", what: "own", seat: 0 });
  });
  test("by swapping what another put in", async () => {
    const lie = told();
    lie.shuffle!.entropies[1] = "00".repeat(3);
    expect(await judge(lie, await kept(), seen())).toEqual({ kind: "wrong", what: "entropy", seat: 1 });
  });
  test("by inventing a part for a seat that had none", async () => {
    const [mine, lie] = [await kept(), told()];
    mine.sealed = [sealed[0]!, null];
    expect(await judge(lie, mine, seen())).toEqual({ kind: "wrong", what: "seats" });
    lie.shuffle!.commitments![1] = null;
    expect(await judge(lie, mine, seen())).toEqual({ kind: "wrong", what: "entropy", seat: 1 });
  });
  test("by going back to the method without commitments", async () => {
    const lie = told();
    lie.shuffle = { ...lie.shuffle!, method: 1, commitments: [] };
    expect(await judge(lie, await kept(), seen())).toEqual({ kind: "wrong", what: "seats" });
  });
  test("by every chance that it changes, and the first is named", async () => {
    const changed = vectors.chances.chances.map((chance, at) => ({ at, ply: chance.ply, others: chance.actions.filter((action) => action !== chance.happened) }));
    const changeable = changed.filter(({ others }) => others.length);
    expect(changeable.length).toBeGreaterThan(10);
    for (const { at, ply, others } of changeable.slice(0, 12)) {
      const lie = told();
      lie.chances[at]!.happened = others[0]!;
      lie.chances.at(-1)!.happened = lie.chances.at(-1)!.actions[0]!;
      expect(await judge(lie, await kept(), new Map())).toEqual({ kind: "wrong", what: "chance", ply });
    }
  });
  test.each([
    ["that do not rise", (chance: Chances["chances"][0]) => chance.actions.reverse()],
    ["of no weight", (chance: Chances["chances"][0]) => (chance.weights[0] = 0)],
    ["that are not whole", (chance: Chances["chances"][0]) => (chance.weights[0] = 0.5)],
    ["that are too many", (chance: Chances["chances"][0]) => chance.weights.push(1)],
    ["that did not happen", (chance: Chances["chances"][0]) => (chance.happened = 9999)],
  ])("by chances %s", async (_, change) => {
    const lie = told();
    const at = lie.chances.findIndex(({ actions }) => actions.length > 1);
    change(lie.chances[at]!);
    expect(await judge(lie, await kept(), new Map())).toEqual({ kind: "wrong", what: "chance", ply: lie.chances[at]!.ply });
  });
  test("by not telling of a chance", async () => {
    const lie = told();
    const { ply } = lie.chances.splice(4, 1)[0]!;
    expect(await judge(lie, await kept(), seen())).toEqual({ kind: "wrong", what: "chance", ply });
  });
  test("by a game other than the one that was shown", async () => {
    const lie = seen();
    lie.get(0)!.views[9] = { ...views[9], top: 99 };
    expect(await judge(told(), await kept(), lie)).toEqual({ kind: "wrong", what: "shown", ply: 9 });
  });
  test("by a game that is longer than the one it shows, or shorter", async () => {
    const shorter = seen();
    shorter.get(0)!.actors.push(0);
    expect(await judge(told(), await kept(), shorter)).toEqual({ kind: "wrong", what: "chance", ply: vectors.chances.plies + 1 });
    const cut = seen();
    cut.get(0)!.views.length = 10;
    expect(await judge(told(), await kept(), cut)).toEqual({ kind: "wrong", what: "shown", ply: 20 });
  });
  test("by what did not hold while it was played", async () => {
    const mine: Kept = { ...(await kept()), broken: { kind: "wrong", what: "shown", ply: 2 } };
    expect(await judge(told(), mine, seen())).toEqual({ kind: "wrong", what: "shown", ply: 2 });
  });
});

describe("what cannot be checked is said to be so", () => {
  const unknown = (why: string) => ({ kind: "unknown", why });
  test("where this browser kept nothing", async () => {
    expect(await judge(told(), null, new Map())).toEqual(unknown("stranger"));
  });
  test("where this page was too late", async () => {
    const [mine, late] = [{ ...(await kept()), taken: [] }, told()];
    late.shuffle!.entropies[0] = null;
    late.chances = []; // dealt without it
    expect(await judge(late, mine, new Map())).toEqual(unknown("silent"));
  });
  test("of lessons, imports and games from before", async () => {
    expect(await judge({ ...told(), shuffle: { ...told().shuffle!, known: true } }, null, new Map())).toEqual(unknown("known"));
    expect(await judge({ ...told(), imported: true }, null, new Map())).toEqual(unknown("imported"));
    expect(await judge({ ...told(), shuffle: null }, null, new Map())).toEqual(unknown("secret"));
    const old = { ...told(), chances: [], shuffle: { ...told().shuffle!, method: 1 } };
    expect(await judge(old, null, new Map())).toEqual(unknown("old"));
  });
  test("but what is wrong in itself is wrong for everybody", async () => {
    const lie = told();
    lie.shuffle!.entropies[1] = other.replace("c", "d");
    expect(await judge(lie, null, new Map())).toEqual({ kind: "wrong", what: "entropy", seat: 1 });
  });
  test("and who did not reveal is named", async () => {
    const [mine, quiet] = [await kept(), told()];
    quiet.shuffle!.entropies[1] = null;
    quiet.chances = [];
    expect(await judge(quiet, mine, new Map())).toEqual({ kind: "right", chances: 0, silent: [1] });
  });
});
