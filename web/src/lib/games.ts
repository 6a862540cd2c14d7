// What the server tells of its games: which there are, and what is said of each. Kept while the page is open.
import { gamesHere, lessonsOf, wordsIn } from "./api";
import type { GameInfo, LessonStep } from "./wire";
import { gamesHeard, takeIn, words, type Language } from "./words.svelte";

const asked = new Map<string, Promise<unknown>>();

/** Asks once; what failed is asked again. */
function once<Answer>(what: string, ask: () => Promise<Answer>): Promise<Answer> {
  const found = asked.get(what) as Promise<Answer> | undefined;
  if (found) return found;
  const answer = ask();
  asked.set(what, answer);
  answer.catch(() => asked.delete(what));
  return answer;
}

/** Asks until there is an answer, or nobody waits for it any more; `tell` is told what is wrong meanwhile. */
export async function inTime<Answer>(ask: () => Promise<Answer>, tell: (sentence: string | null) => void, left: AbortSignal, pause = 2_000): Promise<Answer | null> {
  while (!left.aborted) {
    try {
      const answer = await ask();
      if (left.aborted) break;
      tell(null);
      return answer;
    } catch (error) {
      tell((error as Error).message);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return null;
}

/** All games, in the order in which they are offered. */
export const gameList = (language: Language = words.language): Promise<GameInfo[]> =>
  once(`games ${language}`, async () => (await gamesHere(language)).games);

/** Brings what a game says; nothing of it may be drawn before. */
export const bringWords = (game: string, language: Language = words.language): Promise<void> =>
  once(`words ${game} ${language}`, async () => {
    const { text, summary } = await wordsIn(game, language);
    takeIn(game, language, text, summary);
  });

/** The chapters of a game's lesson, each a list of steps. */
export const chaptersOf = (game: string): Promise<LessonStep[][]> => once(`lessons ${game}`, async () => (await lessonsOf(game)).chapters);

let wanted: Language = words.language;

/** Changes the language, once the words of all games on the page are there in it. */
export async function speak(language: Language) {
  wanted = language;
  await Promise.allSettled([gameList(language), ...gamesHeard().map((game) => bringWords(game, language))]);
  if (wanted === language) words.choose(language);
}
