// What a browser can do with passkeys, and the two ceremonies around the account client's own.
import { m } from "#messages";
import { logError } from "#web/data/log.ts";
import type { ChangeAccount } from "#web/data/mutation.ts";
import { type AccountClient, withAccountClient } from "#web/data/session/account-client.ts";
import { importOptional } from "#web/ui/fields/optional-imports.ts";

/** True where this browser knows passkeys. */
export const knowsPasskeys = (): boolean => typeof PublicKeyCredential !== "undefined";

/** True where this device can keep a passkey by itself, behind a finger, a face or a PIN. */
export const canKeepPasskey = async (): Promise<boolean> =>
  knowsPasskeys() && (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable());

/** Adds a passkey to the account, named after this browser and its device. */
export async function addPasskey(change: ChangeAccount) {
  // A name given here would stand in the device's own list in place of the person's.
  const answer = await change((account) => account.passkey.addPasskey());
  if (!answer.data) return answer;
  const name = getDevice(navigator.userAgent).words;
  await change((account) => account.passkey.updatePasskey({ id: answer.data.id, name }));
  return answer;
}

/** Reports to the browser's password manager that a passkey was deleted, so that it is no longer offered. */
export async function forgetPasskey(credentialId: string): Promise<void> {
  if (!knowsPasskeys()) return;
  await PublicKeyCredential.signalUnknownCredential?.({ rpId: location.hostname, credentialId });
}

/** Less than the five minutes that a challenge lives. */
const RENEWED_EVERY_MS = 4 * 60_000;
const STOP = { everyMs: 20, tries: 100 };

type SignIn = Awaited<ReturnType<AccountClient["signIn"]["passkey"]>>;

/**
 * Makes the browser offer passkeys at the e-mail field; `answered` is called with each result. Returns a function that
 * ends this; once its promise resolves, another ceremony may begin.
 */
export function offerPasskeys(answered: (answer: SignIn) => void): () => Promise<void> {
  let ended = false;
  const ask = async () => {
    if (!knowsPasskeys() || !(await PublicKeyCredential.isConditionalMediationAvailable?.()) || ended) return;
    const answer = await withAccountClient((account) => account.signIn.passkey({ autoFill: true }));
    if (!ended || answer.data) answered(answer);
  };
  // Optional: without a result the page works as without passkeys.
  const offer = () => ask().catch((error: unknown) => logError("Passkeys at the e-mail field", error));
  let offering = offer();
  // A new offer ends the one before.
  const renewal = setInterval(() => {
    offering = offer();
  }, RENEWED_EVERY_MS);
  return async () => {
    ended = true;
    clearInterval(renewal);
    let isOver = false;
    void offering.finally(() => {
      isOver = true;
    });
    // It comes with the account client, before which no ceremony can begin.
    const library = await importOptional(() => import("@simplewebauthn/browser"));
    // While the challenge is still on its way there is nothing to cancel yet.
    for (let tries = 0; tries < STOP.tries; tries += 1) {
      library?.WebAuthnAbortService.cancelCeremony();
      await new Promise((resolve) => setTimeout(resolve, STOP.everyMs));
      if (isOver) return;
    }
  };
}

type Device = {
  /** "Firefox on Windows", as far as it can be derived. */
  words: string;
  isHandheld: boolean;
};

/** The first that fits names it: most browsers also name those they descend from. */
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

/** What a person calls the device that sent this User-Agent. */
export function getDevice(userAgent: string): Device {
  const nameIn = (kinds: typeof BROWSERS | typeof SYSTEMS) => kinds.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = nameIn(BROWSERS);
  const system = nameIn(SYSTEMS);
  const words =
    browser && system
      ? m.account_browser_on_system({ browser, system })
      : (browser ?? system ?? m.account_unknown_device());
  return { words, isHandheld: system !== undefined && HANDHELD.has(system) };
}
