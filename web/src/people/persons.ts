// People have faces, too: drawn from their names, the same for one name everywhere. No bot has hair like theirs.
import type { FaceParts } from "../lib/wire";

const HAIR = ["pixie", "ponytail", "mohawk", "curtains", "mop", "ringlets", "undercut", "side-braid", "peak", "two-buns", "flat-top"];
const WEARS = [[], [], ["freckles"], ["glasses"], ["earrings"], ["headband"], ["glasses", "freckles"]];
const [SKINS, SHADES] = [5, 4];

/** A number for a text, the same in every browser (FNV-1a). */
function numberOf(text: string): number {
  let found = 0x811c9dc5;
  for (const sign of text) found = Math.imul(found ^ sign.codePointAt(0)!, 0x01000193) >>> 0;
  return found;
}

/** The face of somebody of that name; how it is written, large or small, makes no difference. */
export function personFace(name: string): FaceParts {
  let left = numberOf(name.trim().normalize("NFC").toLowerCase());
  const one = (of: number) => {
    const found = left % of;
    left = Math.floor(left / of);
    return found;
  };
  return { hair: HAIR[one(HAIR.length)]!, wears: [...WEARS[one(WEARS.length)]!], skin: 1 + one(SKINS), shade: 1 + one(SHADES) };
}
