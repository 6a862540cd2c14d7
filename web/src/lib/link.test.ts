// A connection can die without a word: a cable, a sleeping laptop, a train in a tunnel.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Link } from "./link.svelte";

class Socket {
  static OPEN = 1;
  static all: Socket[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: (event: { code: number }) => void = () => undefined;

  constructor(readonly address: string) {
    Socket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close() {
    this.readyState = 3;
  }
  say(message: unknown) {
    this.onmessage({ data: JSON.stringify(message) });
  }
  /** Opens, and brings the first frame. */
  greet() {
    this.readyState = Socket.OPEN;
    this.onopen();
    this.say({ type: "frame", ply: 3, since: 0, seat: 0, log: [], chat: [], view: {}, clock: { now: Date.now() } });
  }
  get commands() {
    return this.sent.filter((message) => message.type !== "hello");
  }
}
const newest = () => Socket.all.at(-1)!;
let page: EventTarget & { hidden: boolean };

beforeEach(() => {
  vi.useFakeTimers();
  Socket.all = [];
  page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("document", page);
  vi.stubGlobal("location", { protocol: "http:", host: "verso.test" });
  const network = new EventTarget();
  for (const method of ["addEventListener", "removeEventListener", "dispatchEvent"] as const)
    vi.stubGlobal(method, network[method].bind(network));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function greeted() {
  const link = new Link("table");
  newest().greet();
  return link;
}

test("a command without an answer is sent once more on a new connection, with the same key", async () => {
  const link = greeted();
  const answer = link.act("play");
  const [command] = newest().commands;
  vi.advanceTimersByTime(5_000);
  expect([link.status, Socket.all.length]).toEqual(["open", 1]);
  vi.advanceTimersByTime(2_000);
  expect([link.status, Socket.all.length]).toEqual(["lost", 2]);
  expect(newest().commands).toEqual([]);
  newest().greet();
  expect(link.status).toBe("open");
  expect(newest().commands).toEqual([command]);
  newest().say({ type: "done", key: command!.key, ply: 4 });
  expect((await answer).type).toBe("done");
  vi.advanceTimersByTime(600_000);
  expect(Socket.all).toHaveLength(2);
  link.close();
});

test("what the old connection still says is not heard", async () => {
  const link = greeted();
  let answered = false;
  void link.act("play").then(() => (answered = true));
  const [command] = newest().commands;
  vi.advanceTimersByTime(7_000);
  Socket.all[0]!.say({ type: "done", key: command!.key, ply: 4 });
  await vi.advanceTimersByTimeAsync(0);
  expect(answered).toBe(false);
  link.close();
});

test("a bot may think for longer", () => {
  const link = greeted();
  void link.send({ type: "hint", seat: 0 });
  vi.advanceTimersByTime(29_000);
  expect([link.status, Socket.all.length]).toEqual(["open", 1]);
  link.close();
});

test("a slow server is asked less and less often", () => {
  const link = greeted();
  void link.act("play");
  for (const seconds of [6, 12, 24, 48, 48]) {
    const before = Socket.all.length;
    vi.advanceTimersByTime(seconds * 1_000 - 1);
    expect(Socket.all).toHaveLength(before);
    vi.advanceTimersByTime(1);
    expect(Socket.all).toHaveLength(before + 1);
    newest().greet();
  }
  link.close();
});

test("a connection that does not open is tried again", () => {
  const link = new Link("table");
  vi.advanceTimersByTime(10_000);
  expect(Socket.all).toHaveLength(2);
  newest().greet();
  expect(link.status).toBe("open");
  link.close();
});

test("back on the network it connects anew", () => {
  const link = greeted();
  dispatchEvent(new Event("online"));
  expect(Socket.all).toHaveLength(2);
  void link.act("play");
  newest().greet();
  expect(newest().commands).toHaveLength(1);
  expect(link.status).toBe("open");
  link.close();
});

test("looked at again it connects anew only after a long silence", () => {
  const link = greeted();
  const look = () => page.dispatchEvent(new Event("visibilitychange"));
  vi.advanceTimersByTime(29_000);
  look();
  expect(Socket.all).toHaveLength(1);
  vi.advanceTimersByTime(2_000);
  page.hidden = true;
  look();
  expect(Socket.all).toHaveLength(1);
  page.hidden = false;
  look();
  expect(Socket.all).toHaveLength(2);
  link.close();
});

test("a closed connection stays closed", () => {
  const link = greeted();
  void link.act("play");
  link.close();
  dispatchEvent(new Event("online"));
  vi.advanceTimersByTime(600_000);
  expect(Socket.all).toHaveLength(1);
});

test("why the server hung up is known until it is heard again", () => {
  const link = greeted();
  newest().say({ type: "problem", code: "too-fast", words: "too many messages", fatal: false });
  expect(link.trouble).toBeNull();
  newest().say({ type: "problem", code: "too-many", words: "close some", fatal: true });
  newest().onclose?.({ code: 1013 });
  expect([link.status, link.trouble]).toEqual(["lost", "too-many"]);
  vi.advanceTimersByTime(1_000);
  newest().greet();
  expect([link.status, link.trouble]).toEqual(["open", null]);
  link.close();
});

/** A frame after `ply` in which seat 0 played and chance drew, then seat 1 is to act. */
const next = (ply: number) => ({
  type: "frame", ply: ply + 1, since: ply, seat: 0, to_act: 1, state: "over", legal: [{ text: "play" }], chat: [], clock: { now: 0 }, view: { to_act: 1, cards: 3 },
  log: [{ ply: ply + 1, kind: "acted", words: ["Play"], steps: [
    { actor: 0, changes: [{ path: ["to_act"], value: -1 }, { path: ["cards"], value: 2 }], moves: [] },
    { actor: -1, changes: [{ path: ["to_act"], value: 1 }, { path: ["cards"], value: 3 }], moves: [] },
  ] }],
});

test("while a step is shown, the frame says what the view on the screen says", async () => {
  const link = greeted();
  link.frame = { ...link.frame!, to_act: 0, state: "playing" };
  const seen: unknown[] = [];
  const look = () => seen.push([link.view!.cards, link.frame!.to_act, link.frame!.state, link.frame!.legal?.length ?? 0, link.lines.length, link.moving]);
  link.stage = async (_before, _step, _after, apply) => {
    look();
    await Promise.resolve();
    apply();
    look();
  };
  newest().say(next(3));
  await vi.advanceTimersByTimeAsync(0);
  look();
  expect(seen).toEqual([
    [undefined, 0, "playing", 0, 0, true],
    [2, 0, "playing", 0, 0, true],
    [2, 0, "playing", 0, 0, true],
    [3, 1, "playing", 0, 0, true],
    [3, 1, "over", 1, 1, false],
  ]);
  link.close();
});

test("whoever will not wait sees what it led to at once, of everything that came", async () => {
  const link = greeted();
  let [shown, jumped, caughtUp] = [0, 0, 0];
  let go = () => undefined as void;
  link.stage = (_before, _step, _after, apply) => new Promise((resolve) => ((shown += 1), (go = () => (apply(), resolve()))));
  link.onjump = () => void (jumped += 1);
  link.oncaughtup = () => void (caughtUp += 1);
  newest().say(next(3));
  newest().say(next(4));
  link.pace = () => 0;
  go();
  await vi.advanceTimersByTimeAsync(0);
  expect([shown, jumped, caughtUp, link.frame!.ply, link.lines.length, link.moving]).toEqual([1, 2, 1, 5, 2, false]);
  link.close();
});
