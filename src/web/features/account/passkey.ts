// The passkey support of the browser, and the passkey ceremonies of the account client.
import { m } from "#messages";
import { logError } from "#web/data/log.ts";
import type { ChangeAccount } from "#web/data/mutation.ts";
import { type AccountClient, withAccountClient } from "#web/data/session/account-client.ts";
import { importOptional } from "#web/ui/fields/optional-imports.ts";

/** Whether this browser supports passkeys. */
export const supportsPasskeys = (): boolean => typeof PublicKeyCredential !== "undefined";

/** Whether this device can store a passkey itself, protected by a fingerprint, a face or a PIN. */
export const canStorePasskey = async (): Promise<boolean> =>
  supportsPasskeys() && (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable());

/** Adds a passkey to the account, and names it after this browser and device. */
export async function addPasskey(change: ChangeAccount) {
  // A name passed here would replace the user's name in the device's own list of passkeys.
  const response = await change((account) => account.passkey.addPasskey());
  if (!response.data) return response;
  const name = getDevice(navigator.userAgent).words;
  await change((account) => account.passkey.updatePasskey({ id: response.data.id, name }));
  return response;
}

/** Informs the browser's password manager that a passkey was deleted, so that it is no longer offered. */
export async function signalDeletedPasskey(credentialId: string): Promise<void> {
  if (!supportsPasskeys()) return;
  await PublicKeyCredential.signalUnknownCredential?.({ rpId: location.hostname, credentialId });
}

/** Less than the five minutes for which a challenge is valid. */
const RENEWED_EVERY_MS = 4 * 60_000;
const STOP = { everyMs: 20, tries: 100 };

type SignInResult = Awaited<ReturnType<AccountClient["signIn"]["passkey"]>>;

/**
 * Makes the browser offer passkeys at the e-mail field; `answered` is called with each result. Returns a function that ends
 * this; after its promise has resolved, another ceremony may start.
 */
export function offerPasskeys(onResult: (response: SignInResult) => void): () => Promise<void> {
  let isEnded = false;
  const runCeremony = async () => {
    if (!supportsPasskeys() || !(await PublicKeyCredential.isConditionalMediationAvailable?.()) || isEnded) return;
    const response = await withAccountClient((account) => account.signIn.passkey({ autoFill: true }));
    if (!isEnded || response.data) onResult(response);
  };
  // Optional: without a result the page works as without passkeys.
  const offer = () => runCeremony().catch((error: unknown) => logError("Passkeys at the e-mail field", error));
  let offering = offer();
  // A new offer ends the previous one.
  const renewal = setInterval(() => {
    offering = offer();
  }, RENEWED_EVERY_MS);
  return async () => {
    isEnded = true;
    clearInterval(renewal);
    let hasStopped = false;
    void offering.finally(() => {
      hasStopped = true;
    });
    // Loaded together with the account client, without which no ceremony can start.
    const library = await importOptional(() => import("@simplewebauthn/browser"));
    // Until the challenge has arrived there is no ceremony to cancel, so try several times.
    for (let tries = 0; tries < STOP.tries; tries += 1) {
      library?.WebAuthnAbortService.cancelCeremony();
      await new Promise((resolve) => setTimeout(resolve, STOP.everyMs));
      if (hasStopped) return;
    }
  };
}

type Device = {
  /** "Firefox on Windows", as far as it can be derived. */
  words: string;
  isHandheld: boolean;
};

/** The first match counts, because most browsers also contain the names of those they are based on. */
const BROWSERS = [
  [/\bEdg(?:A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOpera\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
] as const;

const SYSTEMS = [
  [/\biPad\b/, "iPad"],
  [/\biPhone\b/, "iPhone"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
] as const;

const HANDHELD: ReadonlySet<string> = new Set(["iPad", "iPhone", "Android"]);

/** Returns the readable name of the device with this User-Agent. */
export function getDevice(userAgent: string): Device {
  const findName = (kinds: typeof BROWSERS | typeof SYSTEMS) => kinds.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = findName(BROWSERS);
  const system = findName(SYSTEMS);
  const name =
    browser && system
      ? m.account_browser_on_system({ browser, system })
      : (browser ?? system ?? m.account_unknown_device());
  return { words: name, isHandheld: system !== undefined && HANDHELD.has(system) };
}
