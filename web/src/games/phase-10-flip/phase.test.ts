import { expect, test } from "vitest";
import type { Suggestion } from "../../lib/wire";
import { actionsOf, hits, placedGroups, putBefore, rounds, sameHand, sorted, standing, wayGroups, type Action, type Legal, type SeenCard, type Sheet, type View } from "./phase";
import { wayShort } from "./short";

const hand: SeenCard[] = ["r9", "b2", "r9", "y*", "g12", "r4!"].map((colour, id) => ({ id, colour, wild: null }));
const printed = (suit: "red" | "yellow" | "green" | "blue" | null, number: number | null, flips = false) => ({ suit, number, star: number === null, flips, points: 5 });
const faces: Sheet["faces"] = { r9: printed("red", 9), b2: printed("blue", 2), "y*": printed("yellow", null), g12: printed("green", 12), "r4!": printed("red", 4, true), r3: printed("red", 3), "r*": printed("red", null), g7: printed("green", 7), y7: printed("yellow", 7), "*": printed(null, null) };
const legal = (...parts: Action[]): Legal[] => parts.map((each, number) => ({ text: String(number), words: "", parts: each }));

test("each card finds its own actions", () => {
  const all = legal(
    { do: "draw" },
    { do: "discard", slot: 0, face: "r9" },
    { do: "discard", slot: 2, face: "r9" },
    { do: "place", slot: 3, face: "y*", number: 3 },
    { do: "place", slot: 3, face: "y*", number: 4 },
  );
  const texts = (slot: number) => actionsOf(all, slot).map((each) => each.text);
  expect([texts(0), texts(1), texts(2), texts(3)]).toEqual([["1"], [], ["2"], ["3", "4"]]);
});

test("a card is added to the group that the action names", () => {
  const [hit, discard] = legal({ do: "hit", slot: 1, face: "b2", number: 2, owner: 1, group: 0, end: "low" }, { do: "discard", slot: 1, face: "b2" });
  expect(hits(hit!, { seat: 1, key: 0 })).toBe(true);
  expect(hits(hit!, { seat: 1, key: 1 })).toBe(false);
  expect(hits(hit!, { seat: 0, key: 0 })).toBe(false);
  expect(hits(discard!, { seat: 1, key: 0 })).toBe(false);
});

test("sorting keeps each card's slot", () => {
  const slots = (by: "colour" | "number" | "hand", ordered: number[] = []) => sorted(hand, "colour", by, faces, ordered).map(({ slot }) => slot);
  expect(slots("colour")).toEqual([5, 0, 2, 3, 4, 1]);
  expect(slots("number")).toEqual([1, 5, 0, 2, 4, 3]);
  expect(slots("hand")).toEqual([0, 1, 2, 3, 4, 5]);
  expect(slots("hand", [4, 2, 0])).toEqual([4, 2, 0, 1, 3, 5]);
});

test("a card is put before another, or behind all", () => {
  expect(putBefore([1, 2, 3], 3, 1)).toEqual([3, 1, 2]);
  expect(putBefore([1, 2, 3], 1, null)).toEqual([2, 3, 1]);
});

test("groups have their places in the order they were laid", () => {
  const group = (owner: number) => ({ owner, kind: "run" as const, colour: null, cards: [], takes: [] });
  const places = placedGroups([group(1), group(1), group(0)]).map(({ place }) => [place.seat, place.key]);
  expect(places).toEqual([[1, 0], [1, 1], [0, 0]]);
});

test("a whole phase is shown group by group, each card at the slot it has now", () => {
  const place = (slot: number, face: string, number: number): Action => ({ do: "place", slot, face, number });
  const move: Suggestion = { text: "", words: "", actions: [place(1, "r3", 3), place(0, "r*", 4), place(2, "g7", 7), place(0, "*", 7), place(0, "y7", 7)] };
  const shapes: Sheet["phases"][number] = [{ kind: "run", size: 2 }, { kind: "set", size: 3 }];
  const found = wayGroups(move, shapes, 6);
  expect(found.map((group) => group.map(({ slot, face, value }) => `${slot} ${face}=${value}`))).toEqual([["1 r3=3", "0 r*=4"], ["4 g7=7", "2 *=7", "3 y7=7"]]);
  expect(wayShort(found, shapes, faces)).toContain("lay-short");
});

test("the furthest phase comes first, then the fewest points", () => {
  expect(standing([{ phase: 3, score: 10 }, { phase: 4, score: 90 }, { phase: 4, score: 20 }, { phase: 3, score: 10 }])).toEqual([2, 1, 0, 3]);
});

test("rounds are counted when their number changes, and the last one when the game is over", () => {
  const view = (round: number, score: number, phase: number, result: string | null = null) =>
    ({ round, result, players: [{ score, phase }, { score: 0, phase: 2 }] }) as unknown as View;
  const found = rounds([view(0, 0, 1), view(1, 0, 1), view(1, 0, 1), view(2, 25, 1), view(2, 25, 1), view(2, 40, 2, "phases")]);
  expect(found).toEqual([
    { number: 1, scores: [25, 0], phases: [1, 2] },
    { number: 2, scores: [40, 0], phases: [2, 2] },
  ]);
  expect(rounds([view(1, 0, 1)])).toEqual([]);
});

test("what was said of a hand is true as long as it is the same hand, known as it was", () => {
  const seen = (id: number, colour: string | null = null) => ({ id, colour, wild: "7" });
  const at = (cards: SeenCard[], laid: boolean, lying: number) =>
    ({ players: [{ hand: cards, laid }], table: lying ? [{ cards: Array.from({ length: lying }, (_, id) => seen(id + 50)) }] : [] }) as unknown as View;
  const before = at([seen(1), seen(2)], false, 0);
  expect(sameHand(before, at([seen(2), seen(1)], false, 3), 0)).toBe(true);
  expect(sameHand(before, at([seen(1), seen(3)], false, 0), 0)).toBe(false);
  expect(sameHand(before, at([seen(1, "r4"), seen(2)], false, 0), 0)).toBe(false);
  expect(sameHand(before, at([seen(1), seen(2)], true, 0), 0)).toBe(false);
  expect(sameHand(at([seen(1)], true, 3), at([seen(1)], true, 4), 0)).toBe(false);
  expect(sameHand(at([seen(1)], true, 4), at([seen(1)], true, 4), 0)).toBe(true);
});
