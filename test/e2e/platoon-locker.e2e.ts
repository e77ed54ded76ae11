// The shared locker of a platoon on the screen: a proposal, its way to being published, and a copy that is updated.
import { readFileSync } from "node:fs";
import { expectNoSidewaysScroll, expectNothingFound } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { button, dialog, elsewhere, main, newMember, ownPlatoon, tab } from "./pages/platoons.ts";
import { open, saveLoadout, signUpAndIn } from "./site.ts";

test("a proposal is changed, published and copied, and the copy learns of a new version", async ({ page, browser }) => {
  test.setTimeout(90_000);
  await signUpAndIn(page);
  const { id, address } = await ownPlatoon(page);
  const member = await newMember(page, browser, id, "member");
  const reader = await newMember(page, browser, id, "member");
  await saveLoadout(member.page, "Rush medic");
  await saveLoadout(page, "Rush medic, light");
  await open(page, address);
  await expect(main(page)).toContainText("No one has shared a loadout here yet.");
  await expectNothingFound(page);

  await test.step("a member proposes one of their own loadouts", async () => {
    await open(member.page, address);
    await button(member.page, "Propose a loadout").first().click();
    await dialog(member.page).getByLabel("Game").click();
    await member.page.getByRole("option", { name: "Battlefield 4" }).click();
    await dialog(member.page).getByRole("button", { name: "Rush medic" }).click();
    await dialog(member.page).getByLabel("Note for the platoon (optional)").fill("For Sunday");
    await expectNothingFound(member.page);
    await dialog(member.page).getByRole("button", { name: "Propose a loadout" }).click();
    await expect(main(member.page).getByRole("button", { name: "Rush medic" })).toBeVisible();
  });

  await test.step("the owner sees it without reloading, and asks for a change", async () => {
    await main(page).getByRole("button", { name: "Rush medic" }).click();
    await expect(main(page)).toContainText("For Sunday");
    await button(page, "Ask for changes").click();
    await dialog(page).getByLabel("Reason (optional)").fill("Lighter, please");
    await dialog(page).getByRole("button", { name: "Ask for changes" }).click();
    await expect(main(page)).toContainText("asked for changes");
    await expectNothingFound(page);
  });

  await test.step("and publishes", async () => {
    await button(page, "Publish").click();
    await dialog(page).getByRole("button", { name: "Publish" }).click();
    await expect(main(page)).toContainText("published version 1");
  });

  await test.step("another member copies it", async () => {
    await open(reader.page, address);
    await main(reader.page).getByRole("button", { name: "Rush medic" }).click();
    await expect(main(reader.page)).toContainText("Lighter, please");
    await button(reader.page, "Copy to my locker").click();
    await expect(main(reader.page)).toContainText("Your copy is up to date");
    await expect(button(reader.page, "Publish")).toHaveCount(0);
  });

  await test.step("the owner replaces it; the reader sees that at once, and updates", async () => {
    await button(page, "Replace with one of mine").click();
    await dialog(page).getByRole("button", { name: "Rush medic, light" }).click();
    await expect(main(page)).toContainText("saved version 2");
    await expect(main(reader.page)).toContainText("Changed since you copied it");
    await button(reader.page, "Update my copy").click();
    await expect(main(reader.page)).toContainText("Your copy is up to date");
    await button(page, "Compare version 1 with the present one").click();
    await expect(dialog(page)).toContainText("Version 1");
    await expectNothingFound(page);
    await page.keyboard.press("Escape");
  });

  await test.step("the feed lists what happened", async () => {
    await tab(reader.page, "Locker").press("End");
    await reader.page.getByRole("tab", { name: /^Feed/ }).click();
    const entries = reader.page.getByRole("list", { name: "Feed" }).getByRole("listitem");
    await expect(entries.first()).toContainText("published Rush medic");
    await expectNothingFound(reader.page);
    await reader.page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(reader.page);
  });
  await member.place.close();
  await reader.place.close();
});

test("the whole locker of a platoon is exported, and imported into another", async ({ page }) => {
  await signUpAndIn(page);
  const [first, second] = [await ownPlatoon(page), await ownPlatoon(page)];
  await saveLoadout(page, "Rush medic");
  await open(page, first.address);
  await button(page, "Propose a loadout").first().click();
  await dialog(page).getByLabel("Game").click();
  await page.getByRole("option", { name: "Battlefield 4" }).click();
  await dialog(page).getByRole("button", { name: "Rush medic" }).click();
  await dialog(page).getByRole("button", { name: "Publish" }).click();
  await expect(main(page).getByRole("button", { name: "Rush medic" })).toBeVisible();
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
