// How much time is left, as short as it can be said.
import type { Language } from "./words.svelte";

const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400];
/** How long ago something was, roughly. */
export function ago(at: number, now: number, language: Language): string {
  const seconds = Math.max(0, Math.round((now - at) / 1000));
  const said = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  if (seconds < MINUTE) return said.format(0, "second");
  if (seconds < HOUR) return said.format(-Math.floor(seconds / MINUTE), "minute");
  return seconds < DAY ? said.format(-Math.floor(seconds / HOUR), "hour") : said.format(-Math.floor(seconds / DAY), "day");
}

const two = (count: number) => String(count).padStart(2, "0");

export function timeLeft(seconds: number, language: Language): string {
  const [days, hours, minutes] = [Math.floor(seconds / DAY), Math.floor((seconds % DAY) / HOUR), Math.floor((seconds % HOUR) / MINUTE)];
  const unit = (unit: "day" | "hour", count: number) => new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short" }).format(count);
  if (days) return `${unit("day", days)} ${unit("hour", hours)}`;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % MINUTE)}` : `${minutes}:${two(seconds % MINUTE)}`;
}
