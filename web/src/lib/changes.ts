import type { Change } from "./wire";

/** Returns the document with the changes of one step made; what is not touched is shared with the old one. */
export function changed<Document>(document: Document, changes: readonly Change[]): Document {
  return changes.reduce((whole, change) => set(whole, change.path, 0, change) as Document, document);
}

function set(part: unknown, path: readonly (string | number)[], at: number, change: Change): unknown {
  if (at === path.length) return change.value;
  const key = path[at]!;
  if (Array.isArray(part)) {
    const copy = [...part];
    copy[key as number] = set(copy[key as number], path, at + 1, change);
    return copy;
  }
  const copy: Record<string, unknown> = { ...(part as Record<string, unknown>) };
  if (at === path.length - 1 && !("value" in change)) delete copy[key];
  else copy[key] = set(copy[key], path, at + 1, change);
  return copy;
}
