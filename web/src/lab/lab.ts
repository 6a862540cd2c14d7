// What the lab's page is made of besides what is drawn: variants in links, growing reports, axes that do not jump.
import { send } from "../lib/api";
import type { LabFigure, LabReport, LabRun, LabSheet, LabVariant } from "../lib/wire";

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
}
export const untouched = (): Draft => ({ name: "", seats: null, ruleset: null, options: {}, changes: {} });
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
    const { name, seats, ruleset, options, changes } = read;
    if (!isTable(options) || !isTable(changes) || ![...Object.values(options), ...Object.values(changes)].every(isFigure)) return null;
    if (typeof name !== "string" || !(seats === null || Number.isInteger(seats)) || !(ruleset === null || typeof ruleset === "string")) return null;
    return { name: name.slice(0, 60), seats: seats as number | null, ruleset, options: options as Draft["options"], changes: changes as Changes };
  } catch {
    return null;
  }
}

/** Every field of a sheet by its id, with the row that it stands in. */
export const fieldsOf = (sheet: LabSheet) => sheet.tables.flatMap((table) => table.rows.flatMap((row) => row.fields.map((field) => ({ row, field }))));

/** The reports of a comparison as they come; ends when the last has come, or when nobody wants more. */
export async function* reportsOf(game: string, run: LabRun, left: AbortSignal): AsyncGenerator<LabReport> {
  const { body } = await send("POST", `/lab/${game}/runs`, run, left);
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let begun = "";
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const lines = (begun + piece.value).split("\n");
    begun = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line) as LabReport;
  }
}

export interface Axis {
  low: number;
  high: number;
  ticks: number[];
}

/** An axis for these figures. It only ever grows beyond the one before, so that nothing on it jumps. */
export function axisFor(figures: readonly LabFigure[], even: number | null, before?: Axis): Axis {
  const seen = figures.flatMap(({ shipped, edited }) => [shipped, edited].flatMap((each) => (each ? [each.low ?? each.value, each.value, each.high ?? each.value] : [])));
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

export const placeOn = ({ low, high }: Axis, value: number) => (high === low ? 0 : ((value - low) / (high - low)) * 100);
