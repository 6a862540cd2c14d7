import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");

function tokens(selector: RegExp): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, names, body] of css.matchAll(/([^{}]+)\{([^}]*)\}/g))
    if (selector.test(names!)) for (const [, name, value] of body!.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/gi)) found[name!] = value!;
  return found;
}

const every = tokens(/:root(?!\[)/);
const night = tokens(/:root\[data-side="night"\]:not/);
const themes = {
  light: every,
  dark: { ...every, ...tokens(/(?<!\])\[data-theme="dark"\]/) },
  night: { ...every, ...night },
  "dark night": { ...every, ...tokens(/(?<!\])\[data-theme="dark"\]/), ...night, ...tokens(/night"\]\[data-theme="dark"\]/) },
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
  ...[1, 2, 3, 4, 5, 6].map((seat): [string, string] => ["seat-ink", `seat-${seat}`]),
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

test("night is no dark theme: the two have different tables and accents", () => {
  for (const token of ["table", "paper", "accent"]) expect(new Set(["light", "dark", "night"].map((theme) => themes[theme as keyof typeof themes][token])).size).toBe(3);
});

// Machado, Oliveira and Fernandes (2009), complete deficiency, on linear light.
const eyes: Record<string, number[][]> = {
  normal: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

function lab(linear: number[]): number[] {
  const [red, green, blue] = linear.map((value) => Math.min(1, Math.max(0, value))) as [number, number, number];
  const bend = (value: number) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);
  const x = bend((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047);
  const y = bend(0.2126 * red + 0.7152 * green + 0.0722 * blue);
  const z = bend((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

test.each(Object.entries(eyes))("the four suits stay apart for %s", (_name, matrix) => {
  const seen = ["red", "yellow", "green", "blue"].map((suit) => {
    const linear = [1, 3, 5].map((at) => channel(parseInt(every[`suit-${suit}`]!.slice(at, at + 2), 16) / 255));
    return lab(matrix.map((row) => row.reduce((sum, factor, at) => sum + factor * linear[at]!, 0)));
  });
  for (const [at, one] of seen.entries())
    for (const other of seen.slice(at + 1)) expect(Math.hypot(...one.map((value, axis) => value - other[axis]!))).toBeGreaterThan(12);
});
