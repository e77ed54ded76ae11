// The shared locker of a platoon on the screen; platoon-evening.e2e.ts has the way of a proposal.
import { readFileSync } from "node:fs";
import { expectNothingFound } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { fill } from "./pages/locker.ts";
import {
  addSquad,
  button,
  dialog,
  elsewhere,
  loadoutCard,
  main,
  newMember,
  ownPlatoon,
  propose,
  tab,
} from "./pages/platoons.ts";
import { call } from "./platoon.ts";
import { chooseIn, fillSignIn, open, post, saveLoadout, signUpAndIn } from "./site.ts";

test("the whole locker of a platoon is exported, and imported into another", async ({ page }) => {
  await signUpAndIn(page);
  const [first, second] = [await ownPlatoon(page), await ownPlatoon(page)];
  await saveLoadout(page, "Rush medic");
  await open(page, first.address);
  await expect(main(page)).toContainText("No one has shared a loadout here yet.");
  await expectNothingFound(page);
  for (const { address } of [second, first]) {
    await open(page, `${address}&tab=squads`);
    await addSquad(page, "Alpha", []);
  }
  await tab(page, "Locker").click();
  const purpose = { Map: "Operation Metro 2014", Mode: "Rush", Squad: "Alpha" };
  await propose(page, { loadout: "Rush medic", note: "For Sunday", action: "Publish", purpose });
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
  await loadoutCard(page, "Rush medic").click();
  for (const text of [...Object.values(purpose), "For Sunday"]) await expect(main(page)).toContainText(text);
});

test("an outsider reads that they are not in the platoon", async ({ page, browser }) => {
  await signUpAndIn(page);
  const { address } = await ownPlatoon(page);
  const other = await elsewhere(browser);
  await open(other.page, address);
  await expect(main(other.page)).toContainText("You aren't in a platoon with this address.");
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

test("what was typed into a platoon's forms is there after a sign-in that interrupts them", async ({ page }) => {
  const person = await signUpAndIn(page);
  const { address } = await ownPlatoon(page);
  await saveLoadout(page, "Rush medic");
  const interrupt = async (action: string) => {
    await post(page, "/api/auth/sign-out");
    await dialog(page).getByRole("button", { name: action, exact: true }).click();
    await fillSignIn(page, person);
  };
  await open(page, address);
  await button(page, "Propose a loadout").first().click();
  await chooseIn(dialog(page), "Game", "Battlefield 4");
  await dialog(page).getByRole("button", { name: "Rush medic" }).click();
  await dialog(page).getByLabel("Note for the platoon (optional)").fill("For Sunday");
  await interrupt("Publish");
  await expect(dialog(page)).toContainText("Rush medic");
  await expect(dialog(page).getByLabel("Note for the platoon (optional)")).toHaveValue("For Sunday");
  await open(page, `${address}&tab=squads`);
  await button(page, "New squad").click();
  await dialog(page).getByLabel("Name of the squad").fill("Alpha");
  await interrupt("Save");
  await expect(dialog(page).getByLabel("Name of the squad")).toHaveValue("Alpha");
  await page.keyboard.press("Escape");
  await button(page, "New sheet").click();
  await dialog(page).getByLabel("Title").fill("Sunday on Metro");
  await dialog(page).getByLabel("Task at place 2").fill("Drive");
  await interrupt("Save");
  await expect(dialog(page).getByLabel("Title")).toHaveValue("Sunday on Metro");
  await expect(dialog(page).getByLabel("Task at place 2")).toHaveValue("Drive");
});

test("a member who is removed while a form is open reads so, and finds what they typed", async ({ page, browser }) => {
  await signUpAndIn(page);
  const { id, address } = await ownPlatoon(page);
  const admin = await newMember(page, browser, id, "admin");
  await open(admin.page, `${address}&tab=squads`);
  await button(admin.page, "New squad").click();
  await dialog(admin.page).getByLabel("Name of the squad").fill("Bravo");
  await call(page, "remove-member", { memberIdOrEmail: admin.memberId, organizationId: id });
  await expect(admin.page.getByText("You are no longer in this platoon.")).toBeVisible();
  await dialog(admin.page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(admin.page).getByRole("alert").first()).toContainText("You are not in this platoon.");
  await expect(dialog(admin.page).getByLabel("Name of the squad")).toHaveValue("Bravo");
  await admin.place.close();
});

test("the tag filter shows the platoon's loadouts of a tag", async ({ page }) => {
  await signUpAndIn(page);
  const { address } = await ownPlatoon(page);
  await fill(page, [{ name: "Alpha", tags: ["close"] }, { name: "Bravo" }]);
  await open(page, address);
  await propose(page, { loadout: "Alpha", action: "Publish" });
  await propose(page, { loadout: "Bravo", action: "Publish" });
  await main(page).getByLabel("Tag", { exact: true }).fill("Close");
  await expect(loadoutCard(page, "Bravo")).toHaveCount(0);
  await expect(loadoutCard(page, "Alpha")).toBeVisible();
  await main(page).getByLabel("Tag", { exact: true }).fill("far");
  await expect(loadoutCard(page, "Alpha")).toHaveCount(0);
});
