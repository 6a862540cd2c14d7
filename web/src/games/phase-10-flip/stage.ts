// How steps of Phase 10 Flip are shown. Cards go where the moves of a step say; a Flip turns the whole table over.
import { at, ended, pace, wait } from "../../lib/motion";
import type { Moved, Place } from "../../lib/wire";

const HAND = "cubic-bezier(0.2, 0.75, 0.25, 1)";
const [TIME, STAGGER, SWEEP, HOLD] = [280, 36, 850, 380];

/** Where a card is drawn: the element of the card itself, or the place where it lies. */
function drawn(root: HTMLElement, card: number | null | undefined, where: Place): HTMLElement | null {
  const places = [at(where), at({ zone: where.zone, seat: where.seat })].map((name) => `[data-at="${CSS.escape(name)}"]`);
  const found = card == null ? null : root.querySelector<HTMLElement>(`[data-card="${card}"]`);
  return found ?? root.querySelector<HTMLElement>(places[0]!) ?? root.querySelector<HTMLElement>(places[1]!);
}

interface Look {
  rect: DOMRect;
  copy: HTMLElement | null;
}

function look(element: HTMLElement | null): Look | null {
  if (!element) return null;
  const face = element.querySelector<HTMLElement>(".look");
  const rect = (face ?? element).getBoundingClientRect();
  return rect.width ? { rect, copy: (face?.cloneNode(true) as HTMLElement | undefined) ?? null } : null;
}

/** Lets each card go from where it was to where it is, as the moves say; `change` changes the view between. */
export async function carry(root: HTMLElement, moves: readonly Moved[], change: () => Promise<void>, time = TIME) {
  const slow = pace();
  if (slow === 0 || moves.length === 0) return change();
  const starts = moves.map((move) => look(drawn(root, move.card, move.from)));
  await change();
  await Promise.all(moves.map((move, number) => fly(root, move, starts[number] ?? null, Math.min(number, 12) * STAGGER * slow, time * slow)));
}

async function fly(root: HTMLElement, move: Moved, start: Look | null, delay: number, duration: number) {
  const target = drawn(root, move.card, move.to);
  const end = look(target);
  const shown = end?.copy ?? start?.copy;
  if (!start || !end || !shown) return;
  const ghost = document.createElement("div");
  ghost.className = "flying";
  const { left, top, width } = end.rect;
  const height = end.copy ? end.rect.height : (width * start.rect.height) / start.rect.width;
  ghost.style.cssText = `left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
  const turns = move.turned != null && move.face != null && start.copy !== null && end.copy !== null;
  if (turns) ghost.append(side(start.copy!, false), side(end.copy!, true));
  else ghost.append(side(shown, false));
  document.body.append(ghost);
  const face = end.copy ? target!.querySelector<HTMLElement>(".look") : null;
  if (face) face.style.opacity = "0";
  const shift = `translate(${start.rect.left - left}px, ${start.rect.top - top}px) scale(${start.rect.width / width})`;
  const animation = ghost.animate(
    [{ transform: `perspective(900px) ${shift}` }, { transform: `perspective(900px) translate(0, 0) scale(1)${turns ? " rotateY(180deg)" : ""}` }],
    { duration: turns ? duration * 1.4 : duration, delay, easing: HAND, fill: "both" },
  );
  await ended(animation);
  if (face) face.style.opacity = "";
  ghost.remove();
}

function side(card: HTMLElement, back: boolean) {
  const holder = document.createElement("div");
  holder.className = back ? "flying-side back" : "flying-side";
  holder.append(card);
  return holder;
}

/** The great flip: the card lands, a short hold, then day or night sweeps over the whole page from the discard pile outwards, and every
 * card of a hand or a pile turns in its place as the edge reaches it. */
export async function turnTable(root: HTMLElement, flipped: Moved | undefined, card: HTMLElement | null, change: () => Promise<void>) {
  const [page, slow] = [document.documentElement, pace()];
  if (!("startViewTransition" in document)) return change();
  if (slow === 0) return wantsNoMotion() ? fade(root, change) : change();
  root.dataset.moment = "land";
  const lying = await land(root, flipped, card, TIME * slow);
  root.dataset.moment = "hold";
  await wait(HOLD);
  const pile = (drawn(root, null, { zone: "discard" }) ?? root).getBoundingClientRect();
  const [x, y] = [pile.left + pile.width / 2, pile.top + pile.height / 2];
  const reach = Math.hypot(Math.max(x, innerWidth - x), Math.max(y, innerHeight - y));
  const edge = document.createElement("div");
  edge.className = "sweep";
  edge.style.cssText = `--x:${x}px;--y:${y}px`;
  root.dataset.moment = "sweep";
  page.dataset.sweep = "";
  const sweep = document.startViewTransition(async () => {
    lying?.remove();
    await change();
    document.body.append(edge);
  });
  try {
    await sweep.ready;
    const whole = { duration: SWEEP * slow, easing: "cubic-bezier(0.45, 0.05, 0.4, 1)", fill: "both" as const };
    page.animate({ clipPath: [`circle(0 at ${x}px ${y}px)`, `circle(${reach}px at ${x}px ${y}px)`] }, { ...whole, pseudoElement: "::view-transition-new(root)" });
    edge.animate({ width: ["0", `${2 * reach}px`], height: ["0", `${2 * reach}px`] }, whole);
    for (const card of root.querySelectorAll<HTMLElement>(".turns .look")) turn(card, x, y, reach, SWEEP * slow);
  } catch {
    // the browser skipped it, for example in the background: the end is the same
  }
  await sweep.finished.catch(() => undefined);
  edge.remove();
  delete page.dataset.sweep;
  delete root.dataset.moment;
}

const wantsNoMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The great flip for those who want no motion: nothing moves, and day fades into night. */
async function fade(root: HTMLElement, change: () => Promise<void>) {
  root.dataset.moment = document.documentElement.dataset.fade = "fade";
  await document.startViewTransition(change).finished.catch(() => undefined);
  delete document.documentElement.dataset.fade;
  delete root.dataset.moment;
}

/** The Flip card goes to the discard pile, its mark up, and lies there until everything turns. */
async function land(root: HTMLElement, move: Moved | undefined, card: HTMLElement | null, duration: number): Promise<HTMLElement | null> {
  const [start, end] = move ? [look(drawn(root, move.card, move.from)), look(drawn(root, null, move.to))] : [];
  if (!start || !end || !card) return null;
  const { left, top, width, height } = end.rect;
  const ghost = document.createElement("div");
  ghost.className = "flying";
  ghost.style.cssText = `left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
  ghost.append(card);
  document.body.append(ghost);
  const shift = `translate(${start.rect.left - left}px, ${start.rect.top - top}px) scale(${start.rect.width / width})`;
  await ended(ghost.animate([{ transform: shift }, { transform: "none" }], { duration, easing: HAND, fill: "both" }));
  return ghost;
}

function turn(card: HTMLElement, x: number, y: number, reach: number, time: number) {
  const rect = card.getBoundingClientRect();
  const far = Math.min(1, Math.hypot(rect.left + rect.width / 2 - x, rect.top + rect.height / 2 - y) / reach);
  card.animate([{ transform: "perspective(700px) rotateY(-100deg)" }, { transform: "perspective(700px) rotateY(0)" }], {
    duration: time * 0.4,
    delay: far * time * 0.72,
    easing: HAND,
    fill: "backwards",
  });
}
