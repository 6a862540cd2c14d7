// Sentences of the game speak of seats by number; at a table people have names.
import { ofTable, type Language } from "./words.svelte";

/** Records and lists keep the names of bots in English; here they are called in the language of the moment. */
export const calledNow = (name: string, seat: number) => (name === `Bot ${seat + 1}` ? ofTable("bot", { number: seat + 1 }) : name);

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
