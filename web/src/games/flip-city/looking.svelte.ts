// What the player points at: the board says it, the panel beside it tells what it would mean.

class Looking {
  /** The text of the offered action that is pointed at, and what to call it. */
  action = $state.raw<{ text: string; card: string } | null>(null);
}

export const looking = new Looking();
