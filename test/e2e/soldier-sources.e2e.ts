// @weekly
// Where figures come from, and what happens when a source does not give any.

import { signInAsGuest } from "#test/e2e/pages/locker.ts";
import { addSoldier, choose, figure, fillAdd, guestWithSoldier, header, snapshots } from "#test/e2e/pages/soldier.ts";
import { accessoriesAnswer, detailsAnswer, weaponsAnswer } from "#test/fixtures/battlelog/answers.ts";
import { getId } from "#test/fixtures/statistics/invented-soldier.ts";
import { open } from "./site.ts";
import { expect, test } from "./sourced-test.ts";

const AWAY = /Player statistics can't be reached right now/;
const BUSY = /Too many soldiers are being read right now/;

/** What is said of a soldier whose source let it down once; the readings after that come by themselves. */
const TROUBLES = {
  "source-down": AWAY,
  "source-slow": AWAY,
  "source-wrong": AWAY,
  "source-huge": AWAY,
  "source-limited": BUSY,
} as const;

for (const [fate, sentence] of Object.entries(TROUBLES)) {
  test(`keeps a soldier's figures and shows the error when the source is then ${fate}`, async ({ page }) => {
    const name = `al-then-${fate}`;
    await guestWithSoldier(page, name);
    const kills = (await figure(page, "Kills").textContent()) ?? "";
    await page.getByRole("button", { name: "Take snapshot" }).click();
    await expect(header(page, name).getByText(/Trying again in/)).toBeVisible({ timeout: 20_000 });
    await page.reload();
    await expect(header(page, name).getByText(sentence)).toBeVisible();
    await expect(header(page, name).getByText(/Last updated just now/)).toBeVisible();
    await expect(figure(page, "Kills")).toHaveText(kills);
    await expect(snapshots(page)).toHaveCount(1);
  });
}

test("a soldier the service no longer knows keeps its history, and a notice explains it", async ({ page }) => {
  await guestWithSoldier(page, "al-then-unknown");
  const kills = (await figure(page, "Kills").textContent()) ?? "";
  await page.getByRole("button", { name: "Take snapshot" }).click();
  const problem = header(page, "al-then-unknown").getByRole("alert");
  await expect(problem).toContainText(/has no soldier with this name.*The last known figures \(just now\) stay/);
  await problem.getByRole("button", { name: "Dismiss" }).click();
  await expect(
    header(page, "al-then-unknown").getByText(/no longer knows this soldier.*Last updated just now/),
  ).toBeVisible();
  await expect(figure(page, "Kills")).toHaveText(kills);
  await expect(snapshots(page)).toHaveCount(1);
});

test("a reading that waits for its next try is cancelled, and goes on while one is elsewhere", async ({ page }) => {
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
  await expect(page.getByText("No figures yet.")).toBeVisible();
});

test("an unknown name finds no soldier, and is added anyway", async ({ page }) => {
  await signInAsGuest(page);
  await open(page, "/bf2042?tab=soldier");
  await page.getByRole("button", { name: "Add a soldier" }).click();
  await page.getByLabel("Name in the game").fill("unknown");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByText("The service has no soldier called “unknown”.")).toBeVisible();
  await page.getByRole("button", { name: "Add “unknown” on PC anyway" }).click();
  await expect(header(page, "unknown").getByText(/has no soldier with this name/)).toBeVisible();
});

test("a saved Battlelog file is read in the browser, shown, and stored as a snapshot of its day", async ({ page }) => {
  await guestWithSoldier(page, "Robin_Field");
  await choose(page, "Robin_Field", "Import from Battlelog…");
  const dialog = page.getByRole("dialog", { name: "Import from Battlelog" });
  await dialog.getByRole("textbox").fill("{}");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("This isn't a saved Battlelog response.")).toBeVisible();
  const stranger = { guid: "FFFFFFFF-0000", unlockedBy: { actualValue: 1, valueNeeded: 2 } };
  // Battlelog and the service know a soldier by one id.
  const personaId = getId("bf4", "pc", "Robin_Field");
  const answers = [weaponsAnswer(3), detailsAnswer(3), accessoriesAnswer(3, "ak-12")].map((answer) => {
    return { ...answer, data: { ...answer.data, personaId } };
  });
  const saved = [...answers, { statsItemUnlocks: [stranger] }];
  await dialog.getByLabel("Battlelog file").setInputFiles({
    name: "saved.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(saved)),
  });
  await expect(dialog.getByText("116 weapons")).toBeVisible();
  await expect(dialog.getByText(/^\d{3} unlocks$/)).toBeVisible();
  await dialog.getByText("Left out").click();
  await expect(dialog.getByText("Once: an unlock row of something our arsenal does not know.")).toBeVisible();
  await dialog.getByLabel("Saved on").fill("2019-05-01T12:00");
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText("A new snapshot is stored.")).toBeVisible();
  await expect(snapshots(page)).toHaveCount(2);
  await expect(snapshots(page).last()).toContainText(/1 May 2019.*Battlelog file/);
});

test("figures are typed by hand while no service provides any", async ({ page }) => {
  await signInAsGuest(page);
  await open(page, "/bf4?tab=soldier");
  await page.getByRole("button", { name: "Type figures by hand…" }).click();
  await fillAdd(page, "source-refused");
  const dialog = page.getByRole("dialog", { name: "Type figures by hand" });
  await dialog.getByLabel("Kills", { exact: true }).fill("300");
  await dialog.getByLabel("Deaths").fill("200");
  await dialog.getByRole("combobox", { name: "Weapon" }).fill("ak-12");
  await page.keyboard.press("Enter");
  await dialog.getByLabel("Kills with it").fill("41");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog.getByText("41 kills")).toBeVisible();
  await dialog.getByRole("button", { name: "Save as a snapshot" }).click();
  await expect(figure(page, "K/D")).toHaveText("1.50");
  await expect(page.getByRole("table", { name: "Weapons" }).getByRole("row", { name: /AK-12 41/ })).toBeVisible();
  await expect(snapshots(page)).toContainText(["Typed by hand"]);
});
