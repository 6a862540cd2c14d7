import { expect, test } from "vitest";
import { cityFace, cityGoals, facesOf } from "./cards";
import recorded from "../fixtures/flip-city.json";
import { changed } from "./changes";
import { choices, deckSize, discardSize, flights, leftInDeck, overLimit, type CityView } from "./city";
import type { Frame } from "./wire";

const frames = recorded as unknown as Frame[];
const views = frames.map((frame) => frame.view as unknown as CityView);
const cards = (view: CityView) => view.players.map((player) => deckSize(player) + discardSize(player) + player.played.length);

test("steps lead from each view to the next", () => {
  for (const [index, frame] of frames.slice(1).entries()) {
    const steps = frame.log.flatMap((line) => line.steps ?? []);
    const { legal: _before, ...before } = views[index] as CityView & { legal: unknown };
    const { legal: _after, ...after } = views[index + 1] as CityView & { legal: unknown };
    expect(steps.reduce((view, step) => changed(view, step.changes), before)).toEqual(after);
  }
});

test("a change without a value removes its key and leaves the rest alone", () => {
  const before = { supply: { CS: 3, HO: 1 }, players: [{ discard: { RA: 1 } }, { discard: {} }] };
  const after = changed(before, [{ path: ["supply", "HO"] }, { path: ["players", 0, "discard", "AP"], value: 2 }]);
  expect(after).toEqual({ supply: { CS: 3 }, players: [{ discard: { RA: 1, AP: 2 } }, { discard: {} }] });
  expect(before.supply).toEqual({ CS: 3, HO: 1 });
  expect(after.players[1]).toBe(before.players[1]);
});

test("every step that moves a card has a flight that starts where the card was", () => {
  const seen = new Set<string>();
  for (const [index, frame] of frames.slice(1).entries()) {
    let view = views[index]!;
    for (const step of frame.log.flatMap((line) => line.steps ?? [])) {
      const after = changed(view, step.changes);
      const moves = flights(view, step, after);
      const verb = step.text?.split(" ")[0] ?? "";
      seen.add(verb);
      if (["play", "buy", "develop", "flip", "bottom", "shuffle"].includes(verb)) expect(moves.length).toBeGreaterThan(0);
      if (verb === "top" || verb === "stop") expect(moves).toEqual([]);
      if (verb === "develop" || verb === "flip") expect(moves[0]!.turned).toBeTruthy();
      if (overLimit(view, step, after)) seen.add("over");
      view = after;
    }
  }
  expect([...seen]).toEqual(expect.arrayContaining(["play", "top", "stop", "buy", "done", "shuffle"]));
});

test("piles are counted with what is known of them", () => {
  for (const view of views) {
    for (const player of view.players)
      expect(leftInDeck(player).reduce((sum, [, count]) => sum + count, 0)).toBe(deckSize(player));
    expect(Math.min(...cards(view))).toBeGreaterThanOrEqual(1);
  }
});

test("actions are sorted by what they are, and none is invented", () => {
  for (const frame of frames) {
    const { play, stop, shuffle, done, ...lists } = choices(frame.legal);
    const all = [play, stop, shuffle, done, ...Object.values(lists).flat()].filter((each) => each !== undefined);
    expect(new Set(all.map((each) => each.text))).toEqual(new Set(frame.legal.map((each) => each.text)));
  }
});

test("a table with cards of its own shows its own figures", () => {
  const name = facesOf({ ruleset: "standard", cards: { CS: { points: 4 }, RA: { raise_limit: 1 } } });
  expect(cityFace("CS", name)).toMatchObject({ points: 4, cash: 1, other: "SM" });
  expect(cityFace("RA", name)?.effects.en).toEqual([]);
  expect(cityFace("CS", "standard")?.points).toBe(0);
  expect(cityGoals(name)).toEqual(cityGoals("standard"));
  expect(facesOf({ ruleset: "solo" })).toBe("solo");
});
