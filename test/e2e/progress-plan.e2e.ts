import { call, getCard, saveLoadouts } from "#test/e2e/pages/locker.ts";
import { getNames, openProgress, signInWithCounts } from "#test/e2e/pages/progress.ts";
import { expect, test } from "./browser-test.ts";
import { getOption, getSlot, openAndSearch, pickFirst } from "./pages/editor.ts";
import { open } from "./site.ts";

test.describe("the plan", () => {
  test("adds targets, shows their total, reorders them by keyboard, and restores a removed one", async ({ page }) => {
    await signInWithCounts(page, { counters: { "kills:ace-23": 129, "kills:m416": 12, rankPoints: 900 } });
    await openProgress(page, "&list=plan");
    await expect(page.getByText("Nothing is planned yet.")).toBeVisible();
    await page.getByRole("button", { name: "See what is closest" }).click();
    for (const name of ["HD-33 (1x)", "Laser Sight"]) {
      const row = page
        .getByRole("listitem")
        .filter({ has: page.getByRole("heading", { name }) })
        .first();
      const button = row.getByRole("button", { name: /plan: / });
      await button.focus();
      const planned = page.waitForResponse("**/api/trpc/progress.planAdd*");
      await page.keyboard.press("Enter");
      await expect(button).toHaveAttribute("aria-pressed", "true");
      await planned;
    }
    await call(page, "progress.planAdd", { targetIds: ["rank:1"] });
    await openProgress(page, "&list=plan");
    const list = page.getByRole("list", { name: "My plan" });
    await expect.poll(() => getNames(page, "My plan")).toHaveLength(3);
    const [first, second, third] = await getNames(page, "My plan");
    expect([first, second]).toEqual(["HD-33 (1x)", "Laser Sight"]);
    await expect(page.getByRole("region", { name: "In total" })).toContainText("9 kills");
    await expect(page.getByRole("region", { name: "In total" })).toContainText("100 points");

    const down = page.getByRole("button", { name: `Move down: ${first}` });
    await down.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => getNames(page, "My plan")).toEqual([second, first, third]);
    await expect(down).toBeFocused();
    await page.keyboard.press("Alt+ArrowDown");
    await expect.poll(() => getNames(page, "My plan")).toEqual([second, third, first]);
    await page.reload();
    await expect(list).toBeVisible();
    await expect.poll(() => getNames(page, "My plan")).toEqual([second, third, first]);

    await page.getByRole("button", { name: `Remove from the plan: ${third}` }).click();
    await expect.poll(() => getNames(page, "My plan")).toEqual([second, first]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => getNames(page, "My plan")).toEqual([second, third, first]);
  });

  test("accepts a loadout's missing unlocks, which its slots and its card show", async ({ page, browserErrors }) => {
    await signInWithCounts(page, { counters: { "kills:ace-23": 129, "kills:m416": 12 } });
    const [id = ""] = await saveLoadouts(page, [{ name: "Stairs" }]);
    await open(page, `/bf4?tab=loadouts&edit=${id}`);
    await pickFirst(page, "Primary weapon", "ACE 23");
    const optic = getSlot(page, "Primary, Optic");
    await expect(optic).toHaveAccessibleDescription("");
    await openAndSearch(page, "Primary, Optic", "HD-33");
    await expect(getOption(page, /^HD-33/)).toContainText("1 kill left");
    await page.keyboard.press("Enter");
    await expect(optic).toHaveAccessibleDescription("1 kill left");
    const panel = page.getByRole("region", { name: "1 unlock missing" });
    await expect(panel).toContainText("HD-33 (1x) · ACE 23");
    await panel.getByRole("button", { name: "Add it to your plan" }).click();
    await expect(panel).toContainText("Already in your plan.");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("status").filter({ hasText: "Saved in your locker" })).toBeVisible();
    await page.getByRole("button", { name: "All loadouts" }).click();
    await expect(getCard(page, "Stairs").locator("xpath=ancestor::li")).toContainText("1 unlock missing");
    await open(page, "/bf2042?tab=loadouts&games=both");
    await expect(getCard(page, "Stairs").locator("xpath=ancestor::li")).toContainText("1 unlock missing");
    await openProgress(page, "&list=plan");
    await expect.poll(() => getNames(page, "My plan")).toEqual(["HD-33 (1x)"]);
    expect(browserErrors).toEqual([]);
  });

  test("starts from the closest targets, which the home page also shows", async ({ page }) => {
    await signInWithCounts(page, { counters: { "kills:ace-23": 129, "kills:m416": 12 } });
    await open(page, "/");
    const unlocks = page.getByRole("heading", { name: "Closest unlocks" }).locator("xpath=..").getByRole("listitem");
    await expect(unlocks).toHaveCount(3);
    await expect(unlocks.first()).toContainText("1 kill left");
    await page.getByRole("link", { name: "Show all" }).click();
    await expect(page.getByRole("list", { name: "Closest next" })).toBeVisible();
  });
});
