// Figures of the lab in the words of a language.
import type { LabFigure } from "../lib/wire";

type Unit = LabFigure["unit"];
type Estimate = NonNullable<LabFigure["edited"]>;

/** A figure: a share in percent, points of a chance to win with their sign. */
export function said(value: number, unit: Unit, language: string, digits = 1, isChange = false): string {
  const hundredths = unit === "share" || unit === "points";
  const shown = hundredths ? value * 100 : value;
  const most = digits === 0 && Math.abs(shown % 1) > 1e-6 ? 2 : digits; // a tick between whole numbers
  const number = new Intl.NumberFormat(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: most,
    signDisplay: unit === "points" || isChange ? "exceptZero" : "negative",
  }).format(shown);
  return (unit === "share" && !isChange ? `${number}%` : number).replace("-", "−");
}

/** Half of an interval, as it stands behind a figure; nothing while there is none. */
export function around({ low, high }: Estimate, unit: Unit, language: string): string {
  if (low == null || high == null) return "";
  const half = ((high - low) / 2) * (unit === "share" || unit === "points" ? 100 : 1);
  return `±${new Intl.NumberFormat(language, { maximumFractionDigits: half < 1 ? 2 : 1 }).format(half)}`;
}

/** What a figure changed by, with so many digits that its interval can be seen. */
export function changed(change: Estimate, unit: Unit, language: string): string {
  const half = change.low == null || change.high == null ? 0 : ((change.high - change.low) / 2) * (unit === "share" || unit === "points" ? 100 : 1);
  const digits = half === 0 || half >= 0.1 ? 1 : half >= 0.01 ? 2 : 3;
  return `${said(change.value, unit, language, digits, true)} ${half ? `±${new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(half)}` : ""}`.trim();
}
