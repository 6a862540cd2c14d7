import { describe, expect, test } from "vitest";
import { asText, rowsOf } from "./telling";
import type { Line } from "./wire";

const line = (ply: number, seat: number | null, words: string[], marks: string[] = [], folded: string[] = []): Line => ({
  ply, at: ply, kind: seat === null ? "started" : "acted", seat, played: ply, words, folded, marks, steps: [],
});

describe("what is told", () => {
  test("a verb is said once, and sentences stand alone", () => {
    expect(asText(["played house", "played shop", "stopped", "bought mill for 5"])).toBe("played house, shop, stopped, bought mill for 5");
    expect(asText(["discarded nine", "Everything flipped", "drew a card"])).toBe("discarded nine. Everything flipped. drew a card");
    expect(asText([])).toBe("");
  });
  test("a turn is one row", () => {
    const rows = rowsOf([
      line(1, null, ["The game begins"], [], ["You were dealt five"]),
      line(2, 0, ["drew a card"]), line(3, 0, ["discarded nine"], ["turn"]),
      line(4, 0, ["drew a card"]), line(5, 1, ["drew a card"]), line(6, 1, []),
    ]);
    expect(rows.map(({ seat, words }) => [seat, words])).toEqual([
      [null, ["The game begins"]], [0, ["drew a card", "discarded nine"]], [0, ["drew a card"]], [1, ["drew a card"]],
    ]);
    expect(rows[0]!.folded).toEqual(["You were dealt five"]);
  });
});
