import { expect, test } from "vitest";
import { actionsOf, allFaces, groupNames, laidGroups, rounds, sorted, taken, wordsFor, type PhaseView, type SeenCard } from "./phase";
import type { LegalAction } from "./wire";

const hand: SeenCard[] = ["r9", "b2", "r9", "y*", "g12", "r4!"].map((colour, id) => ({ id, colour, wild: null }));
const action = (text: string): LegalAction => {
  const [verb = "", ...rest] = text.split(" ");
  return { text, verb, arguments: rest, words: text };
};

test("cards that look the same are counted", () => {
  expect(wordsFor(hand, 0, "colour")).toEqual(["r9", "r9:1"]);
  expect(wordsFor(hand, 2, "colour")).toEqual(["r9:2"]);
  expect(wordsFor(hand, 2, "wild")).toEqual([]);
});

test("an action is taken apart", () => {
  expect(taken(action("hit *=7 > 0.1"))).toEqual({ word: "*", number: 7, group: "0.1" });
  expect(taken(action("place r5"))).toEqual({ word: "r5", number: null, group: null });
});

test("each card finds its own actions", () => {
  const legal = ["discard r9", "discard r9:2", "discard y*", "place y*=3", "place y*=4", "hit b2 > 1.0"].map(action);
  const texts = (slot: number) => actionsOf(legal, hand, slot, "colour").map((each) => each.text);
  expect(texts(0)).toEqual(["discard r9"]);
  expect(texts(2)).toEqual(["discard r9:2"]);
  expect(texts(3)).toEqual(["discard y*", "place y*=3", "place y*=4"]);
  expect(texts(1)).toEqual(["hit b2 > 1.0"]);
});

test("sorting keeps each card's slot", () => {
  expect(sorted(hand, "colour", "colour").map(({ slot }) => slot)).toEqual([5, 0, 2, 3, 4, 1]);
  expect(sorted(hand, "colour", "number").map(({ slot }) => slot)).toEqual([1, 5, 0, 2, 4, 3]);
  expect(sorted(hand, "colour", "drawn").map(({ slot }) => slot)).toEqual([0, 1, 2, 3, 4, 5]);
});

test("groups are named in the order they were laid", () => {
  const group = (owner: number) => ({ owner, kind: "run" as const, colour: null, cards: [] });
  expect(groupNames([group(1), group(1), group(0)])).toEqual(["1.0", "1.1", "0.0"]);
});

test("positions that name cards by number get their faces", () => {
  const bare = {
    draw: { top: [0], bottom: [], unknown: 3 },
    discard: [1],
    players: [{ hand: [2, { id: 7, colour: "r5", wild: null }], phase: 1, score: 0, laid: false }],
    table: [{ owner: 0, kind: "run", colour: null, cards: [{ card: 3, side: "wild", value: 7 }] }],
  } as unknown as PhaseView;
  const shown = allFaces(bare);
  expect(shown.draw.top[0]).toEqual({ id: 0, colour: "r1", wild: "*" });
  expect(shown.players[0]!.hand[1]).toEqual({ id: 7, colour: "r5", wild: null });
  expect(shown.table[0]!.cards[0]).toMatchObject({ id: 3, side: "wild", value: 7, colour: "r4!" });
});

test("a whole phase is taken apart into its groups", () => {
  expect(laidGroups("lay r3 r4:2 b*=5 / g7 *")).toEqual([
    [
      { face: "r3", value: null },
      { face: "r4", value: null },
      { face: "b*", value: 5 },
    ],
    [
      { face: "g7", value: null },
      { face: "*", value: null },
    ],
  ]);
});

test("rounds are counted when their number changes, and the last one when the game is over", () => {
  const view = (round: number, score: number, phase: number, result: string | null = null) =>
    ({ round, result, players: [{ score, phase }, { score: 0, phase: 2 }] }) as unknown as PhaseView;
  const found = rounds([view(0, 0, 1), view(1, 0, 1), view(1, 0, 1), view(2, 25, 1), view(2, 25, 1), view(2, 40, 2, "phases")]);
  expect(found).toEqual([
    { number: 1, scores: [25, 0], phases: [1, 2] },
    { number: 2, scores: [40, 0], phases: [2, 2] },
  ]);
  expect(rounds([view(1, 0, 1)])).toEqual([]);
});
