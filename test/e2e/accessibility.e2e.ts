// @rest
// Every screen meets axe's rules of levels A and AA in both themes, and does not scroll sideways on a small phone.

import { SCREENS } from "#test/harness/browser/screens.ts";
import { SITE } from "#test/harness/ports.ts";
import { expectNoAxeViolations, expectNoHorizontalScroll } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { addDevice, addPasskey, getPasskeyRows } from "./device.ts";
import { addMember, createOwnPlatoon, getButton, getDialog, getMain, getMembers } from "./pages/platoons.ts";
import { call, invite } from "./platoon.ts";
import { chooseOption, open, signUpAndIn, signUpOnPages } from "./site.ts";

const TABS = ["profile", "security", "sessions", "connections", "data"];

test.describe("in both themes", () => {
  test("the account of a member is accessible, and no wider than a small phone", async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await signUpAndIn(page);
    for (const tab of TABS) {
      await page.goto(`/account?tab=${tab}`, { waitUntil: "networkidle" });
      await expectNoAxeViolations(page);
      await expectNoHorizontalScroll(page);
    }
    await page.getByRole("button", { name: "Delete account" }).click();
    await expectNoAxeViolations(page);
  });

  test("a passkey, a code and an invitation are accessible, and no wider than a small phone", async ({
    page,
    browser,
  }) => {
    const expectFit = async () => {
      await expectNoAxeViolations(page);
      await expectNoHorizontalScroll(page);
    };
    await page.setViewportSize({ width: 320, height: 640 });
    await addDevice(page);
    const person = await signUpOnPages(page);
    await expect(page.getByRole("button", { name: "Not now" })).toBeVisible();
    await expectFit();
    await addPasskey(page);
    // Opened again to scroll to the top, because axe rejects targets that the sticky bar covers.
    await open(page, "/account?tab=security");
    await expect(getPasskeyRows(page)).toHaveCount(1);
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
      await expectNoAxeViolations(page);
      await expectNoHorizontalScroll(page);
    };
    const person = await signUpAndIn(page);
    await page.goto("/platoons", { waitUntil: "networkidle" });
    await expectFit();
    await getButton(page, "Create platoon").click();
    await expectFit();
    const { address, id } = await createOwnPlatoon(page);
    const guest = await addMember(page, browser, id, "owner");
    const email = `someone.with.a.long.address.${process.pid}@example.com`;
    await call(page, "invite-member", { email, role: "member", organizationId: id });
    const { owner } = await invite(browser, person.email);
    await page.goto("/platoons", { waitUntil: "networkidle" });
    await expect(getButton(page, "Join Night Owls")).toBeVisible();
    await expectFit();
    await open(page, `${address}&tab=members`);
    await expect(getMembers(page)).toHaveCount(2);
    await expectFit();
    for (const openDialog of [
      () => getButton(page, "Leave platoon").click(),
      () => getButton(page, `Remove ${guest.person.name}`).click(),
      () => chooseOption(getMain(page), `Role of ${person.name}`, "Member"),
    ]) {
      await openDialog();
      await expect(getDialog(page).getByRole("button", { name: "Cancel" })).toBeVisible();
      await expectFit();
      await getDialog(page).getByRole("button", { name: "Cancel" }).click();
    }
    await open(page, `${address}&tab=settings`);
    await expectFit();
    await getButton(page, "Delete platoon").click();
    await expectFit();
    await owner.close();
    await guest.otherContext.close();
  });

  test("the mailbox is accessible", async ({ browser }) => {
    // The mailbox is shown only to local clients, so the request must not have a forwarded address.
    const newContext = await browser.newContext({ extraHTTPHeaders: {} });
    const page = await newContext.newPage();
    await page.goto(`${SITE}/mailbox`);
    await expect(page.getByRole("heading", { name: "Mailbox" })).toBeVisible();
    await expectNoAxeViolations(page);
    await newContext.close();
  });
});

for (const [name, path] of Object.entries(SCREENS)) {
  test(`${name}, ${path} is accessible in both themes, and does not scroll sideways at 320 px`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(path, { waitUntil: "networkidle" });
    await expectNoAxeViolations(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoHorizontalScroll(page);
  });
}
