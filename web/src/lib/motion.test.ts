import { expect, test } from "vitest";
import { at } from "./motion";

test.each([
  [{ zone: "away" }, "away"],
  [{ zone: "deck", seat: 0 }, "deck-0"],
  [{ zone: "market", key: "K4" }, "market-K4"],
  [{ zone: "played", seat: 1, key: 0 }, "played-1-0"],
  [{ zone: "draw", seat: null, key: null }, "draw"],
])("%j is marked as %s", (place, mark) => expect(at(place)).toBe(mark));
