// Who may begin the game: its host, and whoever sits there when the host has stood up.
import type { Frame, Line } from "./wire";

/** Whether the host still has a seat, as the log tells: on those seats nobody has sat down since the table was set up. */
const hostSits = (seats: Frame["seats"], lines: readonly Line[]) =>
  seats.some(({ kind, seat }) => kind === "human" && !lines.some((line) => line.kind === "sat" && line.seat === seat));

export const mayStart = ({ host, seats }: Pick<Frame, "host" | "seats">, lines: readonly Line[]) =>
  host || (seats.some((seat) => seat.you) && !hostSits(seats, lines));
