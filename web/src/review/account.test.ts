import { describe, expect, it } from "vitest";
import type { SeatAccount } from "../lib/wire";
import { percent, rowsOf } from "./account";

const account = (start: number, luck: number, own: number, others: number, rest: number) =>
  ({ start, luck, own, others, rest, result: start + luck + own + others + rest }) as SeatAccount;

describe("the account of a seat", () => {
  it("adds up in whole points for any hundredths", () => {
    let seed = 7;
    const draw = () => ((seed = (seed * 48271) % 2147483647) % 8001) - 4000;
    for (let n = 0; n < 500; n++) {
      const [start, luck, own, others] = [Math.abs(draw()), draw(), -Math.abs(draw()), draw()];
      for (const result of [0, 10_000, 5_000]) {
        const found = account(start, luck, own, others, result - start - luck - own - others);
        const sum = rowsOf(found).reduce((total, { points }) => total + points, 0);
        expect(sum).toBe(percent(result));
      }
    }
  });

  it("rounds each part to a neighbouring point", () => {
    const found = account(2431, 912, -1409, -1934, 0);
    for (const { part, points } of rowsOf(found)) expect(Math.abs(points - found[part] / 100)).toBeLessThan(1);
  });

  it("begins each bar where the one above ends, and leaves out a rest that is nothing", () => {
    const rows = rowsOf(account(2400, 900, -1400, -1900, 0));
    expect(rows.map(({ part }) => part)).toEqual(["start", "luck", "own", "others"]);
    expect(rows.map(({ from }) => from)).toEqual([0, 24, 33, 19]);
  });
});
