// What the lab's page is made of besides what is drawn: variants in links, growing reports, axes that do not jump.
import { Refusal, send } from "../lib/api";
import type { LabField, LabFigure, LabGroup, LabMove, LabReport, LabRun, LabSheet, LabTune, LabTuning, LabVariant, LabWish } from "../lib/wire";

type Changes = NonNullable<LabVariant["changes"]>;
export type Value = Changes[string];

/** A variant as somebody works on it. */
export interface Draft {
  name: string;
  /** Null: as many as the rules have by themselves. */
  seats: number | null;
  ruleset: string | null;
  options: NonNullable<LabVariant["options"]>;
  changes: Changes;
  /** What nobody gets or does at this table. */
  never: string[];
}
export const untouched = (): Draft => ({ name: "", seats: null, ruleset: null, options: {}, changes: {}, never: [] });
export const variantOf = ({ ruleset, options, changes }: Draft): LabVariant => ({ ruleset, options, changes });

/** A variant as the end of an address. */
export function asLink(draft: Draft): string {
  const bytes = new TextEncoder().encode(JSON.stringify(draft));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `#${text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

const isTable = (what: unknown): what is Record<string, unknown> => typeof what === "object" && what !== null && !Array.isArray(what);
const isFigure = (what: unknown) => what === null || ["number", "boolean", "string"].includes(typeof what);

/** The variant of an address; null where it has none that can be read. What its figures may be the server says. */
export function fromLink(hash: string): Draft | null {
  try {
    const text = atob(hash.replace(/^#/, "").replaceAll("-", "+").replaceAll("_", "/"));
    const read: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(text, (char) => char.charCodeAt(0))));
    if (!isTable(read)) return null;
    const { name, seats, ruleset, options, changes, never = [] } = read; // links of before have no `never`
    if (!isTable(options) || !isTable(changes) || ![...Object.values(options), ...Object.values(changes)].every(isFigure)) return null;
    if (!Array.isArray(never) || !never.every((each) => typeof each === "string")) return null;
    if (typeof name !== "string" || !(seats === null || Number.isInteger(seats)) || !(ruleset === null || typeof ruleset === "string")) return null;
    return { name: name.slice(0, 60), seats: seats as number | null, ruleset, options: options as Draft["options"], changes: changes as Changes, never: never as string[] };
  } catch {
    return null;
  }
}

/** Every field of a sheet by its id, with the row that it stands in. */
export const fieldsOf = (sheet: LabSheet) => sheet.tables.flatMap((table) => table.rows.flatMap((row) => row.fields.map((field) => ({ row, field }))));

/** The options that are not as the rules have them by themselves, in words. */
export function changedOptions({ options, chosen }: LabSheet) {
  const named = ({ type, values }: LabSheet["options"][number], value: unknown) =>
    type === "switch" ? (value ? "✓" : "–") : (values?.find((each) => each.value === value)?.title ?? String(value));
  return options
    .filter(({ name, default: usual }) => (chosen[name] ?? usual) !== usual)
    .map((option) => ({ title: option.title, before: named(option, option.default), after: named(option, chosen[option.name]) }));
}

/** What a figure is called, with the row that it stands in. */
export const calledIn = (row: string, { label }: LabField) => (row === label ? row : `${row}: ${label}`);

/** So many milliseconds after being refused for a while it is asked again. */
export const AGAIN = 3_000;
/** Is told why something is refused for a while, and with null when it no longer is. */
export type Waiting = (why: string | null) => void;

/** Asks until the answer is not that it may be asked a little later, or until nobody wants it any more. */
export async function patiently<Answer>(question: () => Promise<Answer>, left: AbortSignal, waiting: Waiting): Promise<Answer> {
  for (;;) {
    try {
      const answer = await question();
      waiting(null);
      return answer;
    } catch (error) {
      if (left.aborted || !(error instanceof Refusal && error.passes)) throw error;
      waiting(error.message);
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
      if (left.aborted) throw error;
    }
  }
}

/** What the value of a field is called; empty where there is none. */
export const namedIn = ({ values, names }: LabField, value: Value) => names[values.indexOf(String(value))] ?? (value === null ? "" : String(value));

/** The reports of a comparison as they come. */
export const reportsOf = (game: string, run: LabRun, left: AbortSignal, waiting: Waiting) => linesOf<LabReport>(`/lab/${game}/runs`, run, left, waiting);
/** A report that has no figures yet, with those of the one before to look at meanwhile. */
export const beginning = (next: LabReport, before: LabReport | null): LabReport =>
  before ? { ...next, headline: before.headline, groups: before.groups, spreads: before.spreads } : next;
/** What a search has found so far, as it comes. */
export const tuningOf = (game: string, tune: LabTune, left: AbortSignal, waiting: Waiting) => linesOf<LabTuning>(`/lab/${game}/tunings`, tune, left, waiting);

/** The lines of an answer; ends when the last has come, or when nobody wants more. */
async function* linesOf<Line>(path: string, asked: unknown, left: AbortSignal, waiting: Waiting): AsyncGenerator<Line> {
  const { body } = await patiently(() => send("POST", path, asked, left), left, waiting);
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let begun = "";
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const lines = (begun + piece.value).split("\n");
    begun = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line) as Line;
  }
}

/** Something that a wish can be about: a figure of a report, or all of a group. */
export interface Wishable {
  key: string;
  name: string;
  unit: LabFigure["unit"];
  group: LabGroup;
  /** What it is now; of all of a group, what each would be in an even game. */
  now: number | null;
}

/** What wishes can be about, as a report has it. */
export const wishables = (report: LabReport): Wishable[] =>
  report.groups
    .filter(({ wishes }) => wishes)
    .flatMap((group) => [
      ...(group.every && group.figures.length > 1 ? [{ key: group.every, name: group.title, unit: group.figures[0]!.unit, group, now: group.even }] : []),
      ...group.figures.map(({ key, name, unit, edited }) => ({ key, name, unit, group, now: edited?.value ?? null })),
    ]);

/** The wish that a figure stay as it is; whoever wants something else changes that. */
export function wishOf({ key, now, unit }: Wishable): LabWish {
  const value = now === null ? 0 : Number(now.toFixed(unit === "share" ? 2 : 1));
  return { key, least: value, most: value, like: "" };
}

/** Unless somebody says: all plans win alike, or, in a game without plans, all seats. */
export function usualWishes(report: LabReport): LabWish[] {
  const even = wishables(report).filter(({ key, group }) => key === group.every && group.even !== null);
  const first = even.find(({ group }) => group.key === "plans") ?? even[0];
  return first ? [wishOf(first)] : [];
}

/** Whether a figure can be moved by a search. */
export const canMove = ({ number }: LabField) => typeof number === "number";

/** How far a figure may move unless somebody says: two steps both ways, as far as it can. */
export const moveOf = ({ id, number, least, most }: LabField): LabMove => ({
  field: id,
  least: Math.max(least, (number ?? 0) - 2),
  most: Math.min(most, (number ?? 0) + 2),
});

/**
 * Unless somebody says, what nobody knows for sure may move; where all is known, what has been changed; or else all
 * plain figures, and choices only where there are no others.
 */
export function usualMoves(sheet: LabSheet, most: number): LabMove[] {
  const fields = fieldsOf(sheet).filter(({ row, field }) => row.in_play && canMove(field)).map(({ field }) => field);
  const guessed = fields.filter(({ source }) => source === "reconstructed");
  const changed = fields.filter(({ value, shipped }) => value !== shipped);
  const plain = fields.filter(({ kind }) => kind !== "choice");
  const usual = [guessed, changed, plain, fields].find(({ length }) => length) ?? [];
  return usual.slice(0, most).map(moveOf);
}

export interface Axis {
  low: number;
  high: number;
  ticks: number[];
}

/** Chances are between nothing and all of them, and so is what they change by, whatever a wide interval would be. */
function within(unit: LabFigure["unit"], value: number): number {
  if (unit !== "share" && unit !== "points") return value;
  return Math.min(1, Math.max(unit === "share" ? 0 : -1, value));
}

/** An axis for these figures. It only ever grows beyond the one before, so that nothing on it jumps. */
export function axisFor(figures: readonly LabFigure[], even: number | null, before?: Axis): Axis {
  const seen = figures.flatMap(({ unit, shipped, edited }) => [shipped, edited].flatMap((each) => (each ? [each.low ?? each.value, each.value, each.high ?? each.value].map((value) => within(unit, value)) : [])));
  const all = [...seen, ...(even === null ? [] : [even]), ...(before ? [before.low, before.high] : [])];
  if (!all.length) return { low: 0, high: 1, ticks: [0, 1] };
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const step = roundStep((most - least || Math.abs(most) || 1) / 4);
  const [low, high] = [Math.floor(least / step + 1e-9) * step, Math.ceil(most / step - 1e-9) * step];
  const count = Math.max(1, Math.round((high - low) / step));
  return { low, high: low + count * step, ticks: Array.from({ length: count + 1 }, (_, n) => low + n * step) };
}

/** The next of 1, 2, 5, 10, … that is not below a width. */
function roundStep(width: number): number {
  const ten = 10 ** Math.floor(Math.log10(width));
  return ([1, 2, 5].find((each) => each * ten >= width * (1 - 1e-9)) ?? 10) * ten;
}

/** Where a value is on an axis, in percent; what reaches beyond it ends there. */
export const placeOn = ({ low, high }: Axis, value: number) => (high === low ? 0 : Math.min(100, Math.max(0, ((value - low) / (high - low)) * 100)));
