// What was done in a turn, in a few words.
import { nameOf, type Action, type PastTurn, type Sheet } from "./city";
import { say } from "./words";

/** One thing that was done besides playing cards. */
function deed(done: Action, sheet: Sheet, name: (seat: number) => string): string {
  const card = "face" in done ? nameOf(done.face, sheet) : "";
  const back = "turned" in done ? nameOf(done.turned, sheet) : "";
  if (done.do === "flip" && done.to != null) return say("did-give", { card, back, name: name(done.to) });
  return say(`did-${done.do}`, { card, back });
}

/** The same thing done several times is said once. */
function counted(sentences: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const each of sentences) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts].map(([sentence, count]) => (count > 1 ? say("did-times", { sentence, count }) : sentence));
}

/** What a turn that has ended came to. */
export function summary(turn: PastTurn, sheet: Sheet, name: (seat: number) => string): { result: string; deeds: string } {
  const figures = { cards: turn.played.length, cash: turn.cash, points: turn.points };
  if (turn.lost) return { result: say("past-lost", figures), deeds: "" };
  const built = turn.did.filter((each) => each.do !== "shuffle");
  return {
    result: say("past-turn", figures),
    deeds: built.length ? counted(built.map((each) => deed(each, sheet, name))).join(", ") : say("did-nothing"),
  };
}
