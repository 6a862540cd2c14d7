// What only Fluent itself can say about the catalogues; tests/core/test_words.py looks for what is missing or left over.
import { readdirSync, readFileSync } from "node:fs";
import { FluentBundle, FluentResource } from "@fluent/bundle";
import { afterEach, expect, test } from "vitest";
import { calledByItself, hasWords, rulesOf, takeIn, words, wordsOf } from "./words.svelte";

const source = new URL("../../../src/verso/", import.meta.url);
const catalogues = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ftl"));
const languageOf = (path: string) => (path.endsWith("pt-BR.ftl") ? "pt-BR" : "en");
afterEach(() => {
  words.language = "en";
});

test("there are catalogues", () => expect(catalogues.length).toBeGreaterThan(20));

test.each(catalogues)("every message of %s can be read", (path) => {
  const text = readFileSync(new URL(path, source), "utf8");
  const bundle = new FluentBundle(languageOf(path), { useIsolating: false });
  expect(bundle.addResource(new FluentResource(text))).toEqual([]);
  const ids = [...text.matchAll(/^([a-z][a-z0-9-]*) =/gm)].map(([, id]) => id!);
  expect(ids.length).toBeGreaterThan(2);
  const variables = [...text.matchAll(/\$([a-z]+)/g)].map(([, name]) => name!); // a message may say another that has some
  for (const id of ids) {
    const value = bundle.getMessage(id)?.value;
    expect(value, id).toBeTruthy();
    const errors: Error[] = [];
    for (const count of [0, 1, 2]) {
      const said = bundle.formatPattern(value!, Object.fromEntries(variables.map((name) => [name, count])), errors);
      expect(said, id).not.toMatch(/\[(one|other|\w+)\] |[{}]/); // a choice written on one line would be read as text
    }
    expect(errors, id).toEqual([]);
  }
});

test("languages are called as those call them who speak them", () => {
  expect([calledByItself("en"), calledByItself("pt-BR")]).toEqual(["English", "Português (Brasil)"]);
});

test("a game speaks in the language of the moment, and in another where that was not brought", () => {
  const say = wordsOf("some-game");
  expect(say("hello")).toBe("hello");
  takeIn("some-game", "en", "hello = Hello { $name }\nonly = Only", "");
  expect(say("hello", { name: "Ana" })).toBe("Hello Ana");
  words.language = "pt-BR";
  expect(say("hello", { name: "Ana" })).toBe("Hello Ana");
  takeIn("some-game", "pt-BR", "hello = Olá { $name }", "");
  expect(say("hello", { name: "Ana" })).toBe("Olá Ana");
  expect([hasWords("some-game", "only"), hasWords("some-game", "hello"), hasWords("another", "hello")]).toEqual([false, true, false]);
});

test("the rules are the sections that a game has, or what it says in a few lines", () => {
  takeIn("told", "en", "other = x\nsection-goal = Goal\nsection-goal-1 = First.\nsection-goal-2 = Second.\nsection-end = End\nrules-turn = no", "short");
  expect(rulesOf("told")).toEqual([
    { id: "goal", title: "Goal", paragraphs: ["First.", "Second."] },
    { id: "end", title: "End", paragraphs: [] },
  ]);
  takeIn("short", "en", "other = x", "One line.\n\nAnother.");
  expect(rulesOf("short")).toEqual([{ id: "summary", title: "In short", paragraphs: ["One line.", "Another."] }]);
});
