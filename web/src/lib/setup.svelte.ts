// How somebody sets up a game: players, strength, rules. Remembered for each game in this browser, nowhere else.
import type { Character, GameInfo, NewTable, RulesetInfo, SeatPlan } from "./wire";
import { t } from "./words.svelte";

export type Way = "bots" | "solo" | "device" | "friends";
export type Strength = Character["level"] | "mixed";
export type Value = boolean | number | string;
export const strengths: readonly Strength[] = ["easy", "medium", "hard", "expert", "mixed"];

interface Kept {
  strength: Strength;
  /** Who plays against one, by their names in the interface. */
  opponents: string[];
  ruleset: string | null;
  options: Record<string, Value>;
  clock: number;
  listed: boolean;
  rated: boolean;
  /** Names of those who share this device. */
  names: string[];
}

const fresh: Kept = { strength: "mixed", opponents: [], ruleset: null, options: {}, clock: 0, listed: false, rated: false, names: [] };

function kept(game: string): Kept {
  try {
    return { ...fresh, ...(JSON.parse(localStorage.getItem(`verso-setup-${game}`) ?? "{}") as Partial<Kept>) };
  } catch {
    return fresh;
  }
}

/** What one chooses for a game. Whatever was remembered, it is something that the game can be. */
export class Setup {
  private kept = $state.raw<Kept>(fresh);

  constructor(
    readonly game: GameInfo,
    private readonly cast: readonly Character[],
  ) {
    this.kept = kept(game.name);
    const known = this.kept.opponents.filter((each) => cast.some(({ character }) => character === each));
    const usual = Math.min(this.most, Math.max(this.least, known.length || 3));
    this.kept = { ...this.kept, opponents: this.enough(known, usual) };
  }

  get values(): Kept {
    return this.kept;
  }

  set(change: Partial<Kept>) {
    this.kept = { ...this.kept, ...change };
    localStorage.setItem(`verso-setup-${this.game.name}`, JSON.stringify(this.kept));
  }

  /** How many may play against one, by the rules that are chosen. */
  get least(): number {
    return Math.max(1, Math.min(...this.counts) - 1);
  }

  get most(): number {
    return Math.max(...this.counts) - 1;
  }

  private get counts(): number[] {
    const found = (this.rules?.seats ?? this.game.seats).filter((count) => count > 1);
    return found.length ? found : [2];
  }

  get rules(): RulesetInfo | undefined {
    return this.game.rulesets.find((each) => each.name === this.kept.ruleset) ?? this.game.rulesets[0];
  }

  /** The rules by which one plays alone, where a game has any. */
  get soloRules(): RulesetInfo | undefined {
    return this.game.rulesets.find((each) => each.seats.includes(1));
  }

  get ways(): Way[] {
    return this.soloRules ? ["bots", "solo", "friends", "device"] : ["bots", "friends", "device"];
  }

  get opponents(): Character[] {
    return this.kept.opponents.map((each) => this.cast.find(({ character }) => character === each)!);
  }

  count(to: number) {
    if (to >= this.least && to <= this.most) this.set({ opponents: this.enough(this.kept.opponents.slice(0, to), to) });
  }

  choose(strength: Strength) {
    this.set({ strength });
    this.set({ opponents: this.enough([], this.kept.opponents.length) });
  }

  useRules(ruleset: string, options: Record<string, Value> = {}) {
    this.set({ ruleset, options: { ...this.kept.options, ...options } });
    this.count(Math.min(this.most, Math.max(this.least, this.kept.opponents.length)));
  }

  /** Whoever sits there makes room for the next who fits the strength. */
  swap(at: number) {
    const there = this.kept.opponents;
    const fitting = this.fitting().map(({ character }) => character);
    const from = fitting.indexOf(there[at] ?? "");
    const next = [...fitting.slice(from + 1), ...fitting.slice(0, from + 1)].find((each) => !there.includes(each));
    if (next) this.set({ opponents: there.map((each, index) => (index === at ? next : each)) });
  }

  private fitting(): Character[] {
    const { strength } = this.kept;
    return strength === "mixed" ? [...this.cast] : this.cast.filter(({ level }) => level === strength);
  }

  /** So many, with those who are there first; mixed, one of each strength comes after the other. */
  private enough(there: string[], count: number): string[] {
    const found = there.slice(0, count);
    const order: Strength[] = this.kept.strength === "mixed" ? ["medium", "hard", "easy", "expert"] : [this.kept.strength];
    for (let turn = found.length; found.length < count; turn++) {
      const fits = ({ character, level }: Character) => level === order[turn % order.length] && !found.includes(character);
      const next = this.cast.find(fits) ?? this.cast.find(({ character }) => !found.includes(character));
      if (!next) break;
      found.push(next.character);
    }
    return found;
  }

  /** The value of an option, as it was chosen or as the rules have it. */
  value(name: string): Value {
    return this.kept.options[name] ?? this.rules?.options.find((each) => each.name === name)?.default ?? false;
  }

  plan(way: Way, me: string): NewTable {
    const { clock, listed, rated, names, options: chosen } = this.kept;
    const others = this.kept.opponents;
    const called = (number: number) => (number === 0 ? me : names[number - 1]?.trim() || t("player-number", { number: number + 1 }));
    const seats: Record<Way, SeatPlan[]> = {
      bots: [{ kind: "mine" }, ...others.map((character): SeatPlan => ({ kind: "bot", character }))],
      solo: [{ kind: "mine" }],
      device: [me, ...others].map((_, number) => ({ kind: "mine", name: called(number) })),
      friends: [{ kind: "mine" }, ...others.map((): SeatPlan => ({ kind: "open" }))],
    };
    const rules = way === "solo" ? this.soloRules : this.rules;
    const count = seats[way].length;
    const options = Object.fromEntries(
      (rules?.options ?? []).flatMap(({ name, default: usual, seats: fit }) => {
        const value = chosen[name] ?? usual;
        return value === usual || !fit.includes(count) ? [] : [[name, value]];
      }),
    );
    return { game: this.game.name, seats: seats[way], clock, listed, hints: !rated, wait: way === "friends", options, ...(rules ? { ruleset: rules.name } : {}) };
  }
}
