// Figures of a review as people read them: whole win points that add up as the hundredths do.
import type { SeatAccount } from "../lib/wire";

export const PARTS = ["start", "luck", "own", "others", "rest"] as const;
export interface Row {
  part: (typeof PARTS)[number];
  points: number;
  /** Where the bar begins: the sum of all rows above. */
  from: number;
}

/** A chance in whole percent. */
export const percent = (hundredths: number) => Math.round(hundredths / 100);

/** A change in whole points, with its sign. */
export const signedPoints = (hundredths: number) => (percent(hundredths) > 0 ? `+${percent(hundredths)}` : percent(hundredths) < 0 ? `−${-percent(hundredths)}` : "0");

/** The account in whole points. They are rounded so that they still add up to the result: what is left over goes to the
 * parts that lost the most by rounding. A rest that comes to nothing has no row. */
export function rowsOf(account: SeatAccount): Row[] {
  const exact = PARTS.map((part) => account[part] / 100);
  const whole = exact.map(Math.floor);
  const missing = percent(account.result) - whole.reduce((sum, each) => sum + each, 0);
  const byRemainder = exact.map((each, at) => ({ at, lost: each - whole[at]! })).sort((a, b) => b.lost - a.lost);
  for (const { at } of byRemainder.slice(0, Math.max(0, missing))) whole[at]! += 1;
  let from = 0;
  const rows = PARTS.map((part, at) => {
    const row = { part, points: whole[at]!, from };
    from += whole[at]!;
    return row;
  });
  return rows.filter(({ part, points }) => part !== "rest" || points !== 0);
}
