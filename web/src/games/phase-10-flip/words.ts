import { wordsOf } from "../../lib/words.svelte";

/** What Phase 10 Flip says: its cards, groups and points have one name everywhere. */
export const say = wordsOf("phase-10-flip");
