import { expect, test } from "vitest";
import { named } from "./names";

const name = (seat: number) => ["Ana", "Bia", "Caio"][seat]!;

test("seats get their names", () => {
  expect(named("Seat 1 adds wild 9 to group 1 of seat 2", "en", name)).toBe("Bia adds wild 9 to group 1 of Caio");
  expect(named("O lugar 1 descarta 7", "pt-BR", name)).toBe("Bia descarta 7");
  expect(named("Virar por 8 e dar ao lugar 2 como Área", "pt-BR", name)).toBe("Virar por 8 e dar a Caio como Área");
  expect(named("A fase do lugar 0 está na mesa", "pt-BR", name)).toBe("A fase de Ana está na mesa");
});

test("other numbers stay as they are", () => {
  expect(named("Unhappiness 3 is over the limit of 2", "en", name)).toBe("Unhappiness 3 is over the limit of 2");
});
