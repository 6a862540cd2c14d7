// Who is there.
import type { SeatInfo } from "./wire";
import { t } from "./words.svelte";

/** What is to be said of a player who does not play just now, because of being away or out of time. */
export function absence(seat: SeatInfo | undefined): string | null {
  if (seat?.kind === "human" && seat.bot) return t("bot-stands-in");
  return seat?.online ? null : t("away");
}
