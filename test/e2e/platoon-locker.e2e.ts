// @weekly
// The screens of a platoon's shared locker. platoon-evening.e2e.ts tests the life of a proposal.
import { readFileSync } from "node:fs";
import type { Page, Route } from "@playwright/test";
import { expectNoAxeViolations, expectNoHorizontalScroll } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { showTab } from "./ended-session.ts";
import { call as callData, saveLoadouts } from "./pages/locker.ts";
import {
  addMember,
  addSquad,
  createOtherUser,
  createOwnPlatoon,
  getButton,
  getDialog,
  getLoadoutCard,
  getMain,
  getTab,
  propose,
} from "./pages/platoons.ts";
import { call } from "./platoon.ts";
import { chooseOption, discardInput, fillSignIn, open, openFilters, post, saveLoadout, signUpAndIn } from "./site.ts";

/** Returns the result of a query with the page's session. */
async function query(page: Page, path: string, input: unknown) {
  const response = await page.request.get(`/api/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`);
  return (await response.json()).result.data;
}

test("the whole locker of a platoon is exported, and imported into another", async ({ page }) => {
  await signUpAndIn(page);
  const [first, second] = [await createOwnPlatoon(page), await createOwnPlatoon(page)];
  await saveLoadout(page, "Rush medic");
  await open(page, first.address);
  await expect(getMain(page)).toContainText("No one has shared a loadout here yet.");
  await expectNoAxeViolations(page);
  for (const { address } of [second, first]) {
    await open(page, `${address}&tab=squads`);
    await addSquad(page, "Alpha", []);
  }
  await getTab(page, "Locker").click();
  const purpose = { Map: "Operation Metro 2014", Mode: "Rush", Squad: "Alpha" };
  await propose(page, { loadout: "Rush medic", note: "For Sunday", action: "Publish", purpose });
  const downloading = page.waitForEvent("download");
  await getButton(page, "Export all").click();
  const file = await (await downloading).path();
  await open(page, second.address);
  await getButton(page, "Import loadouts").click();
  await getDialog(page)
    .locator("input[type=file]")
    .setInputFiles({
      name: "locker.json",
      mimeType: "application/json",
      buffer: readFileSync(file),
    });
  await expectNoAxeViolations(page);
  await getDialog(page).getByRole("button", { name: "Publish 1 loadout" }).click();
  await getLoadoutCard(page, "Rush medic").click();
  for (const text of [...Object.values(purpose), "For Sunday"]) await expect(getMain(page)).toContainText(text);
});

test("an outsider reads that they are not in the platoon", async ({ page, browser }) => {
  await signUpAndIn(page);
  const { address } = await createOwnPlatoon(page);
  const otherUser = await createOtherUser(browser);
  await open(otherUser.page, address);
  await expect(getMain(otherUser.page)).toContainText("You aren't in a platoon with this address.");
  await otherUser.otherContext.close();
});

test("the active platoon is shown in the bar and in the palette of every tab", async ({ page, context, browser }) => {
  await signUpAndIn(page);
  const { name, address, id } = await createOwnPlatoon(page);
  await createOwnPlatoon(page);
  const { otherContext: place } = await addMember(page, browser, id, "member");
  await open(page, "/");
  const active = (tab: typeof page) => tab.getByRole("link", { name: `Active platoon: ${name}` });
  const secondTab = await context.newPage();
  await open(secondTab, address);
  await expect(active(secondTab)).toBeVisible();
  await expect(active(page)).toBeVisible();
  await expect(page).toHaveTitle(/^\(1\) .*Fieldlocker/);
  await expect(secondTab).toHaveTitle(`(1) ${name} · Fieldlocker`);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("link", { name: "1 new in the feed" })).toBeVisible();
  await expectNoHorizontalScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await place.close();
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox").fill(name);
  await page.getByRole("option", { name: new RegExp(`${name}.*Active platoon`) }).click();
  await expect(page).toHaveURL(address);
});

test("a platoon's forms restore their input after an interrupting sign-in", async ({ page }) => {
  const person = await signUpAndIn(page);
  const { address } = await createOwnPlatoon(page);
  await saveLoadout(page, "Rush medic");
  const interrupt = async (action: string) => {
    await post(page, "/api/auth/sign-out");
    await getDialog(page).getByRole("button", { name: action, exact: true }).click();
    await fillSignIn(page, person);
  };
  await open(page, address);
  await getButton(page, "Propose a loadout").first().click();
  // The dialog begins with the loadout that was changed last.
  await expect(getDialog(page).getByRole("heading", { name: "Propose Rush medic" })).toBeVisible();
  await getDialog(page).getByLabel("Note for the platoon (optional)").fill("For Sunday");
  await interrupt("Publish");
  await expect(getDialog(page)).toContainText("Rush medic");
  await expect(getDialog(page).getByLabel("Note for the platoon (optional)")).toHaveValue("For Sunday");
  await getDialog(page).getByRole("button", { name: "Publish", exact: true }).click();
  await getLoadoutCard(page, "Rush medic").click();
  await getButton(page, "Unpublish").click();
  await getDialog(page).getByLabel("Reason (optional)").fill("Too heavy");
  await interrupt("Unpublish");
  await expect(getDialog(page).getByLabel("Reason (optional)")).toHaveValue("Too heavy");
  await discardInput(page);
  await getButton(page, "Change or replace").click();
  await getDialog(page).getByLabel("What changed (optional)").fill("Lighter");
  await getDialog(page).getByLabel("Map").selectOption("Operation Metro 2014");
  await interrupt("Save with the same loadout");
  await expect(getDialog(page).getByLabel("What changed (optional)")).toHaveValue("Lighter");
  await expect(getDialog(page).getByLabel("Map").locator("option:checked")).toHaveText("Operation Metro 2014");
  await open(page, `${address}&tab=squads`);
  await getButton(page, "New squad").click();
  await getDialog(page).getByLabel("Name of the squad").fill("Alpha");
  await interrupt("Save");
  await expect(getDialog(page).getByLabel("Name of the squad")).toHaveValue("Alpha");
  await discardInput(page);
  const fault = { code: "platoon_missing", details: {} };
  const error = { message: "Refused", code: -32004, data: { code: "NOT_FOUND", httpStatus: 404, fault } };
  const refuse = (route: Route) => {
    const calls = new URL(route.request().url()).pathname.split(",");
    return route.fulfill({ status: 404, json: calls.map(() => ({ error })) });
  };
  await page.route(/sheet\.loadouts/, refuse, { times: 1 });
  await getButton(page, "New sheet").click();
  const again = getDialog(page).getByRole("button", { name: "Try again" });
  await expect(again).toHaveCount(1);
  await again.click();
  await expect(again).toHaveCount(0);
  await getDialog(page).getByLabel("Title").fill("Sunday on Metro");
  await getDialog(page).getByLabel("Task at place 2").fill("Drive");
  await interrupt("Save");
  await expect(getDialog(page).getByLabel("Title")).toHaveValue("Sunday on Metro");
  await expect(getDialog(page).getByLabel("Task at place 2")).toHaveValue("Drive");
});

/** Refetches the locker, as when the user returns to the tab after a while. */
async function refetchLocker(page: Page): Promise<void> {
  const response = page.waitForResponse(/loadout\.list/);
  await page.clock.fastForward(180_000);
  await showTab(page);
  await response;
}

test("the loadout of an open proposal does not follow later changes of the locker, and its deletion is shown", async ({
  page,
}) => {
  await signUpAndIn(page);
  const { address } = await createOwnPlatoon(page);
  const [first] = await saveLoadouts(page, [{ name: "Rush medic" }]);
  await page.clock.install();
  await open(page, address);
  await getButton(page, "Propose a loadout").first().click();
  const heading = (name: string) => getDialog(page).getByRole("heading", { name });
  await expect(heading("Propose Rush medic")).toBeVisible();
  await getDialog(page).getByLabel("Note for the platoon (optional)").focus();
  // Saved on another device, so that it is the one that was changed last.
  await saveLoadouts(page, [{ name: "Night scout" }]);
  const note = getDialog(page).getByLabel("Note for the platoon (optional)");
  await refetchLocker(page);
  await expect(heading("Propose Rush medic")).toBeVisible();
  await note.fill("For Sunday");
  await callData(page, "loadout.remove", { id: first });
  await refetchLocker(page);
  await expect(getDialog(page).getByRole("alert")).toHaveText("This loadout is no longer in your locker.");
  await getDialog(page).getByRole("button", { name: "Night scout" }).click();
  await expect(heading("Propose Night scout")).toBeVisible();
  await expect(note).toHaveValue("For Sunday");
});

test("a member who is removed while a form is open gets a notice, and the form does not lose its input", async ({
  page,
  browser,
}) => {
  await signUpAndIn(page);
  const { id, address } = await createOwnPlatoon(page);
  const admin = await addMember(page, browser, id, "admin");
  await open(admin.page, `${address}&tab=squads`);
  await getButton(admin.page, "New squad").click();
  await getDialog(admin.page).getByLabel("Name of the squad").fill("Bravo");
  await call(page, "remove-member", { memberIdOrEmail: admin.memberId, organizationId: id });
  await expect(admin.page.getByText("You are no longer in this platoon.")).toBeVisible();
  await getDialog(admin.page).getByRole("button", { name: "Save" }).click();
  await expect(getDialog(admin.page).getByRole("alert").first()).toContainText("You are not in this platoon.");
  await expect(getDialog(admin.page).getByLabel("Name of the squad")).toHaveValue("Bravo");
  await admin.otherContext.close();
});

test("an edited copy is replaced only after a confirmation", async ({ page }) => {
  await signUpAndIn(page);
  const { id: organizationId, address } = await createOwnPlatoon(page);
  await saveLoadout(page, "Rush medic");
  await open(page, address);
  await propose(page, { loadout: "Rush medic", note: "", action: "Publish", purpose: {} });
  await getLoadoutCard(page, "Rush medic").click();
  await getButton(page, "Copy to my locker").click();
  await expect(getMain(page)).toContainText("Your copy is up to date");
  await getButton(page, "Change or replace").click();
  await getDialog(page).getByRole("button", { name: "Save with the same loadout" }).click();
  await expect(getButton(page, "Update my copy")).toBeVisible();
  const [listed] = (await query(page, "platoon.locker.list", { organizationId })).items;
  const copy = await query(page, "loadout.get", { id: listed.copy.loadoutId });
  await post(page, "/api/trpc/loadout.save", { ...copy, name: "Mine now", seenVersion: copy.version });
  await getButton(page, "Update my copy").click();
  await expect(getDialog(page).getByRole("button", { name: "Replace my copy" })).toBeVisible();
  await expectNoAxeViolations(page);
  await getDialog(page).getByRole("button", { name: "Cancel" }).click();
  await expect(getDialog(page)).toHaveCount(0);
  await expect(getButton(page, "Update my copy")).toBeVisible();
  await getButton(page, "Update my copy").click();
  await getDialog(page).getByRole("button", { name: "Replace my copy" }).click();
  await expect(getMain(page)).toContainText("Your copy is up to date");
});

test("a loadout's purpose can be changed, compared, restored and used as a filter in the address", async ({ page }) => {
  await signUpAndIn(page);
  const { address, id: organizationId } = await createOwnPlatoon(page);
  const squad = { organizationId, id: crypto.randomUUID(), isNew: true, name: "Alpha", game: "bf4" };
  await callData(page, "platoon.squad.save", { ...squad, added: [], removed: [] });
  for (const name of ["Rush medic", "Anywhere"]) await saveLoadout(page, name);
  await open(page, address);
  for (const loadout of ["Rush medic", "Anywhere"])
    await propose(page, { loadout, note: "", action: "Publish", purpose: {} });
  await getLoadoutCard(page, "Rush medic").click();
  await getButton(page, "Change or replace").click();
  await getDialog(page).getByLabel("Map").selectOption("Operation Metro 2014");
  await getDialog(page).getByLabel("Squad").selectOption("Alpha");
  await getDialog(page).getByRole("button", { name: "Save with the same loadout" }).click();
  await expect(getMain(page)).toContainText("saved version 2");
  await expect(getMain(page)).toContainText("Operation Metro 2014");
  await getButton(page, "Compare version 1 with another one").click();
  const row = getDialog(page).getByRole("row").filter({ hasText: "Meant for" });
  await expect(row).toContainText(/Everywhere and everyone.*Operation Metro 2014\s· Alpha/);
  await expectNoAxeViolations(page);
  await page.keyboard.press("Escape");
  await getButton(page, "Restore version 1").click();
  await expect(getMain(page)).toContainText("restored version 1 as version 3");

  await open(page, address);
  await openFilters(page);
  await chooseOption(getMain(page), "Game", "Battlefield 4");
  await getMain(page).getByLabel("Map").selectOption("Operation Metro 2014");
  await expect(getLoadoutCard(page, "Anywhere")).toHaveCount(0);
  await expect(getLoadoutCard(page, "Rush medic")).toBeVisible();
  await getMain(page).getByLabel("Map").selectOption("Any map");
  await getMain(page).getByLabel("Squad").selectOption("Alpha");
  await expect(getLoadoutCard(page, "Anywhere")).toHaveCount(0);
  await getLoadoutCard(page, "Rush medic").click();
  await expect(getMain(page)).toContainText("Version 3");
  await page.goBack();
  await expect(getLoadoutCard(page, "Rush medic")).toBeVisible();
  await page.reload();
  await expect(getLoadoutCard(page, "Rush medic")).toBeVisible();
  await expect(getLoadoutCard(page, "Anywhere")).toHaveCount(0);
  await openFilters(page);
  await getMain(page).getByLabel("Squad").selectOption("Every squad");
  await chooseOption(getMain(page), "Order", "By name");
  const names = page.getByRole("list", { name: "Loadouts of the platoon" }).getByRole("heading", { level: 3 });
  await expect(names).toHaveText(["Anywhere", "Rush medic"]);

  await getTab(page, "Feed").click();
  const feed = page.getByRole("list", { name: "Feed" }).getByRole("listitem");
  await expect(feed).toHaveCount(2);
  await page.getByRole("switch", { name: "E-mail me what's new once a week" }).click();
  await chooseOption(getMain(page), "Show", "Proposals");
  await expect(getMain(page)).toContainText("Nothing has happened here");
  await page.reload();
  await expect(getMain(page)).toContainText("Nothing has happened here");
  await expect(page.getByRole("switch", { name: "E-mail me what's new once a week" })).toBeChecked();
  await chooseOption(getMain(page), "Show", "Published loadouts");
  await expect(feed).toHaveCount(2);
});

test("the tag filter shows the platoon's loadouts with a tag", async ({ page }) => {
  await signUpAndIn(page);
  const { address } = await createOwnPlatoon(page);
  await saveLoadouts(page, [{ name: "Alpha", tags: ["close"] }, { name: "Bravo" }]);
  await open(page, address);
  await propose(page, { loadout: "Alpha", action: "Publish" });
  await propose(page, { loadout: "Bravo", action: "Publish" });
  await openFilters(page);
  await getMain(page).getByLabel("Tag", { exact: true }).fill("Close");
  await expect(getLoadoutCard(page, "Bravo")).toHaveCount(0);
  await expect(getLoadoutCard(page, "Alpha")).toBeVisible();
  await getMain(page).getByLabel("Tag", { exact: true }).fill("far");
  await expect(getLoadoutCard(page, "Alpha")).toHaveCount(0);
});
