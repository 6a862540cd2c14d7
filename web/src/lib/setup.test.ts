// What is chosen for a game is something that the game can be, whatever was remembered.
import { beforeEach, expect, test, vi } from "vitest";
import { Setup } from "./setup.svelte";
import type { Character, GameInfo } from "./wire";

const levels = ["easy", "medium", "hard", "expert"] as const;
const cast: Character[] = levels.flatMap((level) =>
  [1, 2, 3, 4, 5].map((n) => ({ character: `${level}-${n}`, name: `${level} ${n}`, level, face: { hair: "bald", wears: [], skin: 1, shade: 1 } })),
);
const ruleset = (name: string, seats: number[]) => ({ name, title: name, about: "", seats, options: [{ name: "long", type: "switch" as const, title: "", help: "", default: false, seats: [2, 3] }] });
const game = { name: "any", title: "Any", seats: [1, 2, 3, 4], rulesets: [ruleset("usual", [2, 3, 4]), ruleset("alone", [1])], levels: [...levels], about: "", hides: false, odds: false, chapters: 0 } as GameInfo;
let kept: Record<string, string>;

beforeEach(() => {
  kept = {};
  vi.stubGlobal("localStorage", { getItem: (key: string) => kept[key] ?? null, setItem: (key: string, value: string) => (kept[key] = value) });
});

test("more than the game can have were remembered: as many as it can have sit down, all in sight", () => {
  kept["verso-setup-any"] = JSON.stringify({ opponents: ["easy-1", "easy-2", "easy-3", "easy-4", "nobody"] });
  const setup = new Setup(game, cast);
  expect(setup.opponents.map(({ character }) => character)).toEqual(["easy-1", "easy-2", "easy-3"]);
  setup.count(4);
  expect(setup.opponents).toHaveLength(3);
});

test("what is chosen is there the next time", () => {
  const setup = new Setup(game, cast);
  setup.choose("hard");
  setup.count(2);
  setup.swap(0);
  setup.useRules("usual", { long: true });
  const again = new Setup(game, cast);
  expect(again.values).toEqual(setup.values);
  expect(again.plan("bots", "Ana").seats).toEqual([{ kind: "mine" }, { kind: "bot", character: "hard-3" }, { kind: "bot", character: "hard-2" }]);
  expect(again.plan("bots", "Ana").options).toEqual({ long: true });
});

test("mixed, one of each strength comes before a second", () => {
  expect(new Set(new Setup(game, cast).opponents.map(({ level }) => level)).size).toBe(3);
});

test.each([
  ["solo", 1, "alone"],
  ["friends", 4, "usual"],
] as const)("%s has %i seats by the rules %s", (way, seats, rules) => {
  const plan = new Setup(game, cast).plan(way, "Ana");
  expect([plan.seats.length, plan.ruleset, plan.wait]).toEqual([seats, rules, way === "friends"]);
});

test("a broken memory is forgotten", () => {
  kept["verso-setup-any"] = "{";
  expect(new Setup(game, cast).opponents).toHaveLength(3);
});
