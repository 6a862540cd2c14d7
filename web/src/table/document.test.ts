import { expect, test } from "vitest";
import { kindOf, labelOf } from "./document";

test.each([
  [null, "nothing"],
  [[], "nothing"],
  [{}, "nothing"],
  [3, "word"],
  [false, "word"],
  ["draw", "word"],
  [["r7", null, "b2"], "cards"],
  [["r7", "b2"], "cards"],
  [[3, 5, 8], "numbers"],
  [[3, "r7", null], "cards"],
  [[10, 0], "seats"],
  [[["r7"], ["b2", null]], "seats"],
  [[{ hand: [] }, { hand: [] }], "seats"],
  [[{ owner: 0 }, { owner: 1 }, { owner: 1 }], "list"],
  [{ K4: 3, Q2: 1 }, "counts"],
  [{ "7": 2 }, "counts"],
  [{ cash: 3, points: 1 }, "fields"],
  [{ top: ["K4"], deck: { K4: 2 } }, "fields"],
] as const)("%j is drawn as %s", (value, kind) => expect(kindOf(value, 2)).toBe(kind));

test("what belongs to a seat is not told by seat again", () => expect(kindOf([1, 0], 0)).toBe("numbers"));

test("alone there is nothing to be told by seat", () => expect(kindOf([{ hand: [] }], 1)).toBe("list"));

test("a key is read as words", () => expect(labelOf("to_act")).toBe("To act"));
