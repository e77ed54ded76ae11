// @weekly
// After a session has ended, actions that change only the view still work on the stored data.

import { call, getCard, saveLoadouts } from "#test/e2e/pages/locker.ts";
import { listStoredKeys } from "#test/e2e/pages/offline.ts";
import { addSample } from "#test/e2e/pages/soldier.ts";
import { expect, test } from "./browser-test.ts";
import { getNotice, revokeElsewhere, showTab } from "./ended-session.ts";
import { open, openFilters, signUpAndIn } from "./site.ts";

test("the locker can be searched and filtered, but not changed", async ({ page, browser }) => {
  const person = await signUpAndIn(page);
  const [id = ""] = await saveLoadouts(page, [
    { name: "Alpha", tags: ["flank"] },
    { name: "Bravo", kit: "recon" },
  ]);
  const folder = { id: crypto.randomUUID(), name: "Metro" };
  await call(page, "folder.save", folder);
  await call(page, "loadout.arrange", { ids: [id], folderId: folder.id });
  await open(page, "/bf4?tab=loadouts");
  await expect(getCard(page, "Alpha")).toBeVisible();
  await expect.poll(() => listStoredKeys(page)).toContainEqual(expect.stringMatching(/^locker:/));
  await revokeElsewhere(browser, person);
  await showTab(page);
  await expect(getNotice(page)).toBeVisible();
  const [alpha, bravo] = [getCard(page, "Alpha"), getCard(page, "Bravo")];

  await page.getByLabel("Search loadouts").fill("alp");
  await expect(bravo).toHaveCount(0);
  await expect(alpha).toBeVisible();
  await page.getByLabel("Search loadouts").fill("nothing");
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await expect(bravo).toBeVisible();
  await openFilters(page);
  await page.getByLabel("Tag", { exact: true }).fill("flank");
  await expect(bravo).toHaveCount(0);
  await page.getByLabel("Tag", { exact: true }).fill("");
  await expect(bravo).toBeVisible();
  const folders = page.getByRole("navigation", { name: "Folders" });
  await folders.getByRole("button", { name: "Metro" }).click();
  await expect(bravo).toHaveCount(0);
  await expect(alpha).toBeVisible();
  await folders.getByRole("button", { name: "All", exact: true }).click();

  await expect(folders.getByRole("button", { name: "New folder" })).toBeDisabled();
  await expect(page.getByRole("button", { name: /^Actions for/ })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Import…" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Select", exact: true })).toBeDisabled();
});

test("a soldier's tables can be switched and sorted", async ({ page, browser }) => {
  const person = await signUpAndIn(page);
  await addSample(page, "bf4");
  await open(page, "/bf4?tab=soldier");
  await expect(page.getByRole("region", { name: "Sample soldier" })).toBeVisible();
  await expect.poll(() => listStoredKeys(page)).toContainEqual(expect.stringMatching(/soldier\.get/));
  await revokeElsewhere(browser, person);
  await showTab(page);
  await expect(getNotice(page)).toBeVisible();
  const tables = page.getByRole("group", { name: "Table", exact: true });
  await tables.getByText("Vehicles").click();
  const table = page.getByRole("table", { name: "Vehicles" });
  await expect(table).toBeVisible();
  await table.getByRole("button", { name: "Kills" }).click();
  await expect(table.getByRole("columnheader", { name: "Kills" })).toHaveAttribute("aria-sort", /ascending/);
  await expect(page.getByRole("button", { name: "Add a soldier" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "More about Sample soldier" })).toBeDisabled();
});
