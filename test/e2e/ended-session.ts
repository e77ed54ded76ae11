// A session that ends elsewhere, for stories about what the page shows then.
import type { Browser, Page } from "@playwright/test";
import { type Person, post, signInElsewhere } from "./site.ts";

export const EXPIRED = "Your session has expired. Please sign in again.";

export const notice = (page: Page) => page.getByRole("alert", { name: "Session expired" });

/** Signs out every other device of the person. */
export async function revokeElsewhere(browser: Browser, person: Person): Promise<void> {
  const elsewhere = await signInElsewhere(browser, person);
  await post(elsewhere, "/api/auth/revoke-other-sessions");
  await elsewhere.context().close();
}

/** What a browser does when its tab is looked at again. */
export const lookAt = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
