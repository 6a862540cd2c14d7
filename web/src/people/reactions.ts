// What those at a table react with, for a moment, at their seats.
import { getContext, setContext } from "svelte";
import type { Reacted } from "../table/Reaction.svelte";

type Reacting = (seat: number) => Reacted | null;
const KEY = Symbol("who reacts how");

/** Says for all that is drawn below what each seat reacts with now. */
export const showReactions = (reacting: Reacting) => setContext(KEY, reacting);

/** What a seat reacts with now. To be asked for while a component begins. */
export const reactionsHere = (): Reacting => getContext<Reacting | undefined>(KEY) ?? (() => null);
