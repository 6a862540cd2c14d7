// A card is taken with the pointer or a finger: a picture of it follows, and it is dropped where it is let go.

export interface Drag {
  /** A card begins to move. */
  start: () => void;
  /** Over what it is now: the nearest element with `data-drop`. */
  over: (target: HTMLElement | null) => void;
  drop: (target: HTMLElement | null, x: number) => void;
}

const SLACK = 7;

/** Makes an element something that can be dragged; a click stays a click. */
export function draggable(node: HTMLElement, drag: () => Drag | null) {
  let from: { x: number; y: number; id: number } | null = null;
  let picture: HTMLElement | null = null;
  let current: Drag | null = null;
  let moved = false;
  const below = (event: PointerEvent) => {
    const found = document.elementsFromPoint(event.clientX, event.clientY).find((each) => each.closest("[data-drop]"));
    return found?.closest<HTMLElement>("[data-drop]") ?? null;
  };
  function down(event: PointerEvent) {
    moved = false;
    if (event.button !== 0) return;
    node.setPointerCapture(event.pointerId); // it may be pulled away at once
    from = { x: event.clientX, y: event.clientY, id: event.pointerId };
  }
  function move(event: PointerEvent) {
    if (!from || event.pointerId !== from.id) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    if (!picture) {
      if (Math.hypot(dx, dy) < SLACK) return;
      current = drag();
      const card = node.parentElement?.querySelector<HTMLElement>(".look");
      if (!current || !card) return stop();
      const rect = card.getBoundingClientRect();
      picture = document.createElement("div");
      picture.className = "flying carried";
      picture.style.cssText = `left:${rect.left}px;top:${rect.top}px;width:${rect.width}px`;
      picture.append(card.cloneNode(true));
      document.body.append(picture);
      current.start();
    }
    picture.style.transform = `translate(${dx}px, ${dy}px) rotate(3deg) scale(1.04)`;
    current?.over(below(event));
  }
  function up(event: PointerEvent) {
    if (picture && current) {
      const [target, dropped] = [below(event), current];
      moved = true;
      stop();
      dropped.drop(target, event.clientX);
    } else stop();
  }
  /** The click that comes after a drag is none. */
  function click(event: MouseEvent) {
    if (moved) event.stopPropagation();
    moved = false;
  }
  function stop() {
    picture?.remove();
    from = picture = current = null;
  }
  function cancel() {
    current?.over(null);
    const given = current;
    stop();
    given?.drop(null, 0);
  }
  node.addEventListener("click", click, true);
  node.addEventListener("pointerdown", down);
  node.addEventListener("pointermove", move);
  node.addEventListener("pointerup", up);
  node.addEventListener("pointercancel", cancel);
  return {
    update(next: () => Drag | null) {
      drag = next;
    },
    destroy() {
      cancel();
      node.removeEventListener("click", click, true);
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("pointermove", move);
      node.removeEventListener("pointerup", up);
      node.removeEventListener("pointercancel", cancel);
    },
  };
}
