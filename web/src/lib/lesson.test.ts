import { expect, test } from "vitest";
import { readFileSync } from "node:fs";
import chapters from "./lessons.json";
import { offered, stepsDone } from "./lesson";
import type { LegalAction, Line } from "./wire";

const action = (text: string): LegalAction => ({ text, verb: text.split(" ")[0]!, arguments: [], words: text });

test("a lesson offers the step it asks for and nothing else", () => {
  const legal = ["place r3", "place r4", "discard r3"].map(action);
  expect(offered(legal, "discard r3")).toEqual([legal[2]]);
  expect(offered(legal, "lay r3 r4 / b7 b8")).toEqual(legal.slice(0, 2));
  expect(offered(legal, undefined)).toEqual([]);
});

test("steps are counted by what was acted", () => {
  const line = (kind: string) => ({ kind, ply: 1, at: 0, seat: 0, words: [] }) as Line;
  expect(stepsDone([line("opened"), line("started"), line("acted"), line("acted")])).toBe(2);
});

test.each(["en", "pt-BR"])("every step has its words, and each chapter an end (%s)", (language) => {
  const text = readFileSync(new URL(`../../../src/verso/server/words/${language}.ftl`, import.meta.url), "utf8");
  const told = [...text.matchAll(/^lesson-([a-z0-9-]+-\d+-\d+) =/gm)].map(([, id]) => id);
  const wanted = Object.entries(chapters).flatMap(([game, all]) =>
    all.flatMap((steps, at) => Array.from({ length: steps.length + 1 }, (_, step) => `${game}-${at + 1}-${step + 1}`)),
  );
  expect(told.sort()).toEqual(wanted.sort());
});
