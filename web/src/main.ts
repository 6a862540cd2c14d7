import { mount } from "svelte";
import App from "./App.svelte";
import { settings } from "./lib/settings.svelte";
import { words } from "./lib/words.svelte";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";

document.documentElement.lang = words.language;
settings.follow();
// Words are first drawn in the letters they keep: later ones have other widths, and everything would jump. Letters that
// take longer than a moment are left for the next visit (`font-display: optional`).
const letters = document.fonts.load('1em "Atkinson Hyperlegible Next Variable"').catch(() => undefined);
const patience = new Promise((resolve) => setTimeout(resolve, 1_000));
void Promise.race([letters, patience]).then(() => mount(App, { target: document.getElementById("app")! }));
if ("serviceWorker" in navigator && import.meta.env.PROD) void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
