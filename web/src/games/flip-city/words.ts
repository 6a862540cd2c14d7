import { wordsOf } from "../../lib/words.svelte";

/** What Flip City says. */
export const say = wordsOf("flip-city");
