// Who the bots are. Asked of the server once; what is drawn before it has answered goes without faces.
import { getContext, setContext } from "svelte";
import { ask } from "../lib/api";
import type { Character, CharacterList } from "../lib/wire";

class Cast {
  all = $state.raw<readonly Character[]>([]);
  private asked: Promise<void> | null = null;

  /** Brings them; what failed is asked again. */
  bring(): Promise<void> {
    this.asked ??= ask<CharacterList>("GET", "/characters").then(
      ({ characters }) => void (this.all = characters),
      () => void (this.asked = null),
    );
    return this.asked;
  }

  of(character: string | null | undefined): Character | null {
    return this.all.find((each) => each.character === character) ?? null;
  }
}

export const cast = new Cast();

type Seated = (seat: number) => string | null | undefined;
const KEY = Symbol("who sits where");

/** Says for all that is drawn below who plays which seat; nobody's is a person's. */
export function seatCharacters(seated: Seated) {
  setContext(KEY, seated);
  void cast.bring();
}

/** Whose face a seat has, where a character plays it. To be asked for while a component begins. */
export const seatedHere = (): Seated => getContext<Seated | undefined>(KEY) ?? (() => null);
