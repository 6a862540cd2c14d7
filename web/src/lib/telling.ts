// What games tell of actions, put together: clauses of whoever acted have a verb, all else is a sentence.
import type { Clause, Line } from "./wire";

/** Pieces of one text, each with what joins it to the one before; a verb that is repeated is said once. */
export function joined(clauses: readonly Clause[]): string[] {
  return clauses.map(({ verb, words }, at) => {
    const before = clauses[at - 1]?.verb ?? "";
    const shown = verb === before && words ? [words] : [verb, words].filter(Boolean);
    const joint = at === 0 ? "" : verb && before ? ", " : ". ";
    return joint + shown.join(" ");
  });
}

export const asText = (clauses: readonly Clause[]) => joined(clauses).join("");

export interface Row {
  key: string;
  at: number;
  seat: number | null;
  /** Whether somebody acted in a game; everything else is about the table. */
  acted: boolean;
  clauses: Clause[];
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
      last.clauses.push(...line.clauses);
      last.folded.push(...line.folded);
    } else {
      rows.push({ key: `l${line.ply}`, at: line.at, seat: line.seat, acted, clauses: [...line.clauses], folded: [...line.folded] });
    }
    open = acted && !line.marks.includes("turn");
  }
  return rows.filter((row) => row.clauses.length > 0 || row.folded.length > 0);
}
