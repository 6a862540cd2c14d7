// Moves cards from where they were to where they are. Only transform and opacity change, and only on copies that lie
// above the table, so nothing else has to be laid out again.
import { settings } from "./settings.svelte";

export interface Flight {
  /** Places are elements with data-at. */
  from: string;
  to: string;
  /** The face that leaves, and the one that arrives when the card turns over on its way. */
  face: string;
  turned?: string;
  /** Hide what lies at the destination until the card is there. */
  hold?: boolean;
}

const HAND = "cubic-bezier(0.2, 0.75, 0.25, 1)";
const TIME = 280;
const STAGGER = 36;

export const place = (at: string): HTMLElement | null => document.querySelector(`[data-at="${CSS.escape(at)}"]`);

export const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms * settings.pace));

/** Where each flight starts; to be taken before the view changes. */
export function take(flights: readonly Flight[]) {
  return flights.map((flight) => {
    const element = place(flight.from);
    const card = element?.querySelector<HTMLElement>(`[data-face="${flight.face}"]`) ?? element?.querySelector<HTMLElement>("[data-face]");
    const source = card ?? element;
    return source ? { rect: source.getBoundingClientRect(), copy: card?.cloneNode(true) as HTMLElement | undefined } : null;
  });
}

/** Flies the copies to their places; to be called after the view has changed. */
export async function fly(flights: readonly Flight[], taken: ReturnType<typeof take>, draw: (face: string) => HTMLElement) {
  const pace = settings.pace;
  if (pace === 0) return;
  await Promise.all(
    flights.map(async (flight, index) => {
      const start = taken[index];
      const target = place(flight.to);
      if (!start || !target || start.rect.width === 0) return;
      const cards = [...target.querySelectorAll<HTMLElement>("[data-face]")];
      const wanted = flight.turned ?? flight.face;
      const card = cards.findLast((each) => each.dataset.face === wanted) ?? cards.at(-1) ?? target;
      const end = card.getBoundingClientRect();
      const ghost = document.createElement("div");
      ghost.className = "flying";
      const front = start.copy?.dataset.face === flight.face ? start.copy : draw(flight.face);
      ghost.append(side(front, false));
      if (flight.turned) ghost.append(side(draw(flight.turned), true));
      Object.assign(ghost.style, {
        left: `${end.left}px`,
        top: `${end.top}px`,
        width: `${end.width}px`,
        height: `${end.height}px`,
      });
      document.body.append(ghost);
      if (flight.hold) card.style.opacity = "0";
      const shift = `translate(${start.rect.left - end.left}px, ${start.rect.top - end.top}px) scale(${start.rect.width / end.width})`;
      const turn = flight.turned ? " rotateY(180deg)" : "";
      const animation = ghost.animate(
        [
          { transform: `perspective(900px) ${shift}` },
          { transform: `perspective(900px) translate(0, 0) scale(1)${turn}` },
        ],
        { duration: (flight.turned ? TIME * 1.5 : TIME) * pace, delay: Math.min(index, 12) * STAGGER * pace, easing: HAND, fill: "both" },
      );
      await animation.finished.catch(() => undefined);
      card.style.opacity = "";
      ghost.remove();
    }),
  );
}

function side(card: HTMLElement, back: boolean) {
  const holder = document.createElement("div");
  holder.className = back ? "flying-side back" : "flying-side";
  holder.append(card);
  return holder;
}
