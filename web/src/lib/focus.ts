// Where the focus goes: whoever uses the keyboard goes on from what was done last, and on another page from its beginning.
import { tick } from "svelte";

let usesKeys = false;
addEventListener("keydown", () => (usesKeys = true), true);
addEventListener("pointerdown", () => (usesKeys = false), true);

/** Whether what had the focus is gone, or nothing can be done with it any more: the browser takes the focus away then. */
export function isLost(): boolean {
  const held = document.activeElement;
  return !held || held === document.body || held.id === "main" || held.matches(":disabled") || !held.checkVisibility({ visibilityProperty: true });
}

/** Whether somebody came here with the keyboard. */
export const cameByKeys = () => usesKeys;

/** Gives the focus to the first thing that can be seen, of the first kind of which there is any. */
export function focusFirst(...kinds: string[]) {
  for (const kind of kinds)
    for (const each of document.querySelectorAll<HTMLElement>(kind)) if (each.checkVisibility({ visibilityProperty: true })) return each.focus();
}

/** Lets a page that was come to with the keyboard have the focus, in place of what led there and is gone. */
export function arrival(main: HTMLElement) {
  void tick().then(() => {
    if (!usesKeys || !isLost() || !main.isConnected) return;
    main.tabIndex = -1;
    main.focus({ preventScroll: true });
  });
}
