// Simulates a device with passkeys by Chromium's virtual authenticator.
import type { Page } from "@playwright/test";
import { expect } from "./browser-test.ts";
import { open } from "./site.ts";

export type Device = {
  /** Sets whether user verification, such as a fingerprint, succeeds from now on. */
  verify(isSuccessful: boolean): Promise<void>;
};

/** Adds an authenticator that stores passkeys and always confirms the user's presence. */
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

/** Disables passkey autofill; otherwise the virtual device signs in as soon as the sign-in page opens. */
export const disableAutofill = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });

export const getPasskeyRows = (page: Page) => page.getByRole("listitem").filter({ hasText: "Added" });

/** Adds a passkey on the Security tab. */
export async function addPasskey(page: Page): Promise<void> {
  await open(page, "/account?tab=security");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(getPasskeyRows(page)).toHaveCount(1);
}

export const getPasskeyButton = (page: Page) => page.getByRole("button", { name: "Sign in with a passkey" });
