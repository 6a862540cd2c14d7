// The live connection to one table. Everything on the screen is derived from the newest frame; steps between frames
// are handed to the table's stage, which may take its time to move cards before the view is shown.
import { changed } from "./changes";
import type { Advice, Because, ChatLine, Done, Frame, Line, Messages, Problem, Refused, Step, Suggestions } from "./wire";
import { words } from "./words.svelte";

type Json = Record<string, any>;
export type Answer = Done | Refused | Advice | Because | Suggestions;
type ClientMessage = Messages["client"];
/** Moves what a step moves; calls `apply` when the view may change. */
export type Stage = (before: Json, step: Step, after: Json, apply: () => void) => Promise<void>;
export type Status = "connecting" | "open" | "lost" | "gone";

const PATIENCE = [300, 700, 1500, 3000, 6000];
/** How long a command may go unanswered, and a connection take to open, before the connection counts as dead. */
const ANSWER_PATIENCE = 6_000;
const OPEN_PATIENCE = 10_000;
/** A bot may think about a question for a while. */
const QUESTION_PATIENCE = 30_000;
const QUESTIONS = ["hint", "why", "suggest"];
/** After so much silence a page that is looked at again asks whether anybody is still there. */
const SILENCE = 30_000;

/** Who acts in a view when nobody does: chance. A lower number says that the game is over. */
const CHANCE = -1;

/** Waits twice as long each time in vain, so that a slow server is not pressed. */
const longer = (patience: number, vain: number) => patience * 2 ** Math.min(vain, 3);

interface Waiting {
  message: ClientMessage;
  resolve: (answer: Answer) => void;
  /** Runs out when the answer does not come; 0 until it is sent. */
  timer: number;
}

/** The frame as it is while a step is on the screen: what it says of the game comes from the view that is seen, and nothing
 * can be done. While chance acts it is still the turn of whoever acted. */
function during(frame: Frame, view: Json): Frame {
  const actor = typeof view.to_act === "number" ? view.to_act : null;
  return { ...frame, view, to_act: actor === null || actor === CHANCE ? frame.to_act : actor >= 0 ? actor : null, legal: [] };
}

export class Link {
  status = $state<Status>("connecting");
  frame = $state.raw<Frame | null>(null);
  view = $state.raw<Json | null>(null);
  lines = $state.raw<Line[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  /** Whether steps are being shown: `frame` and `view` are then those of the step on the screen. */
  moving = $state(false);
  /** Of the newest frame, whether or not it is on the screen yet: time runs meanwhile. */
  clock = $state.raw<Frame["clock"] | null>(null);
  /** Why the server ended the connection; it is forgotten when the server is heard again. */
  trouble = $state<Problem["code"] | null>(null);
  stage: Stage | null = null;
  /** Is told every frame as soon as it comes. */
  onframe: ((frame: Frame) => void) | null = null;
  /** How long steps take, as a factor; with 0 none is shown, only what they led to. */
  pace: () => number = () => 1;
  /** Whether a view, or the change to it, is a moment that nobody passes by, however fast everything else is shown. */
  stops: (view: Json, before: Json) => boolean = () => false;
  /** Told when a change is shown at once, without its steps. */
  onjump: () => void = () => undefined;
  /** Told when everything that came is on the screen. */
  oncaughtup: () => void = () => undefined;
  /** Seconds the server's clock is ahead of ours. */
  ahead = 0;

  private socket: WebSocket | null = null;
  private waiting = new Map<string, Waiting>();
  /** Whether this connection has brought a frame: what waits has been sent then. */
  private greeted = false;
  private heard = Date.now();
  /** How often an answer has not come since the last one that came. */
  private vain = 0;
  private queue: Frame[] = [];
  private showing = false;
  private attempts = 0;
  private seat: number | null | undefined = undefined;
  private timer = 0;
  private closed = false;
  private questions: Promise<unknown> = Promise.resolve();

  constructor(readonly table: string) {
    this.connect();
    addEventListener("online", this.renew);
    document.addEventListener("visibilitychange", this.lookUp);
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.stopWaiting();
    removeEventListener("online", this.renew);
    document.removeEventListener("visibilitychange", this.lookUp);
    this.socket?.close();
  }

  /** Connects anew, because the connection may be dead without having said so. */
  private renew = () => {
    if (!this.closed && this.status !== "gone") this.connect();
  };

  private lookUp = () => {
    if (!document.hidden && Date.now() - this.heard > SILENCE) this.renew();
  };

  /** Gives up a connection on which nothing comes. */
  private giveUp() {
    if (this.closed || this.status === "gone") return;
    if (this.frame) this.status = "lost";
    this.connect();
  }

  private stopWaiting() {
    for (const each of this.waiting.values()) clearTimeout(each.timer);
  }

  private connect() {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.attempts += 1;
      this.giveUp();
    }, longer(OPEN_PATIENCE, this.attempts));
    this.stopWaiting();
    this.greeted = false;
    this.socket?.close();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1/tables/${this.table}/socket`);
    this.socket = socket;
    socket.onopen = () => {
      const since = this.frame?.ply ?? 0;
      const hello: ClientMessage = { type: "hello", language: words.language, since };
      socket.send(JSON.stringify(this.seat === undefined ? hello : { ...hello, seat: this.seat }));
    };
    socket.onmessage = (event) => {
      if (socket === this.socket) this.receive(JSON.parse(event.data as string) as Messages["server"]);
    };
    socket.onclose = (event) => {
      if (socket !== this.socket || this.closed) return;
      clearTimeout(this.timer);
      this.stopWaiting();
      this.greeted = false;
      if (event.code === 1008 && !this.frame) {
        this.status = "gone";
        return;
      }
      this.status = this.frame ? "lost" : this.attempts > 4 ? "lost" : "connecting";
      this.timer = window.setTimeout(() => this.connect(), PATIENCE[Math.min(this.attempts, PATIENCE.length - 1)]);
      this.attempts += 1;
    };
  }

  private receive(message: Messages["server"]) {
    this.heard = Date.now();
    switch (message.type) {
      case "frame":
        if (!this.greeted) {
          clearTimeout(this.timer);
          this.greeted = true;
          this.trouble = null;
          this.status = "open";
          this.attempts = 0;
          this.sendWaiting();
        }
        this.ahead = message.clock.now - Date.now();
        this.clock = message.clock;
        this.addChat(message);
        this.onframe?.(message);
        this.queue.push(message);
        void this.show();
        break;
      case "problem":
        this.problem(message);
        break;
      default:
        this.vain = 0;
        clearTimeout(this.waiting.get(message.key)?.timer);
        this.waiting.get(message.key)?.resolve(message);
        this.waiting.delete(message.key);
    }
  }

  private sendWaiting() {
    for (const each of this.waiting.values()) this.transmit(each);
  }

  private transmit(each: Waiting) {
    clearTimeout(each.timer);
    const patience = QUESTIONS.includes(each.message.type) ? QUESTION_PATIENCE : ANSWER_PATIENCE;
    each.timer = window.setTimeout(() => {
      this.vain += 1;
      this.giveUp();
    }, longer(patience, this.vain));
    this.socket?.send(JSON.stringify(each.message));
  }

  private problem(problem: Problem) {
    if (problem.fatal) this.trouble = problem.code === "unknown" ? null : problem.code; // that has words of its own
    if (problem.code === "too-fast") setTimeout(() => this.greeted && this.sendWaiting(), 700);
    if (problem.fatal && (problem.code === "unknown" || problem.code === "damaged")) {
      this.status = "gone";
      this.closed = true;
    }
  }

  /** Shows the frames that came, one after the other, each step in its turn. */
  private async show() {
    if (this.showing) return;
    this.showing = true;
    for (let frame = this.queue.shift(); frame; frame = this.queue.shift()) {
      const steps = this.stepsTo(frame);
      if (steps.length) {
        this.moving = true;
        let view: Json = this.view ?? {};
        for (const step of steps) {
          const after: Json = changed(view, step.changes);
          // Somebody who will not wait is shown only what everybody stops at.
          if (this.pace() > 0 || this.stops(after, view)) await this.showStep(view, step, after);
          view = after;
        }
      }
      if (steps.length && this.pace() === 0) this.onjump();
      this.addLines(frame);
      this.frame = frame;
      this.view = frame.view ?? null;
      this.moving = this.queue.length > 0 && this.moving;
    }
    this.showing = false;
    this.oncaughtup();
  }

  /** The steps that lead from what is on the screen to a frame, where they can be shown. */
  private stepsTo(frame: Frame): Step[] {
    const continues = this.frame !== null && this.frame.ply >= frame.since && frame.seat === this.frame.seat;
    if (!continues || !this.view || !this.stage || document.hidden) return [];
    return frame.log.filter((line) => line.ply > this.frame!.ply).flatMap((line) => line.steps ?? []);
  }

  private async showStep(before: Json, step: Step, after: Json) {
    const apply = () => {
      this.view = after;
      this.frame = during(this.frame!, after);
    };
    await this.stage!(before, step, after, apply);
    if (this.view !== after) apply();
  }

  private addLines(frame: Frame) {
    if (frame.since === 0) this.lines = []; // told anew: to other eyes, or in another language
    const last = this.lines.at(-1)?.ply ?? 0;
    const fresh = frame.log.filter((line) => line.ply > last);
    if (fresh.length) this.lines = [...this.lines, ...fresh].slice(-300);
  }

  /** What people say is heard at once, whatever moves. */
  private addChat(frame: Frame) {
    const heard = frame.since === 0 ? 0 : (this.chat.at(-1)?.ply ?? 0);
    const said = (frame.chat ?? []).filter((line) => line.ply > heard);
    if (frame.since === 0) this.chat = said;
    else if (said.length) this.chat = [...this.chat, ...said].slice(-100);
  }

  /** Sends a command and waits for its answer; after a lost connection it is sent again with the same key. */
  send(message: Record<string, unknown>): Promise<Answer> {
    const key = crypto.randomUUID?.() ?? String(Math.random()).slice(2);
    const whole = { ...message, key } as unknown as ClientMessage;
    return new Promise((resolve) => {
      const each = { message: whole, resolve, timer: 0 };
      this.waiting.set(key, each);
      if (this.greeted) this.transmit(each);
    });
  }

  /** Asks something; questions are put one after the other, as the server wants them. */
  ask(message: Record<string, unknown>): Promise<Answer> {
    const answer = this.questions.then(() => this.send(message));
    this.questions = answer;
    return answer;
  }

  act(action: string) {
    return this.send({ type: "act", ply: this.frame!.ply, seat: this.frame!.seat, action });
  }

  /** Looks from another seat, or in another language; the log is told anew. */
  look(seat: number | null) {
    this.seat = seat;
    if (this.socket?.readyState === WebSocket.OPEN)
      this.socket.send(JSON.stringify({ type: "look", seat, language: words.language }));
  }
}
