// Chances as people read them.
import { words } from "../../lib/words.svelte";

export const percent = (share: number) =>
  new Intl.NumberFormat(words.language, { style: "percent", maximumFractionDigits: share > 0 && share < 0.1 ? 1 : 0 }).format(share);

/** The best chance of something: one figure, or the two it lies between. */
export const chance = ({ least, most }: { least: number; most: number }) => (most - least > 0.005 ? `${percent(least)}–${percent(most)}` : percent(least));
