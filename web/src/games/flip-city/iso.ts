// A small drafting table: solids in isometric projection, drawn as filled outlines. A plot is 10 by 10 units;
// x runs to the right and down, y to the left and down, z up. Draw from back to front.

export type Point = readonly [x: number, y: number, z: number];

const round = (value: number) => Math.round(value * 10) / 10;

export const project = ([x, y, z]: Point): [number, number] => [
  round(50 + (x - y) * 4.33),
  round(46 + (x + y) * 2.4 - z * 4.9),
];

const line = (points: readonly Point[]) => points.map((point) => project(point).join(" ")).join("L");

/** A filled polygon; `kind` is one of the classes in Buildings.svelte. */
export const face = (kind: string, ...points: Point[]) => `<path class="${kind}" d="M${line(points)}Z"/>`;

/** Lines without a filling. */
export const stroke = (kind: string, ...points: Point[]) => `<path class="${kind}" d="M${line(points)}"/>`;

export const ground = (kind = "o", x = 0, y = 0, w = 10, d = 10, z = 0) =>
  face(kind, [x, y, z], [x + w, y, z], [x + w, y + d, z], [x, y + d, z]);

/** Left and right are the two walls one sees; `top` may be left out under a roof. */
export function box(x: number, y: number, z: number, w: number, d: number, h: number, left = "l", right = "r", top = "t") {
  const up = z + h;
  return (
    face(left, [x, y + d, z], [x + w, y + d, z], [x + w, y + d, up], [x, y + d, up]) +
    face(right, [x + w, y, z], [x + w, y + d, z], [x + w, y + d, up], [x + w, y, up]) +
    (top && face(top, [x, y, up], [x + w, y, up], [x + w, y + d, up], [x, y + d, up]))
  );
}

/** A roof whose ridge runs along x, standing on walls that end at z. */
export function gableX(x: number, y: number, z: number, w: number, d: number, h: number, roof = "c", wall = "r") {
  const middle = y + d / 2;
  return (
    face(roof, [x, y, z], [x + w, y, z], [x + w, middle, z + h], [x, middle, z + h]) +
    face(roof, [x, y + d, z], [x + w, y + d, z], [x + w, middle, z + h], [x, middle, z + h]) +
    face(wall, [x + w, y, z], [x + w, y + d, z], [x + w, middle, z + h])
  );
}

/** A roof whose ridge runs along y. */
export function gableY(x: number, y: number, z: number, w: number, d: number, h: number, roof = "c", wall = "l") {
  const middle = x + w / 2;
  return (
    face(roof, [x, y, z], [x, y + d, z], [middle, y + d, z + h], [middle, y, z + h]) +
    face(roof, [x + w, y, z], [x + w, y + d, z], [middle, y + d, z + h], [middle, y, z + h]) +
    face(wall, [x, y + d, z], [x + w, y + d, z], [middle, y + d, z + h])
  );
}

export function pyramid(x: number, y: number, z: number, w: number, d: number, h: number, left = "c", right = "k") {
  const tip: Point = [x + w / 2, y + d / 2, z + h];
  return (
    face(left, [x, y + d, z], [x + w, y + d, z], tip) + face(right, [x + w, y, z], [x + w, y + d, z], tip)
  );
}

/** A rectangle on the left wall (the plane y), from its lower left corner. */
export const onLeft = (kind: string, x: number, y: number, z: number, w: number, h: number) =>
  face(kind, [x, y, z], [x + w, y, z], [x + w, y, z + h], [x, y, z + h]);

/** A rectangle on the right wall (the plane x). */
export const onRight = (kind: string, x: number, y: number, z: number, d: number, h: number) =>
  face(kind, [x, y, z], [x, y + d, z], [x, y + d, z + h], [x, y, z + h]);

/** Rows of windows that fill a wall. */
export function windowsLeft(x: number, y: number, z: number, w: number, h: number, across: number, up: number, fill = 0.55) {
  let drawn = "";
  for (let row = 0; row < up; row++)
    for (let column = 0; column < across; column++)
      drawn += onLeft(
        (row * 7 + column * 5) % 3 ? "g" : "g2",
        x + (w / across) * (column + (1 - fill) / 2),
        y,
        z + (h / up) * (row + (1 - fill) / 2),
        (w / across) * fill,
        (h / up) * fill,
      );
  return drawn;
}

export function windowsRight(x: number, y: number, z: number, d: number, h: number, across: number, up: number, fill = 0.55) {
  let drawn = "";
  for (let row = 0; row < up; row++)
    for (let column = 0; column < across; column++)
      drawn += onRight(
        (row * 5 + column * 7 + 1) % 3 ? "g" : "g2",
        x,
        y + (d / across) * (column + (1 - fill) / 2),
        z + (h / up) * (row + (1 - fill) / 2),
        (d / across) * fill,
        (h / up) * fill,
      );
  return drawn;
}

export function disc(kind: string, x: number, y: number, z: number, r: number) {
  const [cx, cy] = project([x, y, z]);
  return `<ellipse class="${kind}" cx="${cx}" cy="${cy}" rx="${round(r * 6.1)}" ry="${round(r * 3.4)}"/>`;
}

/** A round tower; with a waist below 1 its sides curve in. */
export function tower(x: number, y: number, z: number, r: number, top: number, h: number, waist = 1, wall = "l", cap = "t") {
  const [cx, low] = project([x, y, z]);
  const high = project([x, y, z + h])[1];
  const [R, ry, T, ty] = [r * 6.1, r * 3.4, top * 6.1, top * 3.4].map(round) as [number, number, number, number];
  const bend = round(cx - Math.min(R, T) * waist);
  const bent = round(cx + Math.min(R, T) * waist);
  const middle = round(high + (low - high) * 0.35);
  const outline =
    `M${round(cx - R)} ${low}Q${bend} ${middle} ${round(cx - T)} ${high}` +
    `L${round(cx + T)} ${high}Q${bent} ${middle} ${round(cx + R)} ${low}` +
    `A${R} ${ry} 0 0 1 ${round(cx - R)} ${low}Z`;
  const shade =
    `M${round(cx + R * 0.25)} ${round(low + ry)}Q${round(cx + T * 0.2 * waist)} ${middle} ${round(cx + T * 0.3)} ${round(high + ty)}` +
    `L${round(cx + T)} ${high}Q${bent} ${middle} ${round(cx + R)} ${low}A${R} ${ry} 0 0 1 ${round(cx + R * 0.25)} ${round(low + ry)}Z`;
  return (
    `<path class="${wall}" d="${outline}"/><path class="shade" d="${shade}"/>` +
    `<ellipse class="${cap}" cx="${cx}" cy="${high}" rx="${T}" ry="${ty}"/>`
  );
}

export function tree(x: number, y: number, size = 1, kind = "n") {
  const [cx, cy] = project([x, y, 0]);
  const crown = round(cy - 9 * size);
  return (
    `<path class="s" d="M${cx} ${cy}V${crown}"/>` +
    `<ellipse class="${kind}" cx="${cx}" cy="${crown}" rx="${round(5 * size)}" ry="${round(6.4 * size)}"/>` +
    `<path class="s2" d="M${cx} ${crown}v${round(4 * size)}"/>`
  );
}

export function puff(kind: string, x: number, y: number, z: number, size = 1) {
  const [cx, cy] = project([x, y, z]);
  const at = (dx: number, dy: number, r: number) =>
    `<circle class="${kind}" cx="${round(cx + dx * size)}" cy="${round(cy + dy * size)}" r="${round(r * size)}"/>`;
  return at(0, 0, 3) + at(4, -3.5, 4) + at(10, -6, 3.2);
}
