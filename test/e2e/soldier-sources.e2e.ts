// @weekly
// The sources of a soldier's figures, and their failures.

import { signInAsGuest } from "#test/e2e/pages/locker.ts";
import {
  addSoldier,
  chooseAction,
  getFigure,
  getHeader,
  getSnapshots,
  openSoldierAsGuest,
  searchAndAdd,
} from "#test/e2e/pages/soldier.ts";
import {
  createAccessoriesResponse,
  createDetailsResponse,
  createWeaponsResponse,
} from "#test/fixtures/battlelog/responses.ts";
import { getId } from "#test/fixtures/statistics/invented-soldier.ts";
import { open } from "./site.ts";
import { expect, test } from "./sourced-test.ts";

const UNREACHABLE_MESSAGE = /Player stats can't be reached right now/;
const BUSY_MESSAGE = /Too many soldiers are being read right now/;

/** The message shown after a source has failed once; later readings happen automatically. */
const FAILURE_MESSAGES = {
  "source-down": UNREACHABLE_MESSAGE,
  "source-slow": UNREACHABLE_MESSAGE,
  "source-wrong": UNREACHABLE_MESSAGE,
  "source-huge": UNREACHABLE_MESSAGE,
  "source-limited": BUSY_MESSAGE,
} as const;

for (const [failure, sentence] of Object.entries(FAILURE_MESSAGES)) {
  test(`shows a soldier's last figures and an error after the source failed with ${failure}`, async ({ page }) => {
    const name = `al-then-${failure}`;
    await openSoldierAsGuest(page, name);
    const kills = (await getFigure(page, "Kills").textContent()) ?? "";
    await page.getByRole("button", { name: "Take snapshot" }).click();
    await expect(getHeader(page, name).getByText(/Trying again in/)).toBeVisible({ timeout: 20_000 });
    await page.reload();
    await expect(getHeader(page, name).getByText(sentence)).toBeVisible();
    await expect(getHeader(page, name).getByText(/Last updated just now/)).toBeVisible();
    await expect(getFigure(page, "Kills")).toHaveText(kills);
    await expect(getSnapshots(page)).toHaveCount(1);
  });
}

test("a soldier that the service no longer has still shows its history with a notice", async ({ page }) => {
  await openSoldierAsGuest(page, "al-then-unknown");
  const kills = (await getFigure(page, "Kills").textContent()) ?? "";
  await page.getByRole("button", { name: "Take snapshot" }).click();
  const problem = getHeader(page, "al-then-unknown").getByRole("alert");
  await expect(problem).toContainText(/has no soldier with this name.*The last known stats \(just now\) stay/);
  await problem.getByRole("button", { name: "Dismiss" }).click();
  await expect(
    getHeader(page, "al-then-unknown").getByText(/no longer knows this soldier.*Last updated just now/),
  ).toBeVisible();
  await expect(getFigure(page, "Kills")).toHaveText(kills);
  await expect(getSnapshots(page)).toHaveCount(1);
});

test("a reading that waits for its next try continues on other tabs and can be cancelled", async ({ page }) => {
  await signInAsGuest(page);
  await open(page, "/bf4?tab=soldier");
  await addSoldier(page, "source-down");
  await expect(page.getByText(/Trying again/)).toBeVisible({ timeout: 20_000 });
  await page.getByRole("tab", { name: "Loadouts" }).click();
  await expect(page.getByText("Reading…")).toBeVisible();
  await page.getByRole("tab", { name: "Soldier" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Cancelled. Nothing was changed.")).toBeVisible();
  await expect(page.getByText("Reading…")).toHaveCount(0);
  await expect(page.getByText("No stats yet.")).toBeVisible();
});

test("a soldier with an unknown name can be added anyway", async ({ page }) => {
  await signInAsGuest(page);
  await open(page, "/bf2042?tab=soldier");
  await page.getByRole("button", { name: "Add a soldier" }).click();
  await page.getByLabel("Name in the game").fill("unknown");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByText("The service has no soldier called “unknown”.")).toBeVisible();
  await page.getByRole("button", { name: "Add “unknown” on PC anyway" }).click();
  await expect(getHeader(page, "unknown").getByText(/has no soldier with this name/)).toBeVisible();
});

test("a saved Battlelog file is read in the browser, shown, and stored as a snapshot of its day", async ({ page }) => {
  await openSoldierAsGuest(page, "Robin_Field");
  await chooseAction(page, "Robin_Field", "Import from Battlelog…");
  const dialog = page.getByRole("dialog", { name: "Import from Battlelog" });
  await dialog.getByRole("textbox").fill("{}");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("This isn't a saved Battlelog response.")).toBeVisible();
  const stranger = { guid: "FFFFFFFF-0000", unlockedBy: { actualValue: 1, valueNeeded: 2 } };
  // Battlelog and the service use the same id for a soldier.
  const personaId = getId("bf4", "pc", "Robin_Field");
  const responses = [createWeaponsResponse(3), createDetailsResponse(3), createAccessoriesResponse(3, "ak-12")].map(
    (response) => {
      return { ...response, data: { ...response.data, personaId } };
    },
  );
  const savedResponses = [...responses, { statsItemUnlocks: [stranger] }];
  await dialog.getByLabel("Battlelog file").setInputFiles({
    name: "saved.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(savedResponses)),
  });
  await expect(dialog.getByText("116 weapons")).toBeVisible();
  await expect(dialog.getByText(/^\d{3} unlocks$/)).toBeVisible();
  await dialog.getByText("Left out").click();
  await expect(dialog.getByText("Once: an unlock we don't know.")).toBeVisible();
  await dialog.getByLabel("Saved on").fill("2019-05-01T12:00");
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText("A new snapshot is stored.")).toBeVisible();
  await expect(getSnapshots(page)).toHaveCount(2);
  await expect(getSnapshots(page).last()).toContainText(/1 May 2019.*Battlelog file/);
});

test("figures can be typed by hand if the service provides none", async ({ page }) => {
  await signInAsGuest(page);
  await open(page, "/bf4?tab=soldier");
  await page.getByRole("button", { name: "Type stats by hand…" }).click();
  await searchAndAdd(page, "source-refused");
  const dialog = page.getByRole("dialog", { name: "Type stats by hand" });
  await dialog.getByLabel("Kills", { exact: true }).fill("300");
  await dialog.getByLabel("Deaths").fill("200");
  await dialog.getByRole("combobox", { name: "Weapon" }).fill("ak-12");
  await page.keyboard.press("Enter");
  await dialog.getByLabel("Kills with it").fill("41");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog.getByText("41 kills")).toBeVisible();
  await dialog.getByRole("button", { name: "Save as a snapshot" }).click();
  await expect(getFigure(page, "K/D")).toHaveText("1.50");
  await expect(page.getByRole("table", { name: "Weapons" }).getByRole("row", { name: /AK-12 41/ })).toBeVisible();
  await expect(getSnapshots(page)).toContainText(["Typed by hand"]);
});
