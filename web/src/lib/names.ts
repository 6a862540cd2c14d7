// Sentences of the game speak of seats by number; at a table people have names.
import type { Language } from "./words.svelte";

const patterns: Record<Language, [RegExp, (name: string) => string][]> = {
  en: [[/\b[Ss]eat (\d)\b/g, (name) => name]],
  "pt-BR": [
    [/\b[Oo] lugar (\d)\b/g, (name) => name],
    [/\bdo lugar (\d)\b/g, (name) => `de ${name}`],
    [/\bao lugar (\d)\b/g, (name) => `a ${name}`],
    [/\b[Ll]ugar (\d)\b/g, (name) => name],
  ],
};

export function named(sentence: string, language: Language, name: (seat: number) => string): string {
  return patterns[language].reduce(
    (text, [pattern, put]) => text.replace(pattern, (_, seat: string) => put(name(Number(seat)))),
    sentence,
  );
}
