// What matters now: which rule to open, and what a teacher would say to somebody who plays for the first time.
import type { CityView } from "./city";
import type { PhaseView } from "./phase";
import type { Frame } from "./wire";

/** The section of the rules page that fits the moment. */
export function ruleNow(frame: Frame): string {
  if (frame.game === "flip-city") {
    const view = frame.view as unknown as CityView | null;
    if (!view) return "setup";
    if (view.phase === "remove") return "solo";
    if (view.phase === "build") return "build";
    return view.turn.unhappy >= view.turn.limit ? "unhappiness" : "play";
  }
  const view = frame.view as unknown as PhaseView | null;
  if (!view) return "goal";
  if (view.laying) return "groups";
  return view.side === "wild" ? "flip" : "turn";
}

/** The name of the tip for this moment, a message of the catalogue; null when there is nothing to say. */
export function tipNow(frame: Frame): string | null {
  const verbs = new Set(frame.legal.map((action) => action.verb));
  if (frame.state === "over") return "tip-over";
  if (frame.to_act !== frame.seat) return "tip-wait";
  if (frame.game === "flip-city") {
    const view = frame.view as unknown as CityView;
    if (verbs.has("remove")) return "tip-remove";
    if (view.phase === "build") return verbs.size > 1 ? "tip-build" : "tip-done";
    if (verbs.has("shuffle")) return "tip-shuffle";
    if (verbs.has("play") && !verbs.has("stop")) return view.players[view.turn.seat]?.played.length ? "tip-forced" : "tip-first";
    return view.turn.unhappy >= view.turn.limit ? "tip-limit" : "tip-go-on";
  }
  const view = frame.view as unknown as PhaseView;
  if (verbs.has("draw") || verbs.has("take")) return "tip-draw";
  if (view.laying) return "tip-laying";
  if (verbs.has("place")) return "tip-lay";
  return verbs.has("hit") ? "tip-hit" : "tip-discard";
}
