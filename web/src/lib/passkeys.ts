// Passkeys: made and asked for by the browser, checked by the server. Bytes travel as base64url.
import { ask, introduce, rememberedName } from "./api";
import type { Passkey, PasskeyChallenge, PasskeyList, Welcome } from "./wire";
import { t } from "./words.svelte";

/** Why there can be none here, in words; null if there can. A site is known by its name, and only by https. */
export function whyNot(): string | null {
  const named = !/^[\d.]+$|:|^\[/.test(location.hostname);
  if (!isSecureContext || !named) return t("passkeys-need-https");
  return "PublicKeyCredential" in window ? null : t("passkeys-no-browser");
}

const toBytes = (text: string) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
const toText = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

type Options = Record<string, any>;
const withBytes = (each: Options) => ({ ...each, id: toBytes(each.id) });

/** The browser asks its person; whoever says no gets a sentence, not an error. */
async function byBrowser(work: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const found = await work();
    if (found) return found as PublicKeyCredential;
  } catch (error) {
    if ((error as Error).name === "InvalidStateError") throw new Error(t("passkey-known"));
  }
  throw new Error(t("passkey-cancelled"));
}

function answer(credential: PublicKeyCredential, parts: Record<string, ArrayBuffer | null>) {
  const response = Object.fromEntries(Object.entries(parts).flatMap(([name, bytes]) => (bytes ? [[name, toText(bytes)]] : [])));
  return { credential: { id: credential.id, rawId: toText(credential.rawId), type: credential.type, response } };
}

export const myPasskeys = () => ask<PasskeyList>("GET", "/me/passkeys");
export const removePasskey = (passkey: string) => ask<void>("DELETE", `/me/passkeys/${passkey}`);

/** Makes a passkey for whoever plays here. */
export async function makePasskey(): Promise<Passkey> {
  await introduce(rememberedName());
  const { options } = await ask<PasskeyChallenge>("POST", "/me/passkeys/challenge", {});
  const given = options as Options;
  const publicKey = {
    ...given,
    challenge: toBytes(given.challenge),
    user: withBytes(given.user),
    excludeCredentials: (given.excludeCredentials ?? []).map(withBytes),
  } as unknown as PublicKeyCredentialCreationOptions;
  const made = await byBrowser(() => navigator.credentials.create({ publicKey }));
  const { clientDataJSON, attestationObject } = made.response as AuthenticatorAttestationResponse;
  return ask<Passkey>("POST", "/me/passkeys", answer(made, { clientDataJSON, attestationObject }));
}

/** Lets whoever has a passkey be themselves here. */
export async function openWithPasskey(): Promise<Welcome> {
  const { options } = await ask<PasskeyChallenge>("POST", "/passkeys/challenge", {});
  const given = options as Options;
  const publicKey = { ...given, challenge: toBytes(given.challenge), allowCredentials: [] } as unknown as PublicKeyCredentialRequestOptions;
  const found = await byBrowser(() => navigator.credentials.get({ publicKey }));
  const { clientDataJSON, authenticatorData, signature, userHandle } = found.response as AuthenticatorAssertionResponse;
  const welcome = await ask<Welcome>("POST", "/passkeys/sign-in", answer(found, { clientDataJSON, authenticatorData, signature, userHandle }));
  localStorage.setItem("verso-name", welcome.name);
  return welcome;
}
