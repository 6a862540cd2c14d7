// Devices that are told of one's turn while no page is open: the browser's push service, and ours.
import { ask, introduce, rememberedName } from "./api";
import type { PushKey } from "./wire";
import { t, words } from "./words.svelte";

export const canBeTold = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
const subscription = async () => (canBeTold() ? ((await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null) : null);
export const isTold = async () => (await subscription().catch(() => null)) !== null && Notification.permission === "granted";

const toText = (bytes: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** Lets this device be told; refuses in words. */
export async function tellMe(): Promise<void> {
  if (!canBeTold()) throw new Error(t("push-impossible"));
  if ((await Notification.requestPermission()) !== "granted") throw new Error(t("push-denied"));
  await introduce(rememberedName());
  const { key } = await ask<PushKey>("GET", "/push");
  const worker = await navigator.serviceWorker.ready;
  let made: PushSubscription;
  try {
    made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  } catch {
    throw new Error(t("push-failed"));
  }
  try {
    const keys = { p256dh: toText(made.getKey("p256dh")), auth: toText(made.getKey("auth")) };
    await ask<void>("POST", "/me/push", { endpoint: made.endpoint, ...keys, language: words.language });
  } catch (error) {
    await made.unsubscribe();
    throw error;
  }
}

export async function tellMeNoMore(): Promise<void> {
  const made = await subscription();
  if (!made) return;
  await ask<void>("POST", "/me/push/stop", { endpoint: made.endpoint }).catch(() => undefined);
  await made.unsubscribe();
}
