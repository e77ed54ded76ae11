// @rest
// Every screen in both themes: nothing that axe can find at level A or AA, and no sideways scroll on a small phone.

import { SCREENS } from "#test/harness/browser/screens.ts";
import { SITE } from "#test/harness/ports.ts";
import { expectNoSidewaysScroll, expectNothingFound } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { addDevice, addPasskey, passkeyRows } from "./device.ts";
import { button, dialog, main, members, newMember, ownPlatoon } from "./pages/platoons.ts";
import { call, invite } from "./platoon.ts";
import { chooseIn, open, signUpAndIn, signUpOnPages } from "./site.ts";

const TABS = ["profile", "security", "sessions", "connections", "data"];

test.describe("in both themes", () => {
  test("the account of a member is accessible, and no wider than a small phone", async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await signUpAndIn(page);
    for (const tab of TABS) {
      await page.goto(`/account?tab=${tab}`, { waitUntil: "networkidle" });
      await expectNothingFound(page);
      await expectNoSidewaysScroll(page);
    }
    await page.getByRole("button", { name: "Delete account" }).click();
    await expectNothingFound(page);
  });

  test("a passkey, a code and an invitation are accessible, and no wider than a small phone", async ({
    page,
    browser,
  }) => {
    const expectFit = async () => {
      await expectNothingFound(page);
      await expectNoSidewaysScroll(page);
    };
    await page.setViewportSize({ width: 320, height: 640 });
    await addDevice(page);
    const person = await signUpOnPages(page);
    await expect(page.getByRole("button", { name: "Not now" })).toBeVisible();
    await expectFit();
    await addPasskey(page);
    // From the top: what the bar lies over is too small a target.
    await open(page, "/account?tab=security");
    await expect(passkeyRows(page)).toHaveCount(1);
    await expectFit();
    await page.getByRole("button", { name: /^Rename/ }).click();
    await expectFit();
    const { address, owner } = await invite(browser, person.email, "admin");
    await open(page, address);
    await expect(page.getByRole("button", { name: "Join" })).toBeVisible();
    await expectFit();
    await page.context().clearCookies();
    await open(page, "/login?mode=otp");
    await page.getByLabel("E-mail").fill(person.email);
    await page.getByRole("button", { name: "Send a code" }).click();
    await page.getByLabel("Code").fill("000000");
    await expect(page.getByRole("alert")).toBeVisible();
    await expectFit();
    await owner.close();
  });

  test("every section of platoons is accessible, and no wider than a small phone", async ({ page, browser }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    const expectFit = async () => {
      await expectNothingFound(page);
      await expectNoSidewaysScroll(page);
    };
    const person = await signUpAndIn(page);
    await page.goto("/platoons", { waitUntil: "networkidle" });
    await expectFit();
    await button(page, "Create platoon").click();
    await expectFit();
    const { address, id } = await ownPlatoon(page);
    const guest = await newMember(page, browser, id, "owner");
    const email = `someone.with.a.long.address.${process.pid}@example.com`;
    await call(page, "invite-member", { email, role: "member", organizationId: id });
    const { owner } = await invite(browser, person.email);
    await page.goto("/platoons", { waitUntil: "networkidle" });
    await expect(button(page, "Join Night Owls")).toBeVisible();
    await expectFit();
    await open(page, `${address}&tab=members`);
    await expect(members(page)).toHaveCount(2);
    await expectFit();
    for (const ask of [
      () => button(page, "Leave platoon").click(),
      () => button(page, `Remove ${guest.person.name}`).click(),
      () => chooseIn(main(page), `Role of ${person.name}`, "Member"),
    ]) {
      await ask();
      await expect(dialog(page).getByRole("button", { name: "Cancel" })).toBeVisible();
      await expectFit();
      await dialog(page).getByRole("button", { name: "Cancel" }).click();
    }
    await open(page, `${address}&tab=settings`);
    await expectFit();
    await button(page, "Delete platoon").click();
    await expectFit();
    await owner.close();
    await guest.place.close();
  });

  test("the mailbox is accessible", async ({ browser }) => {
    // It is shown to this machine alone, so without the address of another.
    const place = await browser.newContext({ extraHTTPHeaders: {} });
    const page = await place.newPage();
    await page.goto(`${SITE}/mailbox`);
    await expect(page.getByRole("heading", { name: "Mailbox" })).toBeVisible();
    await expectNothingFound(page);
    await place.close();
  });
});

for (const [name, path] of Object.entries(SCREENS)) {
  test(`${name}, ${path} is accessible in both themes, and does not scroll sideways at 320 px`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(path, { waitUntil: "networkidle" });
    await expectNothingFound(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
  });
}
