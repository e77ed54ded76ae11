// The shared locker of a platoon on the screen; platoon-evening.e2e.ts has the way of a proposal.
import { readFileSync } from "node:fs";
import { expectNothingFound } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { button, dialog, elsewhere, main, ownPlatoon, propose } from "./pages/platoons.ts";
import { open, saveLoadout, signUpAndIn } from "./site.ts";

test("the whole locker of a platoon is exported, and imported into another", async ({ page }) => {
  await signUpAndIn(page);
  const [first, second] = [await ownPlatoon(page), await ownPlatoon(page)];
  await saveLoadout(page, "Rush medic");
  await open(page, first.address);
  await expect(main(page)).toContainText("No one has shared a loadout here yet.");
  await expectNothingFound(page);
  await propose(page, { loadout: "Rush medic", action: "Publish" });
  const downloading = page.waitForEvent("download");
  await button(page, "Export all").click();
  const file = await (await downloading).path();
  await open(page, second.address);
  await button(page, "Import loadouts").click();
  await dialog(page)
    .locator("input[type=file]")
    .setInputFiles({
      name: "locker.json",
      mimeType: "application/json",
      buffer: readFileSync(file),
    });
  await expectNothingFound(page);
  await dialog(page).getByRole("button", { name: "Publish 1 loadout" }).click();
  await expect(main(page).getByRole("button", { name: "Rush medic" })).toBeVisible();
});

test("an outsider reads that they are not in the platoon", async ({ page, browser }) => {
  await signUpAndIn(page);
  const { address } = await ownPlatoon(page);
  const other = await elsewhere(browser);
  await open(other.page, address);
  await expect(main(other.page)).toContainText("You are in no platoon of this address.");
  await other.place.close();
});

test("the active platoon stands in the bar and in the palette, in every tab of the session", async ({
  page,
  context,
}) => {
  await signUpAndIn(page);
  const { name, address } = await ownPlatoon(page);
  await open(page, "/");
  const active = (tab: typeof page) => tab.getByRole("link", { name: `Active platoon: ${name}` });
  const second = await context.newPage();
  await open(second, address);
  await expect(active(second)).toBeVisible();
  await page.bringToFront();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(active(page)).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox").fill(name);
  await page
    .getByRole("option", { name: new RegExp(name) })
    .first()
    .click();
  await expect(page).toHaveURL(address);
});
