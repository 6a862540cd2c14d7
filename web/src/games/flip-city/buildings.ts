// The twelve faces of Flip City as small buildings, each with a silhouette of its own. Fronts stand in daylight,
// backs at night; the same classes carry both, see Buildings.svelte.

import {
  box,
  disc,
  face,
  gableX,
  gableY,
  ground,
  onLeft,
  onRight,
  project,
  puff,
  pyramid,
  stroke,
  tower,
  tree,
  windowsLeft,
  windowsRight,
} from "./iso";

const house = (x: number, y: number) =>
  box(x, y, 0, 3.6, 3.2, 2.4, "l", "r", "") +
  gableX(x - 0.2, y - 0.2, 2.4, 4, 3.6, 2.1) +
  onLeft("d", x + 0.5, y + 3.2, 0, 0.9, 1.5) +
  onLeft("g", x + 2.1, y + 3.2, 0.9, 0.9, 0.9) +
  onRight("g2", x + 3.6, y + 1.1, 0.9, 1, 0.9);

const cross = (x: number, y: number, z: number, arm: number) =>
  onLeft("x", x - arm / 2, y, z - arm * 1.5, arm, arm * 3) + onLeft("x", x - arm * 1.5, y, z - arm / 2, arm * 3, arm);

export const buildings: Record<string, string> = {
  // three small houses with gardens
  RA:
    ground() + house(5.4, 0.8) + tree(1.2, 1.4, 0.8) + house(0.8, 3) + tree(9.2, 5.4, 0.75) + house(4.6, 6) + tree(1.4, 8.6, 0.7),
  // two slabs, one behind the other, all windows
  AP:
    ground() +
    box(0.8, 2, 0, 4, 6, 9.4) +
    windowsLeft(0.8, 8, 0.6, 4, 8.4, 3, 7) +
    box(5.2, 1, 0, 4, 6.6, 6.8, "l", "r", "t") +
    windowsLeft(5.2, 7.6, 0.5, 4, 6, 3, 5) +
    windowsRight(9.2, 1, 0.5, 6.6, 6, 4, 5) +
    stroke("s", [2.6, 4, 9.4], [2.6, 4, 11.2]) +
    stroke("s", [6.6, 3, 6.8], [6.6, 3, 8]),
  // a corner shop under a striped awning
  CS:
    ground() +
    box(1.4, 1.4, 0, 7.2, 6.2, 3.9) +
    box(2, 2, 3.9, 6, 2, 0.9, "c", "k", "c") +
    onRight("g", 8.6, 2.2, 0.7, 4.4, 2.2) +
    onLeft("g", 1.9, 7.6, 0.7, 3.6, 1.9) +
    onLeft("d", 6.3, 7.6, 0, 1.6, 2.6) +
    [0, 1, 2, 3, 4, 5].map((n) =>
        face(n % 2 ? "w" : "c", [1.2 + n * 1.27, 7.6, 3.4], [2.47 + n * 1.27, 7.6, 3.4], [2.47 + n * 1.27, 9.2, 2.5], [1.2 + n * 1.27, 9.2, 2.5]),
      ).join("") +
    tree(9.4, 9.2, 0.5),
  // a long glass mall under a dome
  SM:
    ground() +
    box(0.5, 1, 0, 9, 7.8, 3.6) +
    windowsRight(9.5, 1.2, 0.5, 7.4, 2.6, 5, 1, 0.8) +
    onLeft("g", 1, 8.8, 0.5, 3, 2.6) +
    onLeft("g2", 6, 8.8, 0.5, 3, 2.6) +
    onLeft("d", 4.3, 8.8, 0, 1.4, 2.4) +
    tower(5, 4.6, 3.6, 2.6, 2.6, 1.2, 1, "c", "t") +
    `<path class="c" d="M${project([5, 4.6, 4.8])[0] - 15.8} ${project([5, 4.6, 4.8])[1]}a15.8 15 0 0 1 31.6 0a15.8 8.8 0 0 1-31.6 0z"/>` +
    `<path class="s" d="M50 ${project([5, 4.6, 4.8])[1] - 15}v23M50 ${project([5, 4.6, 4.8])[1] - 15}q-11 9-11 20M50 ${project([5, 4.6, 4.8])[1] - 15}q11 9 11 20"/>` +
    stroke("s", [5, 4.6, 7.9], [5, 4.6, 10.4]) +
    face("x", [5, 4.6, 10.4], [6.6, 4.6, 10], [5, 4.6, 9.3]),
  // a ward block with a cross and a wing
  HO:
    ground() +
    box(0.8, 0.8, 0, 5, 6.4, 7.2) +
    windowsRight(5.8, 1, 3.4, 6, 3.4, 4, 2) +
    windowsLeft(0.8, 7.2, 0.4, 5, 2.6, 3, 2) +
    cross(3.3, 7.2, 5.2, 0.95) +
    box(5.2, 4.2, 0, 4.2, 4.6, 3.1) +
    onLeft("d", 6.6, 8.8, 0, 1.6, 1.9) +
    windowsRight(9.4, 4.4, 0.5, 4.2, 2.2, 3, 1) +
    disc("c", 3.2, 3.6, 7.2, 1.2) +
    disc("t", 3.2, 3.6, 7.2, 0.75),
  // a nave and a spire
  CH:
    ground() +
    tree(1.6, 1.6, 0.9) +
    box(2.6, 1.4, 0, 4.4, 5.6, 4, "l", "r", "") +
    gableY(2.4, 1.2, 4, 4.8, 6, 2.8) +
    windowsRight(7, 1.8, 1, 5, 2.4, 3, 1, 0.42) +
    box(3.5, 6.6, 0, 2.6, 2.6, 7, "l", "r", "") +
    onLeft("d", 4.2, 9.2, 0, 1.2, 2) +
    onLeft("g", 4.4, 9.2, 4.4, 0.8, 1.4) +
    onRight("g2", 6.1, 7.5, 4.4, 0.8, 1.4) +
    pyramid(3.3, 6.4, 7, 3, 3, 5.2) +
    stroke("s", [4.8, 7.9, 12.2], [4.8, 7.9, 14]) +
    stroke("s", [4.2, 7.9, 13.3], [5.4, 7.9, 13.3]) +
    tree(8.6, 8.8, 0.7),
  // saw-tooth roofs and a smoking chimney
  FA:
    ground() +
    tower(1.9, 2, 0, 0.8, 0.6, 11, 1, "c", "t") +
    puff("p", 1.9, 2, 12, 1) +
    box(0.8, 3.2, 0, 8.6, 5.4, 3.2, "l", "r", "") +
    [0, 1, 2]
      .map((n) => {
        const x = 0.8 + n * 2.87;
        return (
          face("t", [x, 3.2, 3.2], [x + 2.87, 3.2, 5.4], [x + 2.87, 8.6, 5.4], [x, 8.6, 3.2]) +
          face("g", [x + 2.87, 3.2, 3.2], [x + 2.87, 8.6, 3.2], [x + 2.87, 8.6, 5.4], [x + 2.87, 3.2, 5.4]) +
          face("l", [x, 8.6, 3.2], [x + 2.87, 8.6, 3.2], [x + 2.87, 8.6, 5.4])
        );
      })
      .join("") +
    onLeft("d", 1.6, 8.6, 0, 1.8, 2.2) +
    onLeft("g2", 4.4, 8.6, 1, 1.6, 1.1) +
    onLeft("g2", 6.8, 8.6, 1, 1.6, 1.1) +
    onRight("c", 9.4, 4.4, 0, 2.6, 1.9),
  // two cooling towers
  PP:
    ground() +
    puff("p", 2.9, 2.6, 11, 1.1) +
    tower(3, 2.7, 0, 2.3, 1.5, 10, 0.7) +
    puff("p", 7, 5.6, 8.6, 1) +
    tower(6.8, 5.4, 0, 2.2, 1.4, 8.4, 0.7) +
    box(0.8, 6.2, 0, 3.8, 2.8, 2.6) +
    windowsLeft(0.8, 9, 0.6, 3.8, 1.6, 3, 1) +
    face("x", [3.2, 9, 3.4], [3.9, 9, 3.4], [3.5, 9, 4.3], [4.3, 9, 4.3], [2.9, 9, 6.2], [3.2, 9, 4.9], [2.6, 9, 4.9]),
  // trees, a pond, a path
  CP:
    ground("n2") +
    `<path class="o" d="M50 46L${project([3.4, 3.4, 0]).join(" ")}Q${project([6.4, 2.6, 0]).join(" ")} ${project([6, 5.6, 0]).join(" ")}T${project([10, 8.4, 0]).join(" ")}L${project([10, 10, 0]).join(" ")}L${project([9, 10, 0]).join(" ")}Q${project([5, 9, 0]).join(" ")} ${project([4.8, 6, 0]).join(" ")}T${project([0, 1.4, 0]).join(" ")}Z"/>` +
    tree(6.4, 1.4, 1.5) +
    tree(2.2, 3.6, 1.7) +
    tree(8.8, 3.2, 1.1) +
    disc("wa", 3, 7, 0, 1.9) +
    stroke("s2", [2.2, 7, 0], [3.6, 7, 0]) +
    tree(8, 6.4, 1.5) +
    tree(1.2, 5.4, 0.9) +
    tree(6, 9, 0.9) +
    stroke("s", [3.8, 9.2, 0], [3.8, 9.2, 2.6]) +
    disc("g", 3.8, 9.2, 2.9, 0.22),
  // a barrel-roofed hall, a clock, rails
  ST: (() => {
    const arch = (x: number) => {
      const [x1, y1] = project([x, 8.2, 2.6]);
      const [x2, y2] = project([x, 1.6, 2.6]);
      return { x1, y1, x2, y2 };
    };
    const [a, b] = [arch(1), arch(8.6)];
    return (
      ground() +
      stroke("s", [0, 9, 0], [10, 9, 0]) +
      stroke("s", [0, 9.7, 0], [10, 9.7, 0]) +
      [1, 3, 5, 7, 9].map((x) => stroke("s", [x, 8.8, 0], [x, 9.9, 0])).join("") +
      box(1, 1.6, 0, 7.6, 6.6, 2.6, "l", "r", "") +
      `<path class="c" d="M${a.x1} ${a.y1}Q${a.x1 + 3} ${a.y1 - 33} ${(a.x1 + a.x2) / 2 + 2} ${(a.y1 + a.y2) / 2 - 22}L${(b.x1 + b.x2) / 2 + 2} ${(b.y1 + b.y2) / 2 - 22}Q${b.x1 + 3} ${b.y1 - 33} ${b.x1} ${b.y1}Z"/>` +
      `<path class="r" d="M${b.x1} ${b.y1}C${b.x1 + 2} ${b.y1 - 33} ${b.x2 - 6} ${b.y2 - 26} ${b.x2} ${b.y2}Z"/>` +
      windowsRight(8.6, 1.9, 0.3, 6, 2.2, 4, 1, 0.72) +
      windowsLeft(1, 8.2, 0.4, 7.6, 1.8, 6, 1, 0.5) +
      `<circle class="w" cx="${(b.x1 + b.x2) / 2}" cy="${(b.y1 + b.y2) / 2 - 11}" r="5.4"/>` +
      `<path class="s" d="M${(b.x1 + b.x2) / 2} ${(b.y1 + b.y2) / 2 - 14.6}v3.6l2.6 1.6"/>`
    );
  })(),
  // stepped glass with a flat top
  OF:
    ground() +
    box(1.6, 1.6, 0, 6.8, 6.8, 4.4) +
    windowsLeft(1.6, 8.4, 0.6, 6.8, 3.6, 4, 2, 0.7) +
    windowsRight(8.4, 1.6, 0.6, 6.8, 3.6, 4, 2, 0.7) +
    box(2.6, 2.6, 4.4, 4.8, 4.8, 4.6) +
    windowsLeft(2.6, 7.4, 4.7, 4.8, 4, 3, 3, 0.7) +
    windowsRight(7.4, 2.6, 4.7, 4.8, 4, 3, 3, 0.7) +
    box(3.8, 3.8, 9, 2.4, 2.4, 1.2, "c", "k", "c"),
  // twin towers joined by a bridge
  TC:
    ground() +
    box(0.8, 3.2, 0, 3.4, 3.4, 11.6, "l", "r", "") +
    pyramid(0.8, 3.2, 11.6, 3.4, 3.4, 2.4) +
    windowsLeft(0.8, 6.6, 0.6, 3.4, 10.4, 2, 8, 0.6) +
    box(4, 4.2, 5.6, 2.2, 1.4, 1.2, "c", "k", "c") +
    box(5.8, 3.2, 0, 3.4, 3.4, 10, "l", "r", "") +
    windowsLeft(5.8, 6.6, 0.6, 3.4, 9, 2, 7, 0.6) +
    windowsRight(9.2, 3.2, 0.6, 3.4, 9, 2, 7, 0.6) +
    pyramid(5.8, 3.2, 10, 3.4, 3.4, 2.4) +
    stroke("s", [2.5, 4.9, 14], [2.5, 4.9, 15.6]),
};
