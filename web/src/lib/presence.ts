// Who is there.
import type { SeatInfo } from "./wire";
import { ofEveryGame, ofTable, t } from "./words.svelte";

/** What is to be said of a player who does not play just now, because of being away or out of time. */
export function absence(seat: SeatInfo | undefined): string | null {
  if (seat?.kind === "human" && seat.bot) return t("bot-stands-in");
  return seat?.online ? null : t("away");
}

/** What a seat is called that nobody has a name for. */
export const seatNumber = (seat: number) => ofEveryGame("seat", { number: seat + 1 });

const TURNS = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const [ISOLATE, END] = ["\u2068", "\u2069"];

/** A name as it stands in a sentence: one that is written from right to left turns nothing around it. */
export const isolated = (name: string) => (TURNS.test(name) && !name.startsWith(ISOLATE) ? `${ISOLATE}${name}${END}` : name);

/** A name by itself. */
export const bare = (name: string) => name.replaceAll(ISOLATE, "").replaceAll(END, "");

/** Records and lists keep the names of bots in English; here they are called in the language of the moment. */
export const calledNow = (name: string, seat: number) => (name === `Bot ${seat + 1}` ? ofTable("bot", { number: seat + 1 }) : isolated(name));
