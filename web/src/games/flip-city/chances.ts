// Chances as people read them.
import { words } from "../../lib/words.svelte";
import { say } from "./words";

export const percent = (share: number) =>
  new Intl.NumberFormat(words.language, { style: "percent", maximumFractionDigits: share > 0 && share < 0.1 ? 1 : 0 }).format(share);

/** Up to here the two ends of what was drawn are told as their middle. */
const NARROW = 0.1;

/** The best chance of something: one figure, or the two it lies between; one that was drawn and not counted says so. */
export function chance({ least, most, sampled }: { least: number; most: number; sampled: boolean }): string {
  const middle = sampled ? (least + most) / 2 : least;
  const figure = most - least > (sampled ? NARROW : 0.005) ? `${percent(least)}–${percent(most)}` : percent(middle);
  return sampled ? about(figure) : figure;
}

/** A figure that was drawn. */
export const about = (figure: string) => say("about-figure", { figure });
