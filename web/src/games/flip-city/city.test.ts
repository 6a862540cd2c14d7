import { expect, test } from "vitest";
import { changed } from "../../lib/changes";
import type { Frame, Step } from "../../lib/wire";
import { choices, deckSize, discardSize, leftInDeck, overLimit, type Action, type Legal, type View } from "./city";
import recorded from "./frames.json";

const frames = recorded as unknown as Frame[];
const views = frames.map((frame) => frame.view as unknown as View);
const cards = (view: View) => view.players.map((player) => deckSize(player) + discardSize(player) + player.played.length);

test("steps lead from each view to the next", () => {
  for (const [index, frame] of frames.slice(1).entries()) {
    const steps = frame.log.flatMap((line) => line.steps ?? []);
    expect(steps.reduce((view, step) => changed(view, step.changes), views[index]!)).toEqual(views[index + 1]);
  }
});

test("a change without a value removes its key and leaves the rest alone", () => {
  const before = { supply: { CS: 3, HO: 1 }, players: [{ discard: { RA: 1 } }, { discard: {} }] };
  const after = changed(before, [{ path: ["supply", "HO"] }, { path: ["players", 0, "discard", "AP"], value: 2 }]);
  expect(after).toEqual({ supply: { CS: 3 }, players: [{ discard: { RA: 1, AP: 2 } }, { discard: {} }] });
  expect(before.supply).toEqual({ CS: 3, HO: 1 });
  expect(after.players[1]).toBe(before.players[1]);
});

test("every step that moves a card says from where to where", () => {
  const seen = new Set<string>();
  for (const [index, frame] of frames.slice(1).entries()) {
    let view = views[index]!;
    for (const step of frame.log.flatMap((line) => line.steps ?? [])) {
      const after = changed(view, step.changes);
      const kind = (step.parts as Action).do;
      seen.add(kind);
      if (["play", "buy", "develop", "flip", "bottom", "shuffle"].includes(kind)) expect(step.moves.length).toBeGreaterThan(0);
      if (kind === "top" || kind === "stop") expect(step.moves).toEqual([]);
      if (kind === "develop" || kind === "flip") expect(step.moves[0]!.turned).toBeTruthy();
      if (kind !== "play") expect(overLimit(view, step, after)).toBe(false);
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
    const { play, stop, shuffle, done, ...lists } = choices(frame.legal as Legal[]);
    const all = [play, stop, shuffle, done, ...Object.values(lists).flat()].filter((each) => each !== undefined);
    expect(new Set(all.map((each) => each.text))).toEqual(new Set(frame.legal.map((each) => each.text)));
  }
});

test("a turn that ends while cards are played was over the limit, unless it stopped or won", () => {
  const view = (number: number, result: string | null = null) =>
    ({ ...views[0]!, phase: "play", result, turn: { ...views[0]!.turn, seat: 0, number }, players: [{ ...views[0]!.players[0]!, played: ["RA"] }] }) as View;
  const step = (kind: string) => ({ actor: 0, parts: { do: kind } }) as unknown as Step;
  expect(overLimit(view(1), step("play"), view(2))).toBe(true);
  expect(overLimit(view(1), step("play"), view(1))).toBe(false);
  expect(overLimit(view(1), step("stop"), view(2))).toBe(false);
  expect(overLimit(view(1), step("play"), view(2, "points"))).toBe(false);
});
