import { expect, test } from "vitest";
import { absence } from "./presence";

test.each([
  ["a person who is there", { kind: "human", bot: false, online: true }, null],
  ["a person who is not there", { kind: "human", bot: false, online: false }, "away"],
  ["a person for whom a bot plays", { kind: "human", bot: true, online: true }, "a bot stands in"],
  ["a person for whom a bot plays, and who is not there", { kind: "human", bot: true, online: false }, "a bot stands in"],
  ["a bot", { kind: "bot", bot: true, online: true }, null],
] as const)("%s", (_, seat, said) => expect(absence({ seat: 1, ...seat })).toBe(said));
