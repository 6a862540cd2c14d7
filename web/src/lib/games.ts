/** The games this page can show, in the order in which it offers them. */
export const games: readonly string[] = ["flip-city", "phase-10-flip"];
