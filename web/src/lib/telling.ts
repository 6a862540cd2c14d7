// What games tell of actions, put together: clauses of whoever acted begin small, with their verb; all else is a sentence.
import type { Line } from "./wire";

const isClause = (told: string) => told !== "" && told[0] !== told[0]!.toUpperCase();

/** Pieces of one text, each with what joins it to the one before; a verb that is repeated is said once. */
export function joined(told: readonly string[]): string[] {
  let verb = "";
  return told.map((each, at) => {
    const clause = isClause(each);
    const [first, rest] = [each.split(" ", 1)[0]!, each.slice(each.indexOf(" ") + 1)];
    const shown = clause && verb === first && rest !== each ? rest : each;
    const joint = at === 0 ? "" : clause && verb ? ", " : ". ";
    verb = clause ? first : "";
    return joint + shown;
  });
}

export const asText = (told: readonly string[]) => joined(told).join("");

export interface Row {
  key: string;
  at: number;
  seat: number | null;
  /** Whether somebody acted in a game; everything else is about the table. */
  acted: boolean;
  words: string[];
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
      last.folded.push(...line.folded);
    } else {
      rows.push({ key: `l${line.ply}`, at: line.at, seat: line.seat, acted, words: [...line.words], folded: [...line.folded] });
    }
    open = acted && !line.marks.includes("turn");
  }
  return rows.filter((row) => row.words.length > 0 || row.folded.length > 0);
}
