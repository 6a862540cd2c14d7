import { describe, expect, test } from "vitest";
import { personFace } from "./persons";

describe("faces of people", () => {
  test("are of their names, and of nothing else", () => {
    expect(personFace("Ana")).toEqual(personFace(" ANA "));
    expect(personFace("Ana")).not.toEqual(personFace("Bia"));
  });
  test("differ", () => {
    const names = Array.from({ length: 60 }, (_, number) => `Guest ${1000 + number}`);
    expect(new Set(names.map((name) => JSON.stringify(personFace(name)))).size).toBeGreaterThan(50);
  });
  test("can be drawn of any name", () => {
    for (const name of ["", "Ö", "名前", "🙂"]) expect(personFace(name).hair).toBeTruthy();
  });
});
