import { readFile } from "node:fs/promises";
import {
  addSample,
  addSoldier,
  chooseAction,
  getFigure,
  getHeader,
  getSnapshots,
  openSampleAsGuest,
  openSoldierAsGuest,
  READING_MS,
  takeSnapshot,
} from "#test/e2e/pages/soldier.ts";
import { expectNoAxeViolations } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { chooseOption, open } from "./site.ts";

test.describe("a soldier", () => {
  test("can be added by any visitor, and its snapshots are compared in a session report", async ({
    page,
    browserErrors,
  }) => {
    await open(page, "/bf4?tab=soldier");
    await expect(page).toHaveTitle("Soldier · Battlefield 4 · Fieldlocker");
    await page.getByRole("button", { name: "Use my own" }).click();
    await addSoldier(page, "Robin_Field");
    await expect(getHeader(page, "Robin_Field").getByText("Updated just now")).toBeVisible({ timeout: READING_MS });
    await expect(getFigure(page, "Kills")).toHaveText(/^[\d,]+$/);
    await expect(page).toHaveURL(/soldier=/);

    await takeSnapshot(page, /A new snapshot is stored/);
    await expect(getSnapshots(page)).toHaveCount(2);
    await expect(getFigure(page, "Kills")).toContainText("▲");
    await getSnapshots(page)
      .first()
      .getByRole("button", { name: /What changed/ })
      .click();
    await expect(page.getByRole("heading", { name: "Session report" })).toBeVisible();
    // The service provides neither score nor shots.
    await expect(
      page.getByRole("region", { name: "Session", exact: true }).locator("dl > div").filter({ hasText: "Accuracy" }),
    ).toContainText("This source has no shots");
    const kills = page
      .getByRole("region", { name: "Difference" })
      .locator("dl > div")
      .filter({ hasText: /^Kills\+/ });
    await expect(kills).toHaveText(/^Kills\+[\d,]+[\d,]+ → [\d,]+$/);
    await expect(page.getByRole("table", { name: "Changes: weapons" }).getByRole("row").nth(1)).toContainText("+");
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Snapshots" })).toBeVisible();
    expect(browserErrors).toEqual([]);
  });

  test("has a report of the last session with its K/D, best weapons and close unlocks", async ({ page }) => {
    await openSampleAsGuest(page, "bf4");
    await page.getByRole("button", { name: "Session report" }).click();
    const session = page.getByRole("region", { name: "Session", exact: true });
    // The sample's last evening: 93 kills, 74 deaths.
    await expect(session.locator("dl > div").filter({ hasText: "K/D" })).toContainText("1.26");
    await expect(session.locator("dl > div").filter({ hasText: "SPM" })).toContainText("904");
    await expect(session.locator("dl > div").filter({ hasText: "Accuracy" })).toContainText("18.6 %");
    await expect(session.locator("li .silhouette path").first()).toBeVisible();
    await expect(page.getByRole("table").locator(".silhouette path").first()).toBeVisible();
    await expect(session).toContainText("74 deaths");
    await expect(session.getByRole("heading", { name: "Best weapons" })).toBeVisible();
    await expect(session.getByRole("heading", { name: "Close now" })).toBeVisible();
  });

  test("has a session card that can be downloaded as a wide or tall picture", async ({ page }) => {
    await openSampleAsGuest(page, "bf4");
    await page.getByRole("button", { name: "Session report" }).click();
    await page.getByRole("button", { name: "Session card" }).click();
    const dialog = page.getByRole("dialog", { name: "Session card" });
    await expect(dialog.getByRole("img", { name: /^Sample soldier, Battlefield 4: K\/D 1\.26/ })).toBeVisible();
    for (const [format, width, height] of [
      ["Wide", 1200, 630],
      ["Tall", 1080, 1920],
    ] as const) {
      await dialog.getByText(format, { exact: true }).click();
      const saving = page.waitForEvent("download");
      await dialog.getByRole("button", { name: "Download PNG" }).click();
      const download = await saving;
      expect(download.suggestedFilename()).toMatch(/^session-\d{4}-\d\d-\d\d-bf4-(wide|tall)\.png$/);
      const png = await readFile(await download.path());
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width, height]);
      // An empty picture of this size is smaller.
      expect(png.length).toBeGreaterThan(30_000);
    }
    await expectNoAxeViolations(page);
  });

  test("gets no second snapshot without changes", async ({ page }) => {
    await openSoldierAsGuest(page, "still");
    await takeSnapshot(page, /Nothing has changed since the last snapshot/);
    await expect(getSnapshots(page)).toHaveCount(1);
    await expect(page.getByText(/^One snapshot so far: /)).toBeVisible();
    await expect(page.getByRole("slider", { name: /over time$/ })).toHaveCount(0);
  });

  test("has a history chart with gaps that supports the keyboard and a table view", async ({ page }) => {
    await openSampleAsGuest(page, "bf4");
    const plot = page.getByRole("slider", { name: "K/D over time" });
    await plot.focus();
    await expect(plot).toHaveAttribute("aria-valuenow", "10");
    await page.keyboard.press("Home");
    const firstValue = (await plot.getAttribute("aria-valuetext")) ?? "";
    expect(firstValue).toMatch(/^\d+ \w+ \d{4}, \d\d:\d\d: 0\.\d\d$/);
    await page.keyboard.press("ArrowRight");
    await expect(plot).toHaveAttribute("aria-valuenow", "2");
    await expect(plot).not.toHaveAttribute("aria-valuetext", firstValue);
    // There is a gap of 24 days, so the chart has two lines.
    const path = await plot.locator("path").first().getAttribute("d");
    expect(path?.match(/M/g)).toHaveLength(2);

    await chooseOption(page, "Stat", "Kills");
    await expect(page).toHaveURL(/metric=kills/);
    await page.getByRole("button", { name: "View as table" }).click();
    await expect(page.getByRole("region", { name: "Kills over time" }).getByRole("row")).toHaveCount(11);
    await page.reload();
    await expect(page.getByRole("slider", { name: "Kills over time" })).toBeVisible();
  });

  test("has tables that can be searched and sorted, and link to the arsenal", async ({ page }) => {
    await openSoldierAsGuest(page, "newer-patch", "bf2042");
    const table = page.getByRole("table", { name: "Weapons" });
    const getKills = async () =>
      (await table.locator('[data-label="Kills"]').allInnerTexts()).map((text) => Number(text.replace(/\D/g, "")));
    const descending = await getKills();
    expect(descending).toEqual(descending.toSorted((a, b) => b - a));
    await table.getByRole("button", { name: "Kills", exact: true }).click();
    await expect(table.getByRole("columnheader", { name: "Kills", exact: true })).toHaveAttribute(
      "aria-sort",
      "ascending",
    );
    await page.getByRole("searchbox", { name: "Search weapons" }).fill("railbow");
    await expect(table.getByRole("row")).toHaveCount(2);
    await expect(table.getByText("Not in our arsenal")).toBeVisible();
    await page.getByRole("searchbox", { name: "Search weapons" }).fill("svk");
    await table.getByRole("link", { name: "SVK" }).click();
    await expect(page.getByRole("dialog", { name: "SVK" })).toBeVisible();
    await page.goBack();
    await page.getByText("Maps", { exact: true }).click();
    await expect(page).toHaveURL(/table=maps/);
    await expect(page.getByRole("table", { name: "Maps" })).toBeVisible();
  });

  for (const game of ["bf4", "bf2042"] as const) {
    test(`of ${game} has tables whose links open existing entries`, async ({ page }) => {
      await openSoldierAsGuest(page, "Robin_Field", game);
      const tables = page.getByRole("group", { name: "Table" });
      for (const label of await tables.locator("label").allTextContents()) {
        await tables.getByText(label, { exact: true }).click();
        const link = page.getByRole("table", { name: label, exact: true }).getByRole("link").first();
        const name = (await link.textContent()) ?? "";
        await link.click();
        await expect(page.getByRole("dialog", { name, exact: true })).toBeVisible();
        await page.goBack();
      }
    });
  }

  test("is not read again before the service's data can have changed", async ({ page }) => {
    await openSoldierAsGuest(page, "Robin_Field");
    const inFourMinutes = new Date(Date.now() + 230_000).toISOString();
    await page.route("**/api/trpc/*soldier.get*", async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      await route.fulfill({
        response,
        body: text.replace('"nextSnapshotAt":null', `"nextSnapshotAt":"${inFourMinutes}"`),
      });
    });
    await page.reload();
    await expect(page.getByText("Next snapshot in 4 min")).toBeVisible();
    const button = page.getByRole("button", { name: "Take snapshot" });
    await expect(button).toHaveAttribute("aria-disabled", "true");
    await button.click({ force: true });
    await expect(page.getByRole("list", { name: "Steps" })).toHaveCount(0);
    await expect(getSnapshots(page)).toHaveCount(1);
  });

  test("can have a snapshot deleted and restored, and the difference of two snapshots shown", async ({ page }) => {
    await openSampleAsGuest(page, "bf2042");
    await getSnapshots(page)
      .first()
      .getByRole("button", { name: /Delete/ })
      .click();
    await expect(getSnapshots(page)).toHaveCount(9);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(getSnapshots(page)).toHaveCount(10);
    await getSnapshots(page).nth(4).getByRole("checkbox").check();
    await getSnapshots(page).nth(1).getByRole("checkbox").check();
    await page.getByRole("button", { name: "Show the difference" }).click();
    await expect(page).toHaveURL(/from=.+&to=/);
    await page.getByRole("button", { name: "Back to the soldier" }).click();
    await expect(page).not.toHaveURL(/from=/);
  });

  test("can be claimed, followed, removed, and restored with Ctrl+Z", async ({ page }) => {
    await openSoldierAsGuest(page, "Robin_Field");
    await chooseAction(page, "Robin_Field", "Just follow");
    await expect(getHeader(page, "Robin_Field").getByText("Followed")).toBeVisible();
    await chooseAction(page, "Robin_Field", "This is me");
    await expect(getHeader(page, "Robin_Field").getByText("Mine")).toBeVisible();
    await chooseAction(page, "Robin_Field", "Remove");
    await expect(getHeader(page, "Robin_Field")).toHaveCount(0);
    await expect(page.getByText("removed, with its history").first()).toBeVisible();
    await page.keyboard.press("Control+z");
    await expect(getHeader(page, "Robin_Field")).toBeVisible();
    await expect(getSnapshots(page)).toHaveCount(1);
  });

  test("can be compared with others", async ({ page }) => {
    await openSoldierAsGuest(page, "Robin_Field");
    await addSample(page, "bf4");
    await page.reload();
    await chooseAction(page, "Robin_Field", "Side by side with others");
    const table = page.getByRole("table", { name: "Soldiers side by side" });
    await expect(table.getByRole("columnheader")).toHaveText(["Stat", "Robin_Field · PC", "Sample soldier"]);
    await expect(table.getByRole("row", { name: /^Kills [\d,]+ [\d,]+$/ })).toBeVisible();
    await page.getByRole("button", { name: "Only this soldier" }).click();
    await expect(getHeader(page, "Robin_Field")).toBeVisible();
  });

  test("can be exported as CSV and as JSON", async ({ page }) => {
    await openSampleAsGuest(page, "bf4");
    const [csv] = await Promise.all([
      page.waitForEvent("download"),
      chooseAction(page, "Sample soldier", "Export as CSV"),
    ]);
    expect(csv.suggestedFilename()).toMatch(/^Sample-soldier-bf4-[\d-]+\.csv$/);
    const lines = (await readFile(await csv.path(), "utf8")).split("\r\n");
    expect(lines[0]).toBe("table,id,name,figure,value");
    expect(lines).toContainEqual(expect.stringMatching(/^weapons,ace-23,ACE 23,Kills,\d+$/));
    const [json] = await Promise.all([
      page.waitForEvent("download"),
      chooseAction(page, "Sample soldier", "Export as JSON"),
    ]);
    const { soldier, statistics } = JSON.parse(await readFile(await json.path(), "utf8"));
    expect([soldier.name, statistics.game]).toEqual(["Sample soldier", "bf4"]);
  });
});

test("the home page shows the last session of the user's soldiers", async ({ page }) => {
  await openSoldierAsGuest(page, "Robin_Field");
  await takeSnapshot(page, /A new snapshot is stored/);
  await open(page, "/");
  const link = page.getByRole("link", { name: /^Robin_Field/ });
  await expect(link).toContainText(/\d\.\d\d K\/D/);
  await link.click();
  await expect(getHeader(page, "Robin_Field")).toBeVisible();
});
