// Which keys are meant for what lies on the page.

/** Neither typed into a field, nor a shortcut of the browser, nor struck while a dialog lies over everything. */
export const isForPage = ({ target, metaKey, ctrlKey, altKey }: KeyboardEvent) =>
  !(target instanceof HTMLInputElement || target instanceof HTMLSelectElement || metaKey || ctrlKey || altKey || document.querySelector("dialog:modal"));

/** Struck, not held down: one stroke makes one move. */
export const isStroke = (event: KeyboardEvent) => !event.repeat && isForPage(event);
