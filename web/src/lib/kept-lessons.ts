// Which table belongs to which chapter of a lesson, what was chosen there and whether it is done: kept in this browser.

export interface Lesson {
  game: string;
  /** Counted from 1. */
  chapter: number;
  /** What was chosen at a step, both counted: steps from 0, choices from 1, which is what the lesson asks for. */
  picks?: Record<number, number>;
  finished?: boolean;
}

const KEPT = "verso-lessons";
const MOST = 40;

const kept = (): Record<string, Lesson> => {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Record<string, Lesson>;
  } catch {
    return {};
  }
};

export const lessonAt = (table: string): Lesson | null => kept()[table] ?? null;

/** Keeps what is new of a lesson; the oldest are forgotten. */
export function keepLesson(table: string, lesson: Lesson) {
  const { [table]: _, ...others } = kept();
  localStorage.setItem(KEPT, JSON.stringify({ ...Object.fromEntries(Object.entries(others).slice(1 - MOST)), [table]: lesson }));
}

/** Whether a table was a chapter that is done: nobody wants to go on with it. */
export const isFinished = (table: string) => lessonAt(table)?.finished ?? false;
