// The user's device as far as passkeys are concerned: Chromium's virtual authenticator.
import type { Page } from "@playwright/test";
import { expect } from "./browser-test.ts";
import { open } from "./site.ts";

export type Device = {
  /** Sets whether user verification (the fingerprint) succeeds from now on. */
  verify(right: boolean): Promise<void>;
};

/** A device that keeps passkeys, its person present whenever one is asked for. */
export async function addDevice(page: Page): Promise<Device> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    verify: async (isUserVerified) => {
      await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
    },
  };
}

/** Else the virtual device signs in by itself, as soon as the sign-in page is there. */
export const switchAutofillOff = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });

export const passkeyRows = (page: Page) => page.getByRole("listitem").filter({ hasText: "Added" });

/** Adds a passkey on the Security tab. */
export async function addPasskey(page: Page): Promise<void> {
  await open(page, "/account?tab=security");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(passkeyRows(page)).toHaveCount(1);
}

export const passkeyButton = (page: Page) => page.getByRole("button", { name: "Sign in with a passkey" });
