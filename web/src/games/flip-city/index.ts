// What the page knows of Flip City.
import type { Frame } from "../../lib/wire";
import type { GamePage } from "../../table/game";
import { choices, type Legal, type View } from "./city";

function ruleNow({ view }: Frame): string {
  const city = view as View | null;
  if (!city) return "setup";
  if (city.phase === "remove") return "solo";
  if (city.phase === "build") return "build";
  return city.turn.unhappy >= city.turn.limit ? "unhappiness" : "play";
}

function tipNow({ view, legal }: Frame): string {
  const { turn, phase, players } = view as View;
  const can = choices(legal as Legal[]);
  if (can.remove.length) return "tip-remove";
  if (phase === "build") return legal.every((each) => each === can.done) ? "tip-done" : "tip-build";
  if (can.shuffle) return "tip-shuffle";
  if (can.play && !can.stop) return players[turn.seat]?.played.length ? "tip-forced" : "tip-first";
  return turn.unhappy >= turn.limit ? "tip-limit" : "tip-go-on";
}

export const page: GamePage = {
  board: () => import("./Board.svelte"),
  side: () => import("./Side.svelte"),
  picture: () => import("./Picture.svelte"),
  glance: () => import("./Glance.svelte"),
  moment: () => import("./Moment.svelte"),
  mark: () => import("./Mark.svelte"),
  end: { stage: () => import("./EndStage.svelte"), course: () => import("./EndCourse.svelte"), holdings: () => import("./EndCities.svelte") },
  rules: () => import("./Rules.svelte"),
  quick: { say: "quick-cards", choices: [{ say: "quick-base", options: { office: false } }, { say: "quick-office", options: { office: true } }] },
  minutes: (seats) => 5 * Math.round((8 + 4 * seats) / 5),
  paper: "recto",
  turn: (view: View) => view.turn.number,
  ruleNow,
  tipNow,
};
