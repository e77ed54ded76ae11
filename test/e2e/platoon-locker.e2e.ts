// @weekly
// The shared locker of a platoon on the screen; platoon-evening.e2e.ts has the way of a proposal.
import { readFileSync } from "node:fs";
import type { Page, Route } from "@playwright/test";
import { expectNoSidewaysScroll, expectNothingFound } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { call as callData, fill } from "./pages/locker.ts";
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
import { chooseIn, discardTyped, fillSignIn, open, post, saveLoadout, signUpAndIn } from "./site.ts";

/** The answer of a data call, asked as the page would. */
async function ask(page: Page, path: string, input: unknown) {
  const answer = await page.request.get(`/api/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`);
  return (await answer.json()).result.data;
}

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
  browser,
}) => {
  await signUpAndIn(page);
  const { name, address, id } = await ownPlatoon(page);
  await ownPlatoon(page);
  const { place } = await newMember(page, browser, id, "member");
  await open(page, "/");
  const active = (tab: typeof page) => tab.getByRole("link", { name: `Active platoon: ${name}` });
  const second = await context.newPage();
  await open(second, address);
  await expect(active(second)).toBeVisible();
  await expect(active(page)).toBeVisible();
  await expect(page).toHaveTitle(/^\(1\) .*Fieldlocker/);
  await expect(second).toHaveTitle(`(1) ${name} · Fieldlocker`);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("link", { name: "1 new in the feed" })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await place.close();
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox").fill(name);
  await page.getByRole("option", { name: new RegExp(`${name}.*Active platoon`) }).click();
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
  await dialog(page).getByRole("button", { name: "Publish", exact: true }).click();
  await loadoutCard(page, "Rush medic").click();
  await button(page, "Unpublish").click();
  await dialog(page).getByLabel("Reason (optional)").fill("Too heavy");
  await interrupt("Unpublish");
  await expect(dialog(page).getByLabel("Reason (optional)")).toHaveValue("Too heavy");
  await discardTyped(page);
  await button(page, "Change or replace").click();
  await dialog(page).getByLabel("What changed (optional)").fill("Lighter");
  await dialog(page).getByLabel("Map").selectOption("Operation Metro 2014");
  await interrupt("Save with the same loadout");
  await expect(dialog(page).getByLabel("What changed (optional)")).toHaveValue("Lighter");
  await expect(dialog(page).getByLabel("Map").locator("option:checked")).toHaveText("Operation Metro 2014");
  await open(page, `${address}&tab=squads`);
  await button(page, "New squad").click();
  await dialog(page).getByLabel("Name of the squad").fill("Alpha");
  await interrupt("Save");
  await expect(dialog(page).getByLabel("Name of the squad")).toHaveValue("Alpha");
  await discardTyped(page);
  const fault = { code: "platoon_missing", details: {} };
  const error = { message: "Refused", code: -32004, data: { code: "NOT_FOUND", httpStatus: 404, fault } };
  const refuse = (route: Route) => {
    const calls = new URL(route.request().url()).pathname.split(",");
    return route.fulfill({ status: 404, json: calls.map(() => ({ error })) });
  };
  await page.route(/sheet\.loadouts/, refuse, { times: 1 });
  await button(page, "New sheet").click();
  const again = dialog(page).getByRole("button", { name: "Try again" });
  await expect(again).toHaveCount(1);
  await again.click();
  await expect(again).toHaveCount(0);
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

test("a copy that was edited is replaced only by who confirms it", async ({ page }) => {
  await signUpAndIn(page);
  const { id: organizationId, address } = await ownPlatoon(page);
  await saveLoadout(page, "Rush medic");
  await open(page, address);
  await propose(page, { loadout: "Rush medic", note: "", action: "Publish", purpose: {} });
  await loadoutCard(page, "Rush medic").click();
  await button(page, "Copy to my locker").click();
  await expect(main(page)).toContainText("Your copy is up to date");
  await button(page, "Change or replace").click();
  await dialog(page).getByRole("button", { name: "Save with the same loadout" }).click();
  await expect(button(page, "Update my copy")).toBeVisible();
  const [listed] = (await ask(page, "platoon.locker.list", { organizationId })).items;
  const copy = await ask(page, "loadout.get", { id: listed.copy.loadoutId });
  await post(page, "/api/trpc/loadout.save", { ...copy, name: "Mine now", seenVersion: copy.version });
  await button(page, "Update my copy").click();
  await expect(dialog(page).getByRole("button", { name: "Replace my copy" })).toBeVisible();
  await expectNothingFound(page);
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(button(page, "Update my copy")).toBeVisible();
  await button(page, "Update my copy").click();
  await dialog(page).getByRole("button", { name: "Replace my copy" }).click();
  await expect(main(page)).toContainText("Your copy is up to date");
});

test("what a loadout is for is changed, compared, restored, and filtered by in the address", async ({ page }) => {
  await signUpAndIn(page);
  const { address, id: organizationId } = await ownPlatoon(page);
  const squad = { organizationId, id: crypto.randomUUID(), isNew: true, name: "Alpha", game: "bf4" };
  await callData(page, "platoon.squad.save", { ...squad, added: [], removed: [] });
  for (const name of ["Rush medic", "Anywhere"]) await saveLoadout(page, name);
  await open(page, address);
  for (const loadout of ["Rush medic", "Anywhere"])
    await propose(page, { loadout, note: "", action: "Publish", purpose: {} });
  await loadoutCard(page, "Rush medic").click();
  await button(page, "Change or replace").click();
  await dialog(page).getByLabel("Map").selectOption("Operation Metro 2014");
  await dialog(page).getByLabel("Squad").selectOption("Alpha");
  await dialog(page).getByRole("button", { name: "Save with the same loadout" }).click();
  await expect(main(page)).toContainText("saved version 2");
  await expect(main(page)).toContainText("Operation Metro 2014");
  await button(page, "Compare version 1 with another one").click();
  const row = dialog(page).getByRole("row").filter({ hasText: "Meant for" });
  await expect(row).toContainText(/Everywhere and everyone.*Operation Metro 2014\s· Alpha/);
  await expectNothingFound(page);
  await page.keyboard.press("Escape");
  await button(page, "Restore version 1").click();
  await expect(main(page)).toContainText("restored version 1 as version 3");

  await open(page, address);
  await chooseIn(main(page), "Game", "Battlefield 4");
  await main(page).getByLabel("Map").selectOption("Operation Metro 2014");
  await expect(loadoutCard(page, "Anywhere")).toHaveCount(0);
  await expect(loadoutCard(page, "Rush medic")).toBeVisible();
  await main(page).getByLabel("Map").selectOption("Any map");
  await main(page).getByLabel("Squad").selectOption("Alpha");
  await expect(loadoutCard(page, "Anywhere")).toHaveCount(0);
  await loadoutCard(page, "Rush medic").click();
  await expect(main(page)).toContainText("Version 3");
  await page.goBack();
  await expect(loadoutCard(page, "Rush medic")).toBeVisible();
  await page.reload();
  await expect(loadoutCard(page, "Rush medic")).toBeVisible();
  await expect(loadoutCard(page, "Anywhere")).toHaveCount(0);
  await main(page).getByLabel("Squad").selectOption("Every squad");
  await chooseIn(main(page), "Order", "By name");
  const names = page.getByRole("list", { name: "Loadouts of the platoon" }).getByRole("heading", { level: 3 });
  await expect(names).toHaveText(["Anywhere", "Rush medic"]);

  await tab(page, "Feed").click();
  const feed = page.getByRole("list", { name: "Feed" }).getByRole("listitem");
  await expect(feed).toHaveCount(2);
  await page.getByRole("switch", { name: "E-mail me what's new once a week" }).click();
  await chooseIn(main(page), "Show", "Proposals");
  await expect(main(page)).toContainText("Nothing has happened here");
  await page.reload();
  await expect(main(page)).toContainText("Nothing has happened here");
  await expect(page.getByRole("switch", { name: "E-mail me what's new once a week" })).toBeChecked();
  await chooseIn(main(page), "Show", "Published loadouts");
  await expect(feed).toHaveCount(2);
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
