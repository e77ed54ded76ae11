// @rest
// The locker of a platoon without a network: what was read is there, changes are not, and who left finds nothing.
import type { Page } from "@playwright/test";
import { expectNothingFound } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { openSettled, PATIENCE, storedKeys } from "./pages/offline.ts";
import { button, dialog, elsewhere, loadoutCard, main, ownPlatoon, propose, tab, title } from "./pages/platoons.ts";
import { call } from "./platoon.ts";
import { accountButton, open, saveLoadout, signUpAndIn } from "./site.ts";

test.use({ serviceWorkers: "allow" });

/** What the device stores of platoons that are named by an id. */
const storedOf = async (page: Page, id: string) => (await storedKeys(page)).filter((key) => key.includes(id));

test("the locker of a platoon opens without a network, as it was last read, and cannot be changed", async ({
  page,
  context,
}) => {
  const person = await signUpAndIn(page);
  const { id, name, address } = await ownPlatoon(page);
  await saveLoadout(page, "Rush medic");
  await openSettled(page, "Rush medic");
  await open(page, address);
  await propose(page, { loadout: "Rush medic", action: "Publish" });
  await loadoutCard(page, "Rush medic").click();
  await expect(page.getByRole("heading", { level: 2, name: "Rush medic" })).toBeVisible();
  await expect.poll(() => storedOf(page, id)).toEqual(expect.arrayContaining([expect.stringContaining("locker.get")]));
  await context.setOffline(true);
  await open(page, address);
  await expect(title(page, name)).toBeVisible();
  await expect(page.getByText(/^Offline · as of \d\d:\d\d/)).toBeVisible(PATIENCE);
  await expect(main(page)).toContainText("You're offline: this is the platoon's locker as you last opened it.");
  await expect(button(page, "Propose a loadout")).toBeDisabled();
  await expect(button(page, "Import loadouts")).toBeDisabled();
  await expectNothingFound(page);
  const search = main(page).getByLabel("Search the platoon's loadouts");
  await search.fill("sniper");
  await expect(loadoutCard(page, "Rush medic")).toHaveCount(0);
  await search.fill("medic");
  await loadoutCard(page, "Rush medic").click();
  await expect(main(page)).toContainText("Version 1");
  await expect(button(page, "Remove")).toBeDisabled();
  await expect(button(page, "Unpublish")).toBeDisabled();
  await button(page, "All loadouts of the platoon").click();
  await expect(loadoutCard(page, "Rush medic")).toBeVisible();
  await context.setOffline(false);
  await expect(button(page, "Propose a loadout")).toBeEnabled(PATIENCE);
  await accountButton(page, person.name).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/");
  expect(await storedKeys(page)).toEqual([]);
});

test("who leaves a platoon or is removed has nothing of it on the device", async ({ page, browser }) => {
  const other = await elsewhere(browser);
  const { id, address } = await ownPlatoon(other.page);
  const person = await signUpAndIn(page);
  const join = async () => {
    const invitation = await call(other.page, "invite-member", {
      email: person.email,
      role: "member",
      organizationId: id,
    });
    await call(page, "accept-invitation", { invitationId: invitation.id });
    await open(page, address);
    await expect(main(page)).toContainText("No one has shared a loadout here yet.");
    await expect.poll(() => storedOf(page, id)).not.toEqual([]);
  };
  await join();
  await tab(page, "Members").click();
  await button(page, "Leave platoon").click();
  await dialog(page).getByRole("button", { name: "Leave platoon" }).click();
  await expect(main(page)).toContainText("You're not in a platoon yet.");
  await expect.poll(() => storedOf(page, id)).toEqual([]);

  await join();
  await call(other.page, "remove-member", { memberIdOrEmail: person.email, organizationId: id });
  await expect(page.getByText("You are no longer in this platoon.")).toBeVisible();
  await expect.poll(() => storedOf(page, id)).toEqual([]);
  await other.place.close();
});
