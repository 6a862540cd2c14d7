import { beforeAll, expect, test } from "vitest";
import { chosen, endedBy, explanation, offered, said, stepsDone, textOf } from "./lesson";
import type { LegalAction, LessonStep, Line } from "./wire";
import { takeIn } from "./words.svelte";

const action = (text: string, kind: string): LegalAction => ({ text, words: text, parts: { do: kind } });
const parts = (...kinds: string[]) => kinds.map((each) => ({ do: each }));
const step = (text: string, ...kinds: string[]): LessonStep => ({ seat: 0, text, actions: parts(...kinds) });
const choice: LessonStep = {
  ...step("discard r3", "discard"),
  choices: [
    { text: "discard r4", actions: parts("discard"), ends: false },
    { text: "lay r3 r4 / b7 b8", actions: parts("place", "place", "place", "place"), ends: true },
  ],
};
const legal = [action("place r3", "place"), action("place r4", "place"), action("discard r3", "discard"), action("discard r4", "discard"), action("discard r5", "discard")];

test("a lesson offers the step it asks for and nothing else", () => {
  expect(offered(legal, step("discard r3", "discard"))).toEqual([legal[2]]);
  expect(offered(legal, step("place r3", "place"))).toEqual([legal[0]]);
  expect(offered(legal, step("lay r3 r4 / b7 b8", "place", "place", "place", "place"))).toEqual(legal.slice(0, 2));
  expect(offered(legal, undefined)).toEqual([]);
});

test("where one may choose, all of the choices are offered, and no more", () => {
  expect(offered(legal, choice)).toEqual(legal.slice(0, 4));
  expect(["discard r3", "discard r4", "lay r3 r4 / b7 b8"].map((text) => chosen(choice, text))).toEqual([1, 2, 3]);
  expect([1, 2, 3].map((number) => textOf(choice, number))).toEqual(["discard r3", "discard r4", "lay r3 r4 / b7 b8"]);
  expect(chosen(step("lay r3 r4", "place", "place"), "place r3")).toBe(1); // the whole move is made
});

test("a choice may end the chapter", () => {
  const steps = [step("draw", "draw"), choice, step("draw", "draw")];
  const all: Record<number, number>[] = [{}, { 1: 1 }, { 1: 2 }, { 1: 3 }];
  expect(all.map((picks) => endedBy(steps, picks))).toEqual([false, false, false, true]);
});

test("steps are counted by what was acted", () => {
  const line = (kind: string) => ({ kind, ply: 1, at: 0, seat: 0, played: 0, clauses: [], folded: [], marks: [] }) as Line;
  expect(stepsDone([line("opened"), line("started"), line("acted"), line("acted")])).toBe(2);
});

beforeAll(() => takeIn("some-game", "en", "lesson-1-1 = a\nlesson-1-2 = b\nlesson-1-2-2 = c\nlesson-1-1-then = d\n", ""));
test("what is said fits what was chosen, and what was done is explained", () => {
  const lesson = { game: "some-game", chapter: 1 };
  expect([said(lesson, 0, {}), said(lesson, 1, {}), said(lesson, 1, { 0: 2 }), said(lesson, 1, { 0: 3 })]).toEqual(["lesson-1-1", "lesson-1-2", "lesson-1-2-2", "lesson-1-2"]);
  expect([0, 1, 2].map((done) => explanation(lesson, done))).toEqual([null, "lesson-1-1-then", null]);
});
