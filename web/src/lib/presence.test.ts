import { expect, test } from "vitest";
import { absence, bare, calledNow, isolated, seatNumber } from "./presence";
import { words } from "./words.svelte";

test.each([
  ["a person who is there", { kind: "human", bot: false, online: true }, null],
  ["a person who is not there", { kind: "human", bot: false, online: false }, "away"],
  ["a person for whom a bot plays", { kind: "human", bot: true, online: true }, "a bot stands in"],
  ["a person for whom a bot plays, and who is not there", { kind: "human", bot: true, online: false }, "a bot stands in"],
  ["a bot", { kind: "bot", bot: true, online: true }, null],
] as const)("%s", (_, seat, said) => expect(absence({ seat: 1, ...seat })).toBe(said));

test("bots are called in the language of the moment, people by their names", () => {
  expect([calledNow("Bot 2", 1), seatNumber(1)]).toEqual(["Bot 2", "Seat 2"]);
  words.language = "pt-BR";
  expect([calledNow("Bot 2", 1), seatNumber(1)]).toEqual(["Robô 2", "Lugar 2"]);
  expect(calledNow("Ana", 1)).toBe("Ana");
  words.language = "en";
});

test("a name written from right to left turns nothing around it", () => {
  expect(isolated("\u05d3\u05e0\u05d4")).toBe("\u2068\u05d3\u05e0\u05d4\u2069");
  expect(isolated(isolated("\u05d3\u05e0\u05d4"))).toBe(isolated("\u05d3\u05e0\u05d4"));
  expect(bare(isolated("\u05d3\u05e0\u05d4"))).toBe("\u05d3\u05e0\u05d4");
  expect(["Ana", "\u00c1lvaro", "\u0416\u0435\u043d\u044f", "\u674e", ""].map(isolated)).toEqual(["Ana", "\u00c1lvaro", "\u0416\u0435\u043d\u044f", "\u674e", ""]);
});
