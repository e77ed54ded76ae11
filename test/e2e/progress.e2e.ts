import { call, REFUSAL, signInAsGuest } from "#test/e2e/pages/locker.ts";
import { getRow, openProgress, saveSnapshot, signInWithCounts } from "#test/e2e/pages/progress.ts";
import { addSample } from "#test/e2e/pages/soldier.ts";
import { expectNoAxeViolations } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { chooseOption, open, openFilters } from "./site.ts";

const BARREL = "part:ace-23/ace-23-hd-33-1x";

test.describe("closest next", () => {
  test("lists 1 kill before 8, shows the estimated time and the source, and is filtered by a search", async ({
    page,
    browserErrors,
  }) => {
    await signInWithCounts(page, { counters: { "kills:ace-23": 129, "kills:m416": 12 }, hoursWith: { "ace-23": 4.3 } });
    await openProgress(page);
    const rows = page.getByRole("list", { name: "Closest next" }).getByRole("listitem");
    await expect(rows.first()).toContainText("HD-33 (1x)");
    await expect(rows.first()).toContainText("1 kill left");
    await expect(rows.first()).toContainText("ACE 23 · Assault rifles");
    await expect(rows.first()).toContainText("about 2 min with it · typed, just now");
    await expect(rows.first().getByRole("progressbar")).toHaveAttribute("aria-valuetext", "129 of 130 kills");
    const amounts = await rows.evaluateAll((all) =>
      all
        .flatMap((row) => /^([\d,]+) kills? left/.exec(row.textContent ?? "")?.[1]?.replace(",", "") ?? [])
        .map(Number),
    );
    expect(amounts).toEqual(amounts.toSorted((a, b) => a - b));
    expect(amounts.slice(0, 2)).toEqual([1, 8]);
    await expect(page.getByText(/The progress of [\d,]+ other unlocks is unknown/)).toBeVisible();

    await page.keyboard.press("/");
    await page.keyboard.type("m416 battlepack");
    await expect(page).toHaveURL(/q=m416\+battlepack/);
    await expect(rows.getByRole("heading", { name: /M416 battlepack/ })).toHaveCount(7);
    await page.getByLabel("Search unlocks").fill("railgun");
    await expect(page.getByText("No unlock matches.")).toBeVisible();
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByLabel("Show", { exact: true }).selectOption("all");
    await openFilters(page);
    await page.getByLabel("Kind").selectOption("battlepack");
    await expect(rows.first()).toContainText("battlepack");
    await chooseOption(page, "Order", "By weapon");
    await expect(page).toHaveURL(/order=weapon/);
    await rows.first().getByRole("link").click();
    await expect(page.getByRole("dialog")).toBeVisible();
    expect(browserErrors).toEqual([]);
  });

  for (const language of ["en", "de"] as const) {
    test(`the first unlock is within 300 px, in ${language}`, async ({ page }) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await signInWithCounts(page, { counters: { "kills:ace-23": 129 }, hoursWith: { "ace-23": 4.3 } });
      await open(page, `/bf4?tab=progress&lang=${language}`);
      const row = page.getByRole("main").getByRole("listitem").filter({ hasText: "HD-33" });
      await expect(row).toBeVisible();
      expect((await row.boundingBox())?.y).toBeLessThanOrEqual(300);
    });

    test(`the first unlock of the sample is within 300 px, in ${language}`, async ({ page }) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await open(page, `/bf4?tab=progress&lang=${language}`);
      const list = page.getByRole("list", { name: language === "en" ? "Closest next" : "Als Nächstes", exact: true });
      const row = list.getByRole("listitem").first();
      await expect(row).toBeVisible();
      expect((await row.boundingBox())?.y).toBeLessThanOrEqual(300);
    });
  }

  test("shows started targets, and by the filter those that are not started", async ({ page }) => {
    await signInWithCounts(page, { counters: { "kills:ace-23": 129, "kills:m416": 0 } });
    await openProgress(page);
    const rows = page.getByRole("list", { name: "Closest next" }).getByRole("listitem");
    await expect(rows.filter({ hasText: "ACE 23" }).first()).toBeVisible();
    await expect(rows.filter({ hasText: "M416" })).toHaveCount(0);
    await page.getByLabel("Show", { exact: true }).selectOption("untouched");
    await expect(page).toHaveURL(/start=untouched/);
    await expect(rows.filter({ hasText: "M416" }).first()).toBeVisible();
    await expect(getRow(page, "HD-33 (1x)")).toHaveCount(0);
  });

  test("removes an item that is marked as owned, and undo restores it", async ({ page }) => {
    await signInWithCounts(page, { counters: { "kills:ace-23": 129, "kills:m416": 12 } });
    await openProgress(page);
    await page.getByRole("button", { name: "I have it: HD-33 (1x)" }).focus();
    await page.keyboard.press("Enter");
    await expect(getRow(page, "HD-33 (1x)")).toHaveCount(0);
    await expect(page.getByRole("status").filter({ hasText: "unlocks left" })).toBeFocused();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(getRow(page, "HD-33 (1x)")).toBeVisible();
  });

  test("shows an error at the row of a change that could not be saved, and reverts it", async ({ page }) => {
    await signInWithCounts(page, { counters: { "kills:ace-23": 129 } });
    await openProgress(page);
    const row = getRow(page, "HD-33 (1x)");
    await page.route("**/api/trpc/progress.planAdd*", (route) => route.fulfill(REFUSAL));
    const button = row.getByRole("button", { name: /plan: HD-33/ });
    await button.click();
    await expect(row.getByRole("alert")).toBeVisible();
    await expect(button).toHaveAttribute("aria-pressed", "false");
    await page.unroute("**/api/trpc/progress.planAdd*");
    await row.getByRole("button", { name: "Try again" }).click();
    await expect(button).toHaveAttribute("aria-pressed", "true");
    await expect(row.getByRole("alert")).toHaveCount(0);
  });
});

test.describe("checklists", () => {
  test("are ticked without a soldier, by a guest with the keyboard, and a tick can be removed and restored", async ({
    page,
  }) => {
    await open(page, "/bf4?tab=progress&list=checklists&kind=medal");
    await page.getByRole("button", { name: "Use my own" }).click();
    await expect(page.getByRole("combobox", { name: "Soldier" })).toBeVisible();
    const box = page.getByRole("checkbox", { name: "Reached: Main Battle Tank Medal" });
    await box.focus();
    await page.keyboard.press("Space");
    await expect(box).toBeChecked();
    await expect(page.getByText("1 of 53 reached")).toBeVisible();
    await page.reload();
    await expect(box).toBeChecked();
    await openFilters(page);
    await page.getByLabel("Show").selectOption("Reached (1)");
    await expect(page.getByRole("checkbox")).toHaveCount(1);
    await box.click();
    await expect(page.getByText("Nothing on this checklist matches.")).toBeVisible();
    await page.keyboard.press("Control+z");
    await expect(box).toBeChecked();
  });

  test("accept a partial count, which is used in the closest targets", async ({ page }) => {
    await signInAsGuest(page);
    await openProgress(page, "&list=checklists&kind=part&q=hd-33+ace");
    await page.getByRole("button", { name: "Count… HD-33 (1x)" }).first().click();
    await page.getByLabel("How many of 130: HD-33 (1x)").fill("120");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "120 of 130… HD-33 (1x)" })).toBeFocused();
    await page.getByRole("button", { name: "Closest next" }).click();
    await expect(getRow(page, "HD-33 (1x)")).toContainText("10 kills left");
    await expect(getRow(page, "HD-33 (1x)")).toContainText("ticked, just now");
  });
});

test("conflicts between ticks and a source are resolved one by one or all at once", async ({ page }) => {
  const soldierId = await signInWithCounts(page, { counters: { "kills:ace-23": 100, "kills:m416": 1 } });
  const parts = ["part:m416/m416-laser-sight", BARREL];
  for (const targetId of parts) await call(page, "progress.tick", { targetId });
  await call(page, "progress.tick", { targetId: "rank:2" });
  await saveSnapshot(page, soldierId, { counters: { "kills:ace-23": 120, "kills:m416": 2, rankPoints: 1 } });
  await openProgress(page);
  await expect(page.getByText("3 items you ticked don't match your newer stats.")).toBeVisible();
  await page.getByRole("button", { name: "Look at them" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("listitem").filter({ hasText: "HD-33 (1x)" })).toContainText("120 of 130");
  await dialog.getByRole("button", { name: "Use my stats: HD-33 (1x)" }).click();
  await expect(dialog.getByRole("listitem")).toHaveCount(2);
  await dialog.getByRole("button", { name: "Keep all I ticked" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(/match your newer stats/)).toHaveCount(0);
  await expect(getRow(page, "HD-33 (1x)")).toContainText("10 kills left");
  await page.reload();
  await expect(getRow(page, "HD-33 (1x)")).toBeVisible();
  await expect(page.getByText(/match your newer stats/)).toHaveCount(0);
});

test("tonight's kit depends on the play time, and is checked off on this device", async ({ page }) => {
  await signInAsGuest(page);
  await addSample(page, "bf4");
  await openProgress(page, "&list=tonight");
  const boxes = page.getByRole("checkbox");
  await expect(boxes.first()).toBeVisible();
  const countBefore = await boxes.count();
  await page.getByText("4 h", { exact: true }).click();
  // The previous list is shown until the list for four hours is loaded.
  await expect.poll(() => boxes.count()).toBeGreaterThan(countBefore);
  const count = await boxes.count();
  await boxes.first().check();
  await expect(page.getByRole("status").filter({ hasText: `1 of ${count} done.` })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.reload();
  await expect(boxes.first()).toBeChecked();
  await page.getByText("30 min", { exact: true }).click();
  await expect.poll(() => boxes.count()).toBeLessThan(count);
  await page
    .getByRole("link", { name: /loadout with the/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { name: "New loadout" })).toBeVisible();
});
