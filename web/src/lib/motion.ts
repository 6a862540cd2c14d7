// Moves cards from where they were to where they are. Only transform and opacity change, and only on copies that lie
// above the table, so nothing else has to be laid out again.
import { settings } from "./settings.svelte";
import type { Moved, Place } from "./wire";

const HAND = "cubic-bezier(0.2, 0.75, 0.25, 1)";
const TIME = 280;
const STAGGER = 36;

/** How an element says that it is a place where cards lie: its `data-at`. */
export const at = ({ zone, seat, key }: Place) => [zone, seat, key].filter((each) => each !== undefined && each !== null).join("-");

export const place = (where: Place): HTMLElement | null => document.querySelector(`[data-at="${CSS.escape(at(where))}"]`);

/** What ends at once when somebody will not wait. */
const pending = new Set<() => void>();
let hurried = false;

/** How long things take now, as a factor; 0 when nothing should move. */
export const pace = () => (hurried ? 0 : settings.pace);

/** Ends everything that moves, and lets nothing move until `calmDown`. */
export function hurry() {
  hurried = true;
  for (const end of [...pending]) end();
}

export const calmDown = () => void (hurried = false);

/** Waits until it is over, or somebody hurries. */
async function over(ended: Promise<unknown>, end: () => void) {
  pending.add(end);
  await ended.catch(() => undefined);
  pending.delete(end);
}

export const ended = (animation: Animation) => over(animation.finished, () => animation.finish());

export function wait(ms: number) {
  let end = () => undefined as void;
  const waited = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms * pace());
    end = () => (clearTimeout(timer), resolve());
  });
  return over(waited, end);
}

/** Where each flight starts; to be taken before the view changes. */
export function take(flights: readonly Moved[]) {
  return flights.map((flight) => {
    const element = place(flight.from);
    const card = element?.querySelector<HTMLElement>(`[data-face="${CSS.escape(flight.face ?? "")}"]`) ?? element?.querySelector<HTMLElement>("[data-face]");
    const source = card ?? element;
    return source ? { rect: source.getBoundingClientRect(), copy: card?.cloneNode(true) as HTMLElement | undefined } : null;
  });
}

/** Flies the copies to their places; to be called after the view has changed. What lies at a place that `holds` is hidden
 * until the card is there. */
export async function fly(flights: readonly Moved[], taken: ReturnType<typeof take>, draw: (face: string) => HTMLElement, holds: (place: Place) => boolean) {
  const slow = pace();
  if (slow === 0) return;
  await Promise.all(
    flights.map(async (flight, index) => {
      const start = taken[index];
      const target = place(flight.to);
      if (!start || !target || start.rect.width === 0 || !flight.face) return;
      const cards = [...target.querySelectorAll<HTMLElement>("[data-face]")];
      const wanted = flight.turned ?? flight.face;
      const card = cards.findLast((each) => each.dataset.face === wanted) ?? cards.at(-1) ?? target;
      const end = whereSeen(card);
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
      if (holds(flight.to)) card.style.opacity = "0";
      const shift = `translate(${start.rect.left - end.left}px, ${start.rect.top - end.top}px) scale(${start.rect.width / end.width})`;
      const turn = flight.turned ? " rotateY(180deg)" : "";
      const animation = ghost.animate(
        [
          { transform: `perspective(900px) ${shift}` },
          { transform: `perspective(900px) translate(0, 0) scale(1)${turn}` },
        ],
        { duration: (flight.turned ? TIME * 1.5 : TIME) * slow, delay: Math.min(index, 12) * STAGGER * slow, easing: HAND, fill: "both" },
      );
      await ended(animation);
      card.style.opacity = "";
      ghost.remove();
    }),
  );
}

/** Where a thing is seen. Where there is no room for it, what goes there goes to the middle of what it is part of. */
function whereSeen(element: HTMLElement): DOMRect {
  const place = element.getBoundingClientRect();
  if (place.width > 0) return place;
  let around = element.parentElement;
  while (around && around.getBoundingClientRect().width === 0) around = around.parentElement;
  const { left, top, width, height } = (around ?? document.body).getBoundingClientRect();
  return new DOMRect(left + width / 2 - 15, top + height / 2 - 21, 30, 42);
}

function side(card: HTMLElement, back: boolean) {
  const holder = document.createElement("div");
  holder.className = back ? "flying-side back" : "flying-side";
  holder.append(card);
  return holder;
}
