import { expect, test } from "vitest";
import { calledNow, named } from "./names";
import { words } from "./words.svelte";

const name = (seat: number) => ["Ana", "Bia", "Caio"][seat]!;

test("seats get their names", () => {
  expect(named("Seat 1 adds wild 9 to group 1 of seat 2", "en", name)).toBe("Bia adds wild 9 to group 1 of Caio");
  expect(named("O lugar 1 descarta 7", "pt-BR", name)).toBe("Bia descarta 7");
  expect(named("Virar por 8 e dar ao lugar 2 como Área", "pt-BR", name)).toBe("Virar por 8 e dar a Caio como Área");
  expect(named("A fase do lugar 0 está na mesa", "pt-BR", name)).toBe("A fase de Ana está na mesa");
});

test("bots are called in the language of the moment, people by their names", () => {
  expect(calledNow("Bot 2", 1)).toBe("Bot 2");
  words.language = "pt-BR";
  expect(calledNow("Bot 2", 1)).toBe("Robô 2");
  expect(calledNow("Ana", 1)).toBe("Ana");
  words.language = "en";
});

test("other numbers stay as they are", () => {
  expect(named("Unhappiness 3 is over the limit of 2", "en", name)).toBe("Unhappiness 3 is over the limit of 2");
});
