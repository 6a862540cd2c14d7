// What the page of the moment puts into the header, in the place of the menu, and at the end of the settings.
import type { Snippet } from "svelte";

export const chrome = $state<{ tools: Snippet | null; actions: Snippet | null }>({ tools: null, actions: null });
