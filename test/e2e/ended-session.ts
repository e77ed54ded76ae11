// Ends sessions from another device, for tests of the page's reaction.
import type { Browser, Page } from "@playwright/test";
import { type Person, post, signInElsewhere } from "./site.ts";

export const EXPIRED = "Your session has expired. Please sign in again.";

export const getNotice = (page: Page) => page.getByRole("alert", { name: "Session expired" });

/** Signs out every other device of the person. */
export async function revokeElsewhere(browser: Browser, person: Person): Promise<void> {
  const otherDevice = await signInElsewhere(browser, person);
  await post(otherDevice, "/api/auth/revoke-other-sessions");
  await otherDevice.context().close();
}

/** Simulates that the tab becomes visible again. */
export const showTab = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
