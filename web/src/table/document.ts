// How a part of a view that the page knows nothing of is drawn: told from its shape alone.

export type Kind = "nothing" | "word" | "cards" | "numbers" | "counts" | "seats" | "list" | "fields";

const isFields = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

/** Texts in a list are cards, a null among them one that may not be seen. What there is one of for each seat is told by
 * seat, unless it could as well be cards. Numbers by name are counts of cards where the names look like codes. */
export function kindOf(value: unknown, seats: number): Kind {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) {
    if (!value.length) return "nothing";
    if (value.every((each) => typeof each === "string" || each === null)) return "cards";
    if (value.length === seats && seats > 1) return "seats";
    if (value.every((each) => typeof each === "number" || typeof each === "boolean")) return "numbers";
    return value.some((each) => typeof each === "object" && each !== null) ? "list" : "cards";
  }
  if (!isFields(value)) return "word";
  const entries = Object.entries(value);
  if (!entries.length) return "nothing";
  return entries.every(([key, count]) => typeof count === "number" && !/^[a-z_]+$/.test(key)) ? "counts" : "fields";
}

/** A field by its key, where the game has no words for it: `to_act` becomes `To act`. */
export const labelOf = (key: string) => {
  const words = key.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};
