// Lessons are chapters played at real tables: the server deals the same cards every time, the page says what to do and
// why, and moves for the teacher when one has read on.
import { introduce, openTable, rememberedName } from "./api";
import { keepLesson, type Lesson } from "./kept-lessons";
import type { LegalAction, LessonStep, Line } from "./wire";
import { hasWords, t } from "./words.svelte";

export { isFinished, keepLesson, lessonAt, type Lesson } from "./kept-lessons";

/** Opens a table for a chapter and returns it. */
export async function begin(lesson: Lesson): Promise<string> {
  await introduce(rememberedName());
  const { table } = await openTable({ game: lesson.game, lesson: lesson.chapter, hints: false, chat: false, seats: [{ kind: "mine" }, { kind: "mine", name: t("teacher") }] });
  keepLesson(table, lesson);
  return table;
}

/** Opens a real game after the last chapter, against one gentle bot, and returns its table. */
export async function beginGame(game: string): Promise<string> {
  await introduce(rememberedName());
  return (await openTable({ game, seats: [{ kind: "mine" }, { kind: "bot", level: "easy" }] })).table;
}

/** How many steps have been done: what was acted at the table, as its log tells. */
export const stepsDone = (lines: readonly Line[]) => lines.filter((line) => line.kind === "acted").length;

/** All that may be done at a step: what is asked for first. */
const options = (step: LessonStep) => [step, ...(step.choices ?? [])];

/** What is offered while a step is asked for: only that, or what may be chosen. A move of several actions may be begun
 * with any one of its kind. */
export function offered(legal: readonly LegalAction[], step: LessonStep | undefined): LegalAction[] {
  if (step === undefined) return [];
  const asked = options(step);
  const whole = asked.filter(({ actions }) => actions.length > 1).map(({ actions }) => (actions as { do: string }[])[0]?.do);
  return legal.filter((each) => asked.some(({ text }) => text === each.text) || whole.includes((each.parts as { do: string }).do));
}

/** Which of a step's choices an action is, counted from 1; whatever else begins the move that is asked for. */
export const chosen = (step: LessonStep, action: string) => Math.max(0, options(step).findIndex(({ text }) => text === action)) + 1;

/** What is sent for a choice. */
export const textOf = (step: LessonStep, choice: number) => options(step)[choice - 1]?.text ?? step.text;

/** Whether the chapter ended with a choice that leads elsewhere. */
export const endedBy = (steps: readonly LessonStep[], picks: Record<number, number>) =>
  steps.some((step, number) => step.choices?.[(picks[number] ?? 1) - 2]?.ends ?? false);

/** The message that explains what a step has done, where there is one. */
export function explanation({ game, chapter }: Lesson, done: number): string | null {
  const id = `lesson-${chapter}-${done}-then`;
  return done > 0 && hasWords(game, id) ? id : null;
}

/** The message that is said before a step, or at the end: after another choice perhaps another one. */
export function said({ game, chapter }: Lesson, done: number, picks: Record<number, number>): string {
  const id = `lesson-${chapter}-${done + 1}`;
  const after = `${id}-${picks[done - 1] ?? 1}`;
  return hasWords(game, after) ? after : id;
}
