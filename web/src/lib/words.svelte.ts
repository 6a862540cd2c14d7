// Words for people, in the language chosen now: everything that shows a message follows when it changes.
import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";
import everyGameEn from "verso/core/words/en.ftl?raw";
import everyGamePt from "verso/core/words/pt-BR.ftl?raw";
import tableEn from "verso/play/words/en.ftl?raw";
import tablePt from "verso/play/words/pt-BR.ftl?raw";
import en from "verso/server/words/en.ftl?raw";
import pt from "verso/server/words/pt-BR.ftl?raw";

export type Language = "en" | "pt-BR";
export const languages: readonly Language[] = ["en", "pt-BR"];
/** What a language is called by those who speak it. */
export function calledByItself(language: Language): string {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
type Values = Record<string, FluentVariable>;
/** Says a message in the language of the moment; one that is not there is called by its name. */
export type Say = (id: string, values?: Values) => string;

function bundle(language: Language, resource: FluentResource) {
  const made = new FluentBundle(language, { useIsolating: false });
  made.addResource(resource);
  return made;
}

function formatted(chosen: FluentBundle | undefined, id: string, values?: Values): string {
  const message = chosen?.getMessage(id);
  return chosen && message?.value ? chosen.formatPattern(message.value, values ?? null) : id;
}

function preferred(): Language {
  if (typeof localStorage === "undefined") return "en";
  const kept = localStorage.getItem("verso-language");
  if (kept === "en" || kept === "pt-BR") return kept;
  return navigator.languages.some((each) => each.toLowerCase().startsWith("pt")) ? "pt-BR" : "en";
}

class Words {
  language = $state<Language>(preferred());

  choose(language: Language) {
    this.language = language;
    localStorage.setItem("verso-language", language);
    document.documentElement.lang = language;
  }
}

export const words = new Words();

/** The messages of a catalogue of the Python package, taken in when the page is built. */
function catalogue(texts: Record<Language, string>): Say {
  const bundles = Object.fromEntries(languages.map((each) => [each, bundle(each, new FluentResource(texts[each]))]));
  return (id, values) => formatted(bundles[words.language], id, values);
}

/** What the page itself says. */
export const t = catalogue({ en, "pt-BR": pt });
/** What tables say. */
export const ofTable = catalogue({ en: tableEn, "pt-BR": tablePt });
/** What is said of every game. */
export const ofEveryGame = catalogue({ en: everyGameEn, "pt-BR": everyGamePt });

interface Told {
  bundle: FluentBundle;
  /** The names of the messages, in the order in which they are written. */
  ids: string[];
  summary: string;
}
const told = new Map<string, Partial<Record<Language, Told>>>();

/** Takes in what a game says in one language, as the server sends it. */
export function takeIn(game: string, language: Language, text: string, summary: string) {
  const resource = new FluentResource(text);
  const ids = resource.body.map((message) => message.id);
  told.set(game, { ...told.get(game), [language]: { bundle: bundle(language, resource), ids, summary } });
}

/** The games whose words have been taken in, in any language. */
export const gamesHeard = () => [...told.keys()];

/** In the language of the moment; in another one only where that could not be brought. */
const now = (game: string): Told | undefined => told.get(game)?.[words.language] ?? Object.values(told.get(game) ?? {})[0];

/** What a game says. Its words must have been brought before (`bringWords`). */
export const wordsOf =
  (game: string): Say =>
  (id, values) =>
    formatted(now(game)?.bundle, id, values);

/** Whether a game has words for something. */
export const hasWords = (game: string, id: string) => now(game)?.bundle.hasMessage(id) ?? false;

export interface Section {
  id: string;
  title: string;
  paragraphs: string[];
}

/** The rules of a game as people read them: `section-goal` is a title, `section-goal-1` the first paragraph below it.
 * Of a game that has no such messages, its rules in a few lines. */
export function rulesOf(game: string): Section[] {
  const found: Section[] = [];
  const say = wordsOf(game);
  for (const id of now(game)?.ids ?? []) {
    const [kind, section, paragraph] = id.split("-");
    if (kind !== "section" || section === undefined) continue;
    if (paragraph === undefined) found.push({ id: section, title: say(id), paragraphs: [] });
    else found.find((each) => each.id === section)?.paragraphs.push(say(id));
  }
  return found.length ? found : [{ id: "summary", title: t("in-short"), paragraphs: (now(game)?.summary ?? "").split("\n").filter(Boolean) }];
}
