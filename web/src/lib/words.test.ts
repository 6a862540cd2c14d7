import { readdirSync, readFileSync } from "node:fs";
import { FluentBundle, FluentResource } from "@fluent/bundle";
import { expect, test } from "vitest";

const source = new URL("../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, source), "utf8");
const catalogues = { en: read("locales/en.ftl"), "pt-BR": read("locales/pt-BR.ftl") };
const keys = (text: string) => [...text.matchAll(/^([a-z][a-z0-9-]*) =/gm)].map(([, key]) => key!);
const variables = (text: string) =>
  Object.fromEntries(
    text.split(/\n(?=[a-z])/).flatMap((message) => {
      const key = /^([a-z][a-z0-9-]*) =/.exec(message)?.[1];
      return key ? [[key, [...new Set([...message.matchAll(/\$(\w+)/g)].map(([, name]) => name))].sort()]] : [];
    }),
  );
const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) => /\.(svelte|ts)$/.test(file) && !file.includes(".test."));
const code = files.map(read).join("\n");

test("both languages have the same messages with the same variables", () => {
  expect(keys(catalogues["pt-BR"])).toEqual(keys(catalogues.en));
  const [english, portuguese] = [variables(catalogues.en), variables(catalogues["pt-BR"])];
  for (const key of keys(catalogues.en)) expect(portuguese[key]?.filter((name) => name !== "cash"), key).toEqual(english[key]?.filter((name) => name !== "cash"));
});

test("every message can be read", () => {
  for (const [language, text] of Object.entries(catalogues)) {
    const bundle = new FluentBundle(language);
    expect(bundle.addResource(new FluentResource(text))).toEqual([]);
    for (const key of keys(text)) expect(bundle.hasMessage(key), key).toBe(true);
  }
});

test("no message is missing and none is left over", () => {
  const named = [...code.matchAll(/\bt\(\s*"([a-z0-9-]+)"/g), ...code.matchAll(/\? t\("([a-z0-9-]+)"|: t\("([a-z0-9-]+)"/g)].map((match) => match[1] ?? match[2]!);
  const made = [...code.matchAll(/\bt\(\s*`([a-z0-9-]*)\$\{/g)].map(([, start]) => start!);
  const known = keys(catalogues.en);
  expect(named.filter((key) => !known.includes(key))).toEqual([]);
  const quoted = (key: string) => code.includes(`"${key}"`);
  expect(known.filter((key) => !quoted(key) && !made.some((start) => start && key.startsWith(start)))).toEqual([]);
});
