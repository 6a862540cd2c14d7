// What a player has chosen for this browser. Kept in local storage, nowhere else.

export type Theme = "auto" | "light" | "dark" | "contrast";
export type Speed = "slow" | "normal" | "fast" | "off";

interface Kept {
  theme: Theme;
  speed: Speed;
  sound: boolean;
  counter: boolean;
  odds: boolean;
  notify: boolean;
  coach: boolean;
  /** Whether what others say is shown to me. */
  chat: boolean;
}

const fresh: Kept = { theme: "auto", speed: "normal", sound: true, counter: true, odds: true, notify: false, coach: false, chat: true };

function kept(): Kept {
  try {
    return { ...fresh, ...(JSON.parse(localStorage.getItem("verso-settings") ?? "{}") as Partial<Kept>) };
  } catch {
    return fresh;
  }
}

class Settings {
  values = $state<Kept>(kept());

  set<Key extends keyof Kept>(key: Key, value: Kept[Key]) {
    this.values = { ...this.values, [key]: value };
    localStorage.setItem("verso-settings", JSON.stringify(this.values));
    if (key === "theme") this.show();
  }

  /** Puts the theme on the page. */
  show() {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const contrast = matchMedia("(prefers-contrast: more)").matches;
    const { theme } = this.values;
    document.documentElement.dataset.theme = theme !== "auto" ? theme : contrast ? "contrast" : dark ? "dark" : "light";
  }

  follow() {
    this.show();
    for (const query of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"])
      matchMedia(query).addEventListener("change", () => this.show());
  }

  /** How long things take, as a factor; 0 when nothing should move. */
  get pace(): number {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    return still ? 0 : { slow: 1.8, normal: 1, fast: 0.5, off: 0 }[this.values.speed];
  }
}

export const settings = new Settings();
