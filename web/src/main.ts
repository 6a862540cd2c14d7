import "@fontsource-variable/atkinson-hyperlegible-next/wght.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { settings } from "./lib/settings.svelte";
import { words } from "./lib/words.svelte";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/buildings.css";

document.documentElement.lang = words.language;
settings.follow();
mount(App, { target: document.getElementById("app")! });
if ("serviceWorker" in navigator && import.meta.env.PROD) void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
