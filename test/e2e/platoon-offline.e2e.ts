// @rest
// The locker of a platoon without a network: it can be read but not changed, and it is deleted when the user leaves the platoon.
import type { Page } from "@playwright/test";
import { expectNoAxeViolations } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { LONG_TIMEOUT, listStoredKeys, openStoredLocker } from "./pages/offline.ts";
import {
  createOtherUser,
  createOwnPlatoon,
  getButton,
  getDialog,
  getLoadoutCard,
  getMain,
  getTab,
  getTitle,
  propose,
} from "./pages/platoons.ts";
import { call } from "./platoon.ts";
import { getAccountButton, open, saveLoadout, signUpAndIn } from "./site.ts";

test.use({ serviceWorkers: "allow" });

/** Returns the keys of the data that the device stores of a platoon. */
const listPlatoonKeys = async (page: Page, id: string) =>
  (await listStoredKeys(page)).filter((key) => key.includes(id));

test("the locker of a platoon opens without a network, as it was last read, and cannot be changed", async ({
  page,
  context,
}) => {
  const person = await signUpAndIn(page);
  const { id, name, address } = await createOwnPlatoon(page);
  await saveLoadout(page, "Rush medic");
  await openStoredLocker(page, "Rush medic");
  await open(page, address);
  await propose(page, { loadout: "Rush medic", action: "Publish" });
  await getLoadoutCard(page, "Rush medic").click();
  await expect(page.getByRole("heading", { level: 2, name: "Rush medic" })).toBeVisible();
  await expect
    .poll(() => listPlatoonKeys(page, id))
    .toEqual(expect.arrayContaining([expect.stringContaining("locker.get")]));
  await context.setOffline(true);
  await open(page, address);
  await expect(getTitle(page, name)).toBeVisible();
  await expect(page.getByText(/^Offline · as of \d\d:\d\d/)).toBeVisible(LONG_TIMEOUT);
  await expect(getMain(page)).toContainText("You're offline: this is the platoon's locker as you last opened it.");
  await expect(getButton(page, "Propose a loadout")).toBeDisabled();
  await expect(getButton(page, "Import loadouts")).toBeDisabled();
  await expectNoAxeViolations(page);
  const search = getMain(page).getByLabel("Search the platoon's loadouts");
  await search.fill("sniper");
  await expect(getLoadoutCard(page, "Rush medic")).toHaveCount(0);
  await search.fill("medic");
  await getLoadoutCard(page, "Rush medic").click();
  await expect(getMain(page)).toContainText("Version 1");
  await expect(getButton(page, "Remove")).toBeDisabled();
  await expect(getButton(page, "Unpublish")).toBeDisabled();
  await getButton(page, "All loadouts of the platoon").click();
  await expect(getLoadoutCard(page, "Rush medic")).toBeVisible();
  await context.setOffline(false);
  await expect(getButton(page, "Propose a loadout")).toBeEnabled(LONG_TIMEOUT);
  await getAccountButton(page, person.name).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/");
  expect(await listStoredKeys(page)).toEqual([]);
});

test("the device deletes a platoon's data when the user leaves or is removed", async ({ page, browser }) => {
  const otherUser = await createOtherUser(browser);
  const { id, address } = await createOwnPlatoon(otherUser.page);
  const person = await signUpAndIn(page);
  const join = async () => {
    const invitation = await call(otherUser.page, "invite-member", {
      email: person.email,
      role: "member",
      organizationId: id,
    });
    await call(page, "accept-invitation", { invitationId: invitation.id });
    await open(page, address);
    await expect(getMain(page)).toContainText("No one has shared a loadout here yet.");
    await expect.poll(() => listPlatoonKeys(page, id)).not.toEqual([]);
  };
  await join();
  await getTab(page, "Members").click();
  await getButton(page, "Leave platoon").click();
  await getDialog(page).getByRole("button", { name: "Leave platoon" }).click();
  await expect(getMain(page)).toContainText("You're not in a platoon yet.");
  await expect.poll(() => listPlatoonKeys(page, id)).toEqual([]);

  await join();
  await call(otherUser.page, "remove-member", { memberIdOrEmail: person.email, organizationId: id });
  await expect(page.getByText("You are no longer in this platoon.")).toBeVisible();
  await expect.poll(() => listPlatoonKeys(page, id)).toEqual([]);
  await otherUser.otherContext.close();
});
