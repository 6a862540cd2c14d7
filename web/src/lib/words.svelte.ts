// Words for people, in the language chosen now: everything that shows a message follows when it changes.
import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";
import en from "../locales/en.ftl?raw";
import pt from "../locales/pt-BR.ftl?raw";

export type Language = "en" | "pt-BR";
export const languages: readonly Language[] = ["en", "pt-BR"];

function bundle(language: Language, text: string) {
  const made = new FluentBundle(language, { useIsolating: false });
  made.addResource(new FluentResource(text));
  return made;
}

const bundles: Record<Language, FluentBundle> = { en: bundle("en", en), "pt-BR": bundle("pt-BR", pt) };

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

/** A message in the language of the moment. */
export function t(id: string, values?: Record<string, FluentVariable>): string {
  const chosen = bundles[words.language];
  const message = chosen.getMessage(id);
  return message?.value ? chosen.formatPattern(message.value, values ?? null) : id;
}
