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

const cardsIn = (root: HTMLElement) =>
  new Map([...root.querySelectorAll<HTMLElement>("[data-card]")].map((element) => [element.dataset.card!, element]));

/** Lets every card go from where it was to where it is: cards are known by data-card. */
export async function settle(root: HTMLElement, change: () => Promise<void>) {
  const pace = settings.pace;
  const before = new Map([...cardsIn(root)].map(([id, element]) => [id, element.getBoundingClientRect()]));
  await change();
  if (pace === 0) return;
  const moves: Promise<unknown>[] = [];
  for (const [id, element] of cardsIn(root)) {
    const was = before.get(id);
    const is = element.getBoundingClientRect();
    if (!was || is.width === 0 || (Math.abs(was.left - is.left) < 2 && Math.abs(was.top - is.top) < 2)) continue;
    const shift = `translate(${was.left - is.left}px, ${was.top - is.top}px) scale(${was.width / is.width})`;
    element.style.zIndex = "30";
    const animation = element.animate([{ transform: shift, transformOrigin: "0 0" }, { transform: "none", transformOrigin: "0 0" }], {
      duration: TIME * pace,
      delay: Math.min(moves.length, 10) * STAGGER * pace * 0.5,
      easing: HAND,
      fill: "backwards",
    });
    moves.push(animation.finished.catch(() => undefined).then(() => (element.style.zIndex = "")));
  }
  await Promise.all(moves);
}

/** Turns the whole table over, in one wave from a place outwards. */
export async function turnOver(root: HTMLElement, from: HTMLElement | null, change: () => Promise<void>) {
  const pace = settings.pace;
  if (pace === 0) {
    await change();
    root.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: 250 });
    return;
  }
  const centre = (from ?? root).getBoundingClientRect();
  const [x, y] = [centre.left + centre.width / 2, centre.top + centre.height / 2];
  const old = [...cardsIn(root)].map(([id, element]) => ({ id, rect: element.getBoundingClientRect(), copy: element.cloneNode(true) as HTMLElement }));
  const late = (rect: DOMRect) => Math.min(420, Math.hypot(rect.left - x, rect.top - y) * 0.55) * pace;
  const ghosts = old
    .filter(({ rect }) => rect.width > 0)
    .map(({ rect, copy }) => {
      const ghost = document.createElement("div");
      ghost.className = "flying";
      ghost.style.cssText = `left:${rect.left}px;top:${rect.top}px;width:${rect.width}px;height:${rect.height}px;transform-origin:50% 50%`;
      copy.removeAttribute("data-card");
      ghost.append(copy);
      document.body.append(ghost);
      const turn = ghost.animate([{ transform: "perspective(800px) rotateY(0)" }, { transform: "perspective(800px) rotateY(90deg)" }], {
        duration: 210 * pace,
        delay: late(rect),
        easing: "ease-in",
        fill: "both",
      });
      return turn.finished.catch(() => undefined).then(() => ghost.remove());
    });
  await change();
  const fresh = [...cardsIn(root).values()].map((element) => {
    const rect = element.getBoundingClientRect();
    const turn = element.animate([{ transform: "perspective(800px) rotateY(-90deg)" }, { transform: "perspective(800px) rotateY(0)" }], {
      duration: 240 * pace,
      delay: late(rect) + 210 * pace,
      easing: "cubic-bezier(0.2, 0.75, 0.25, 1)",
      fill: "backwards",
    });
    return turn.finished.catch(() => undefined);
  });
  await Promise.all([...ghosts, ...fresh]);
}
