// Words for people, in the language chosen now: everything that shows a message follows when it changes.
import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";
import phaseEn from "verso/games/phase10_flip/words/en.ftl?raw";
import phasePt from "verso/games/phase10_flip/words/pt-BR.ftl?raw";
import tableEn from "verso/play/words/en.ftl?raw";
import tablePt from "verso/play/words/pt-BR.ftl?raw";
import en from "verso/server/words/en.ftl?raw";
import pt from "verso/server/words/pt-BR.ftl?raw";

export type Language = "en" | "pt-BR";
export const languages: readonly Language[] = ["en", "pt-BR"];

function bundle(language: Language, text: string) {
  const made = new FluentBundle(language, { useIsolating: false });
  made.addResource(new FluentResource(text));
  return made;
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

/** The messages of a catalogue of the Python package, each said in the language of the moment. */
function catalogue(texts: Record<Language, string>) {
  const bundles: Record<Language, FluentBundle> = { en: bundle("en", texts.en), "pt-BR": bundle("pt-BR", texts["pt-BR"]) };
  return (id: string, values?: Record<string, FluentVariable>): string => {
    const chosen = bundles[words.language];
    const message = chosen.getMessage(id);
    return message?.value ? chosen.formatPattern(message.value, values ?? null) : id;
  };
}

/** What the page itself says. */
export const t = catalogue({ en, "pt-BR": pt });
/** What tables say. */
export const ofTable = catalogue({ en: tableEn, "pt-BR": tablePt });
/** What Phase 10 Flip says: its cards, groups and points have one name everywhere. */
export const ofPhaseTen = catalogue({ en: phaseEn, "pt-BR": phasePt });
