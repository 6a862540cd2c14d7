// A decision of a finished game is tried again, against the same opponents.
import { introduce, openTable, rememberedName, tableOf } from "./api";
import { route } from "./route.svelte";
import type { Review, SeatPlan } from "./wire";

/** Opens a game from a position of a reviewed one: what the seat could not see then is drawn anew. */
export async function retry(review: Review, record: string, ply: number): Promise<void> {
  await introduce(rememberedName());
  const made = await openTable({ game: review.game, seats: await plans(review, record), continues: { record, ply, seat: review.seat } });
  route.go(`/t/${made.table}`);
}

/** The same opponents where the table still tells who they were. */
async function plans(review: Review, record: string): Promise<SeatPlan[]> {
  const known = await tableOf(record).catch(() => null);
  return review.names.map((_, each) => {
    if (each === review.seat) return { kind: "mine" };
    const [level, character] = [known?.seats[each]?.level, review.characters?.[each]];
    return { kind: "bot", ...(level && { level }), ...(character && { character }) };
  });
}
