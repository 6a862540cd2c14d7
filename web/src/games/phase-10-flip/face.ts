// What stands on a face, as the sheet of the table tells it, in words. A code is a name: nobody takes it apart.
import type { Sheet } from "./phase";
import { say } from "./words";

export type Face = Sheet["faces"][string];
export type Suit = NonNullable<Face["suit"]>;
export const SUITS: readonly Suit[] = ["red", "yellow", "green", "blue"];

/** A face in words; none is a face that one may not see. */
export function faceWords(face: Face | null | undefined): string {
  if (!face) return say("face-unknown");
  const { suit, number, star, flips } = face;
  const values = { number: String(number), colour: suit ? say(`colour-${suit}`) : "" };
  const shown = say(`face-${suit ? "colour" : "wild"}${star ? "-star" : ""}`, values);
  return flips ? say("face-flip", { face: shown }) : shown;
}

/** A card on the table in words: a Star says what it stands for. */
export const laidWords = (face: Face | null | undefined, value: number) =>
  face?.star ? say("lay-star", { face: faceWords(face), number: value }) : faceWords(face);
