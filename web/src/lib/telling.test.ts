import { describe, expect, test } from "vitest";
import { asText, rowsOf } from "./telling";
import type { Line } from "./wire";

const line = (ply: number, seat: number | null, words: string[], marks: string[] = [], folded: string[] = []): Line => ({
  ply, at: ply, kind: seat === null ? "started" : "acted", seat, played: ply, clauses: words.map((each) => ({ verb: "did", words: each })), folded, marks, steps: [],
});
const told = (...pairs: [string, string][]) => asText(pairs.map(([verb, words]) => ({ verb, words })));

describe("what is told", () => {
  test("a verb is said once, and sentences stand alone", () => {
    expect(told(["played", "house"], ["played", "shop"], ["stopped", ""], ["stopped", ""])).toBe("played house, shop, stopped, stopped");
    expect(told(["discarded", "nine"], ["", "Everything flipped"], ["drew", "a card"])).toBe("discarded nine. Everything flipped. drew a card");
    expect(told(["", "ana sat down"], ["", "ana left"])).toBe("ana sat down. ana left");
    expect(told()).toBe("");
  });
  test("a turn is one row", () => {
    const rows = rowsOf([
      line(1, null, ["The game begins"], [], ["You were dealt five"]),
      line(2, 0, ["drew a card"]), line(3, 0, ["discarded nine"], ["turn"]),
      line(4, 0, ["drew a card"]), line(5, 1, ["drew a card"]), line(6, 1, []),
    ]);
    expect(rows.map(({ seat, clauses }) => [seat, clauses.map(({ words }) => words)])).toEqual([
      [null, ["The game begins"]], [0, ["drew a card", "discarded nine"]], [0, ["drew a card"]], [1, ["drew a card"]],
    ]);
    expect(rows[0]!.folded).toEqual(["You were dealt five"]);
  });
});
