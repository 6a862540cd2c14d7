// What only Fluent itself can say about the catalogues; tests/test_words.py looks for what is missing or left over.
import { readFileSync } from "node:fs";
import { FluentBundle, FluentResource } from "@fluent/bundle";
import { expect, test } from "vitest";

const catalogues = ["server", "play", "games/phase10_flip", "games/flip_city"];
const languages = ["en", "pt-BR"];
const cases = catalogues.flatMap((place) => languages.map((language) => [place, language] as const));

test.each(cases)("every message of %s can be read (%s)", (place, language) => {
  const text = readFileSync(new URL(`../../../src/verso/${place}/words/${language}.ftl`, import.meta.url), "utf8");
  const bundle = new FluentBundle(language, { useIsolating: false });
  expect(bundle.addResource(new FluentResource(text))).toEqual([]);
  const ids = [...text.matchAll(/^([a-z][a-z0-9-]*) =/gm)].map(([, id]) => id!);
  expect(ids.length).toBeGreaterThan(30);
  for (const id of ids) {
    const variables = [...text.slice(text.indexOf(`\n${id} =`) + 1).split(/\n(?=[a-z#])/)[0]!.matchAll(/\$([a-z]+)/g)].map(([, name]) => name!);
    const value = bundle.getMessage(id)?.value;
    expect(value, id).toBeTruthy();
    const errors: Error[] = [];
    for (const count of [0, 1, 2]) {
      const said = bundle.formatPattern(value!, Object.fromEntries([...variables, "size", "low", "high"].map((name) => [name, count])), errors);
      expect(said, id).not.toMatch(/\[(one|other|\w+)\] |[{}]/); // a choice written on one line would be read as text
    }
    expect(errors, id).toEqual([]);
  }
});
