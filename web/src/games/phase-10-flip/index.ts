// What the page knows of Phase 10 Flip.
import type { Frame } from "../../lib/wire";
import type { GamePage } from "../../table/game";
import { turns, type Action, type View } from "./phase";
import { say } from "./words";

function ruleNow(frame: Frame): string {
  const view = frame.view as View | null;
  if (!view) return "goal";
  if (view.laying) return "groups";
  return view.side === "wild" ? "flip" : "turn";
}

function tipNow(frame: Frame): string {
  const can = new Set(frame.legal.map(({ parts }) => (parts as Action).do));
  if (can.has("draw") || can.has("take")) return "tip-draw";
  if ((frame.view as View).laying) return "tip-laying";
  if (can.has("place")) return "tip-lay";
  return can.has("hit") ? "tip-hit" : "tip-discard";
}

export const page: GamePage = {
  board: () => import("./Board.svelte"),
  picture: () => import("./Picture.svelte"),
  glance: () => import("./Glance.svelte"),
  moment: () => import("./Moment.svelte"),
  end: { stage: () => import("./EndStage.svelte"), course: () => import("./EndCourse.svelte"), holdings: () => import("./EndHands.svelte") },
  rules: () => import("./Rules.svelte"),
  quick: { say: "quick-length", choices: [1, 5, 10].map((phases) => ({ say: `quick-${phases}`, options: { phases } })) },
  minutes: (seats, option) => 5 * Math.max(1, Math.round((Number(option("phases")) * (2 + 0.7 * seats)) / 5)),
  paper: "verso",
  stops: (view: View, before?: View) => view.counted !== undefined || (before !== undefined && turns(before, view)),
  turn: (view: View) => view.turn.number,
  where: (view: View) => [say("round-number", { number: view.round }), say(`name-side-${view.side}`)],
  ruleNow,
  tipNow,
};
