// What games say is brought once, before anything of it is drawn.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { bringWords, gameList, inTime, speak } from "./games";
import { words, wordsOf } from "./words.svelte";

let asked: string[] = [];
let broken = false;
/** Requests that wait for their answer, by path, where a test holds them. */
let held: Map<string, () => void> | null = null;

beforeEach(() => {
  [asked, broken, held] = [[], false, null];
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("document", { documentElement: { lang: "" } });
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    if (broken) throw new Error("no connection");
    if (held) await new Promise<void>((resolve) => held!.set(path, resolve));
    const language = path.endsWith("pt-BR") ? "pt-BR" : "en";
    const answer = path.includes("/words") ? { language, text: `hello = ${language}`, summary: "" } : { games: [] };
    return new Response(JSON.stringify(answer));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  words.language = "en";
});

test("what has come is not asked for again, what failed is", async () => {
  broken = true;
  await expect(bringWords("first")).rejects.toThrow();
  broken = false;
  await Promise.all([bringWords("first"), bringWords("first")]);
  await bringWords("first");
  expect(asked).toHaveLength(2);
  expect(wordsOf("first")("hello")).toBe("en");
});

test("the language changes when the words of all games are there", async () => {
  await Promise.all([bringWords("one"), bringWords("two"), gameList()]);
  held = new Map();
  const speaking = speak("pt-BR");
  await vi.waitFor(() => expect(held!.size).toBeGreaterThan(2));
  expect(words.language).toBe("en");
  for (const go of held.values()) go();
  await speaking;
  expect([words.language, wordsOf("one")("hello"), wordsOf("two")("hello")]).toEqual(["pt-BR", "pt-BR", "pt-BR"]);
});

test("a language whose words do not come is spoken all the same", async () => {
  await bringWords("three");
  broken = true;
  await speak("pt-BR");
  expect([words.language, wordsOf("three")("hello")]).toEqual(["pt-BR", "en"]);
});

test("whoever changes their mind hears the last language chosen", async () => {
  await bringWords("four");
  held = new Map();
  const first = speak("pt-BR");
  await vi.waitFor(() => expect(held!.size).toBeGreaterThan(0));
  const second = speak("en");
  for (const go of held.values()) go();
  await Promise.all([first, second]);
  expect(words.language).toBe("en");
});

test("what does not come is asked for until it does, or nobody waits", async () => {
  const told: (string | null)[] = [];
  const left = new AbortController();
  const answers = [Promise.reject(new Error("busy")), Promise.resolve("here"), Promise.resolve("too late")];
  expect(await inTime(() => answers.shift()!, (sentence) => told.push(sentence), left.signal, 0)).toBe("here");
  expect(told).toEqual(["busy", null]);
  left.abort();
  expect(await inTime(() => answers.shift()!, (sentence) => told.push(sentence), left.signal, 0)).toBeNull();
  expect([told.length, answers.length]).toEqual([2, 1]);
});
