// Copying, also where a browser keeps its clipboard to itself: over plain http in one's own network.

/** Puts a text on the clipboard; tells whether it is there. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text); // not there at all outside a secure context
    return true;
  } catch {
    return copyFromField(text);
  }
}

function copyFromField(text: string): boolean {
  const focused = document.activeElement;
  const field = Object.assign(document.createElement("input"), { value: text, readOnly: true });
  Object.assign(field.style, { position: "fixed", top: "0", opacity: "0" }); // of a field that is cut off nothing is copied
  document.body.append(field);
  field.focus(); // what is copied is the selection of what has the focus
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
