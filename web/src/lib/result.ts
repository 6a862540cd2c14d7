// How a game ended, in a few words.
import type { Frame } from "./wire";
import { hasWords, t, wordsOf } from "./words.svelte";

export function resultWords(frame: Frame, name: (seat: number) => string): string {
  const mine = frame.seats.filter((seat) => seat.you).map((seat) => seat.seat);
  const { winners = [], truncated = false } = frame.result ?? {};
  if (winners.length === 0) return frame.seats.length === 1 && !truncated && hasWords(frame.game, "lost-alone") ? wordsOf(frame.game)("lost-alone") : t("nobody-won");
  if (mine.length === 1 && winners.includes(mine[0]!)) return t("you-won");
  return t("won", { name: winners.map(name).join(" & ") });
}

/** All seats, those who won before the others. */
export function winnersFirst(frame: Frame): number[] {
  const winners = frame.result?.winners ?? [];
  const seats = frame.seats.map(({ seat }) => seat);
  return [...seats.filter((seat) => winners.includes(seat)), ...seats.filter((seat) => !winners.includes(seat))];
}
