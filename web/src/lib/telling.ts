// What games tell of actions, put together: clauses of whoever acted begin with their verb; all else is a sentence.
import type { Line, Step } from "./wire";

/** Pieces of one text, each with what joins it to the one before; a verb that is repeated is said once. */
export function joined({ words, verbs }: Pick<Step, "words" | "verbs">): string[] {
  return words.map((told, at) => {
    const [verb, before] = [verbs[at] ?? "", verbs[at - 1] ?? ""];
    const shown = verb && verb === before ? told.slice(verb.length + 1) : told;
    const joint = at === 0 ? "" : verb && before ? ", " : ". ";
    return joint + (shown || told);
  });
}

export const asText = (told: Pick<Step, "words" | "verbs">) => joined(told).join("");

export interface Row {
  key: string;
  at: number;
  seat: number | null;
  /** Whether somebody acted in a game; everything else is about the table. */
  acted: boolean;
  words: string[];
  verbs: string[];
  /** What was dealt, shown to whoever asks. */
  folded: string[];
}

/** The log by turns: one row for each. */
export function rowsOf(lines: readonly Line[]): Row[] {
  const rows: Row[] = [];
  let open = false;
  for (const line of lines) {
    const acted = line.kind === "acted";
    const last = rows.at(-1);
    if (open && acted && last?.seat === line.seat) {
      last.words.push(...line.words);
      last.verbs.push(...line.verbs);
      last.folded.push(...line.folded);
    } else {
      rows.push({ key: `l${line.ply}`, at: line.at, seat: line.seat, acted, words: [...line.words], verbs: [...line.verbs], folded: [...line.folded] });
    }
    open = acted && !line.marks.includes("turn");
  }
  return rows.filter((row) => row.words.length > 0 || row.folded.length > 0);
}
