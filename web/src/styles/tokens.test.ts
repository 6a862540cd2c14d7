import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");

function tokens(selector: RegExp): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, names, body] of css.matchAll(/([^{}]+)\{([^}]*)\}/g))
    if (selector.test(names!)) for (const [, name, value] of body!.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/gi)) found[name!] = value!;
  return found;
}

const every = tokens(/:root/);
const themes = {
  light: every,
  dark: { ...every, ...tokens(/\[data-theme="dark"\]/) },
  contrast: { ...every, ...tokens(/\[data-theme="contrast"\]/) },
};

// Every pair that carries text: [text, ground].
const pairs: [string, string][] = [
  ...["table", "table-far", "paper", "lifted"].flatMap((ground): [string, string][] => [
    ["ink", ground],
    ["ink-soft", ground],
    ["accent", ground],
    ["warn", ground],
    ["good", ground],
  ]),
  ["accent-ink", "accent"],
  ["ink", "warn-soft"],
  ["ink", "accent-soft"],
  ["paper", "ink"],
  ["recto-ink", "recto-paper"],
  ["recto-soft", "recto-paper"],
  ["verso-ink", "verso-paper"],
  ["verso-soft", "verso-paper"],
  ["coin-ink", "coin"],
  ["cloud-ink", "cloud"],
  ["suit-red", "recto-paper"],
  ["suit-yellow", "recto-paper"],
  ["suit-green", "recto-paper"],
  ["suit-blue", "recto-paper"],
];

const channel = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
function light(colour: string) {
  const [red, green, blue] = [1, 3, 5].map((at) => channel(parseInt(colour.slice(at, at + 2), 16) / 255));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
export function contrast(one: string, other: string) {
  const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}

for (const [theme, colours] of Object.entries(themes))
  test(`text can be read on its ground: ${theme}`, () => {
    const weak = pairs
      .map(([text, ground]) => ({ text, ground, ratio: contrast(colours[text]!, colours[ground]!) }))
      .filter(({ ratio, text }) => ratio < (theme === "contrast" && text.startsWith("ink") ? 7 : 4.5));
    expect(weak).toEqual([]);
  });
