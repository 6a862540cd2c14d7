import { afterEach, describe, expect, it, vi } from "vitest";
import { Refusal } from "../lib/api";
import type { LabField, LabFigure, LabReport, LabSheet } from "../lib/wire";
import { AGAIN, asLink, axisFor, beginning, changedOptions, fromLink, namedIn, patiently, placeOn, untouched, usualMoves, usualWishes, type Draft } from "./lab";
import { changed } from "./said";

const figure = (shipped: number, edited: number, around = 0): LabFigure => ({
  key: "k",
  name: "n",
  unit: "share",
  shipped: { value: shipped, low: shipped - around, high: shipped + around },
  edited: { value: edited, low: edited - around, high: edited + around },
  change: null,
  sure: false,
});

describe("a link", () => {
  const draft: Draft = { name: "Torres ruidosas · 発電所", seats: 4, ruleset: "standard", options: { long: true }, changes: { "K4.points": 4, "Q2.fee": null }, never: ["K4", "plan:Q2"] };

  it("carries every figure, in any script", () => {
    expect(fromLink(asLink(draft))).toEqual(draft);
    expect(asLink(draft)).toMatch(/^#[\w-]+$/);
  });

  it.each(["", "#", "#%%%", "#bm90IGpzb24", "#W10", "#eyJuYW1lIjoxfQ", `#${btoa('{"name":"","seats":null,"ruleset":null,"options":{},"changes":{"a":[1]}}')}`])(
    "that is none is no variant: %s",
    (hash) => expect(fromLink(hash)).toBeNull(),
  );

  it("of before what nobody does was in it is read as well", () => {
    const { never: _, ...before } = draft;
    expect(fromLink(asLink(before as Draft))).toEqual({ ...draft, never: [] });
    expect(fromLink(asLink({ ...draft, never: [1] } as unknown as Draft))).toBeNull();
  });

  it("of an untouched table is read as one", () => expect(fromLink(asLink(untouched()))).toEqual(untouched()));
});

describe("a change", () => {
  it.each<[number, number, LabFigure["unit"], string, string]>([
    [0.0631, 0.004, "share", "en", "+6.3 ±0.4"],
    [-0.05, 0.012, "number", "pt-BR", "−0,05 ±0,01"],
    [-1, 0, "share", "en", "−100.0"],
    [0.0004, 0.00002, "share", "en", "+0.040 ±0.002"],
  ])("%s has the digits of its interval", (value, around, unit, language, told) => {
    expect(changed({ value, low: value - around, high: value + around }, unit, language)).toBe(told);
  });
});

describe("an axis", () => {
  it("holds every figure with its interval, and what would be even", () => {
    const axis = axisFor([figure(0.31, 0.27, 0.02)], 0.25);
    expect(axis.low).toBeLessThanOrEqual(0.25);
    expect(axis.high).toBeGreaterThanOrEqual(0.33);
    expect(axis.ticks[0]).toBe(axis.low);
    expect(axis.ticks.at(-1)).toBeCloseTo(axis.high);
    expect(placeOn(axis, axis.low)).toBe(0);
    expect(placeOn(axis, axis.high)).toBe(100);
  });

  it("never becomes narrower while figures come closer together", () => {
    const wide = axisFor([figure(0.1, 0.6)], null);
    const later = axisFor([figure(0.3, 0.32)], null, wide);
    expect(later.low).toBeLessThanOrEqual(wide.low);
    expect(later.high).toBeGreaterThanOrEqual(wide.high - 1e-9);
  });

  it("holds no chance that there is not, however wide an interval is", () => {
    const shares = axisFor([figure(0.9, 0.05, 0.3)], null);
    expect([shares.low, shares.high]).toEqual([0, 1]);
    const worths = axisFor([{ ...figure(0.8, -0.5, 0.7), unit: "points" }], 0);
    expect([worths.low, worths.high]).toEqual([-1, 1]);
    expect([placeOn(shares, -0.25), placeOn(shares, 1.2)]).toEqual([0, 100]);
  });

  it("is there for figures that are all alike, and for none", () => {
    expect(axisFor([{ ...figure(3, 3), unit: "number" }], null).high).toBeGreaterThanOrEqual(3);
    expect(axisFor([figure(0, 0)], null).high).toBeGreaterThanOrEqual(0);
    expect(axisFor([], null)).toEqual({ low: 0, high: 1, ticks: [0, 1] });
  });
});

describe("tuning unless somebody says otherwise", () => {
  const field = (id: string, more: Partial<LabField>): LabField => ({ id, label: id, kind: "number", value: 3, shipped: 3, least: 0, most: 4, values: [], names: [], source: "printed", column: "", problem: "", number: 3, ...more });
  const sheet = (...fields: LabField[]) => ({ tables: [{ rows: [{ fields, in_play: true }, { fields: [field("out", { source: "reconstructed" })], in_play: false }] }] }) as unknown as LabSheet;
  const group = (key: string, even: number | null) => ({ key, title: key, about: "", deals: 9, even, wishes: true, every: `${key}:*`, figures: [figure(0.4, 0.6), figure(0.6, 0.4)] });

  it("moves what is reconstructed, as far as it can go", () =>
    expect(usualMoves(sheet(field("a", { source: "reconstructed" }), field("b", {}), field("c", { source: "reconstructed", kind: "price", value: null, number: null })), 9)).toEqual([{ field: "a", least: 1, most: 4 }]));
  it("moves what was changed where all is known", () => expect(usualMoves(sheet(field("a", {}), field("b", { value: 1, number: 1 })), 9)).toEqual([{ field: "b", least: 0, most: 3 }]));
  it("moves all that can where nothing is guessed or changed", () => expect(usualMoves(sheet(field("a", {}), field("b", { kind: "choice", value: "x 3", shipped: "x 3" }), field("c", { kind: "switch", number: null })), 9)).toEqual([{ field: "a", least: 1, most: 4 }]));
  it("moves choices that differ by a number where there is nothing else", () =>
    expect(usualMoves(sheet(field("b", { kind: "choice", value: "x 3", shipped: "x 3", least: 2 }), field("c", { kind: "choice", number: null })), 9)).toEqual([{ field: "b", least: 2, most: 4 }]));
  it("wishes that plans win alike, or seats", () => {
    const report = (...groups: object[]) => ({ groups }) as unknown as LabReport;
    expect(usualWishes(report(group("seats", 0.5), group("has", null), group("plans", 0.25)))).toEqual([{ key: "plans:*", least: 0.25, most: 0.25, like: "" }]);
    expect(usualWishes(report(group("seats", 0.5)))[0]!.key).toBe("seats:*");
    expect(usualWishes(report())).toEqual([]);
  });
});

describe("a question that is refused for a while", () => {
  afterEach(() => vi.useRealTimers());
  const left = new AbortController();

  it.each([429, 503, 0])("is asked again, and why is said until then: %s", async (status) => {
    vi.useFakeTimers();
    const said: (string | null)[] = [];
    const question = vi.fn<() => Promise<number>>().mockRejectedValueOnce(new Refusal(status, "busy", "later")).mockResolvedValue(7);
    const answer = patiently(question, left.signal, (why) => said.push(why));
    await vi.advanceTimersByTimeAsync(AGAIN - 1);
    expect([question.mock.calls.length, said]).toEqual([1, ["later"]]);
    await vi.advanceTimersByTimeAsync(1);
    await expect(answer).resolves.toBe(7);
    expect(said).toEqual(["later", null]);
  });

  it("is not asked again where it never will be taken", () => expect(patiently(() => Promise.reject(new Refusal(400, "figures", "no")), left.signal, () => {})).rejects.toThrow("no"));

  it("is given up by whoever leaves", async () => {
    vi.useFakeTimers();
    const [leaving, question] = [new AbortController(), vi.fn(() => Promise.reject(new Refusal(429, "busy", "later")))];
    const answer = expect(patiently(question, leaving.signal, () => {})).rejects.toThrow("later");
    await vi.advanceTimersByTimeAsync(AGAIN / 2);
    leaving.abort();
    await vi.advanceTimersByTimeAsync(AGAIN);
    await answer;
    expect(question).toHaveBeenCalledTimes(1);
  });
});

it("options that are not as usual are told in words", () => {
  const option = (name: string, type: string, usual: unknown, values?: { value: string; title: string }[]) => ({ name, title: name, type, default: usual, values });
  const options = [option("deep", "switch", false), option("rounds", "number", 10), option("backs", "choice", "all", [{ value: "all", title: "all of them" }, { value: "none", title: "none of them" }]), option("same", "number", 2)];
  const sheet = { options, chosen: { deep: true, rounds: 3, backs: "none", same: 2 } } as unknown as LabSheet;
  expect(changedOptions(sheet)).toEqual([
    { title: "deep", before: "–", after: "✓" },
    { title: "rounds", before: "10", after: "3" },
    { title: "backs", before: "all of them", after: "none of them" },
  ]);
});

it("a report that begins shows the figures of the one before, but not its progress", () => {
  const [next, before] = [{ headline: "early", deals: 0, learnt: 0.5, groups: [], spreads: [] }, { headline: "found", deals: 9, learnt: 1, groups: ["g"], spreads: ["s"] }] as unknown as LabReport[];
  expect(beginning(next!, before!)).toEqual({ headline: "found", deals: 0, learnt: 0.5, groups: ["g"], spreads: ["s"] });
  expect(beginning(next!, null)).toBe(next);
});

it("a choice is called by its name, and a figure by itself", () => {
  const choice = { values: ["run 3", "none"], names: ["a run of 3", "no group"] } as LabField;
  expect([namedIn(choice, "none"), namedIn({ values: [], names: [] } as unknown as LabField, 4), namedIn(choice, null)]).toEqual(["no group", "4", ""]);
});
