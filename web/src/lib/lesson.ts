// Lessons are chapters played at real tables: the server deals the same cards every time, the page says what to do and
// why, and moves for the teacher. Which table belongs to which chapter is remembered in this browser.
import { introduce, openTable, rememberedName } from "./api";
import chapters from "./lessons.json";
import type { LegalAction, Line } from "./wire";
import { t } from "./words.svelte";

type Steps = [number, string][];
export interface Lesson {
  game: string;
  /** Counted from 1. */
  chapter: number;
}

const all = chapters as unknown as Record<string, Steps[]>;
const KEPT = "verso-lessons";

const kept = (): Record<string, Lesson> => {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Record<string, Lesson>;
  } catch {
    return {};
  }
};

/** Opens a table for a chapter and returns it. */
export async function begin(lesson: Lesson): Promise<string> {
  await introduce(rememberedName());
  const { table } = await openTable({ game: lesson.game, lesson: lesson.chapter, hints: false, chat: false, seats: [{ kind: "mine" }, { kind: "mine", name: t("teacher") }] });
  const recent = Object.entries(kept()).slice(-20);
  localStorage.setItem(KEPT, JSON.stringify({ ...Object.fromEntries(recent), [table]: lesson }));
  return table;
}

export const lessonAt = (table: string): Lesson | null => kept()[table] ?? null;
export const chaptersOf = (game: string) => all[game]?.length ?? 0;
export const stepsOf = (lesson: Lesson): Steps => all[lesson.game]?.[lesson.chapter - 1] ?? [];

/** How many steps have been done: what was acted at the table, as its log tells. */
export const stepsDone = (lines: readonly Line[]) => lines.filter((line) => line.kind === "acted").length;

/** What is offered while a step is asked for: only that. A whole phase is laid card by card where one likes. */
export function offered(legal: readonly LegalAction[], action: string | undefined): LegalAction[] {
  if (action === undefined) return [];
  return legal.filter((each) => each.text === action || (action.startsWith("lay ") && each.verb === "place"));
}
