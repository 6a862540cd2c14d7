import type { Snippet } from "svelte";

/** What a page puts into the header instead of the menu. */
export const chrome = $state<{ tools: Snippet | null }>({ tools: null });
