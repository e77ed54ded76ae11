// The number of presses from the home page that the main tasks take. Typing does not count; opening the palette and choosing an
// entry counts as one.
import type { Locator, Page } from "@playwright/test";
import { call, saveLoadouts, signInAsGuest } from "#test/e2e/pages/locker.ts";
import { addSample } from "#test/e2e/pages/soldier.ts";
import { expect, test } from "./browser-test.ts";
import { open } from "./site.ts";

/** Opens the home page; returns actions that count presses. */
async function startCountingPresses(page: Page) {
  let presses = 0;
  await open(page, "/");
  await page.locator("html[data-keys]").waitFor({ state: "attached" });
  return {
    count: () => presses,
    async press(target: Locator) {
      presses += 1;
      await target.click();
    },
    /** Types into the palette and opens the first match. */
    async goTo(text: string) {
      presses += 1;
      await page.keyboard.press("ControlOrMeta+k");
      const palette = page.getByRole("dialog", { name: "Search and commands" });
      await palette.getByRole("combobox").fill(text);
      const best = palette.getByRole("option").first();
      await expect(best).toContainText(new RegExp(text.split(" ")[0] ?? "", "i"));
      await page.keyboard.press("Enter");
    },
  };
}

test("finding a weapon takes one press", async ({ page }) => {
  const player = await startCountingPresses(page);
  await player.goTo("AK-12 battlefield 4");
  await expect(page.getByRole("dialog", { name: "AK-12" })).toBeVisible();
  expect(player.count()).toBe(1);
});

test("comparing two weapons takes three presses", async ({ page }) => {
  const player = await startCountingPresses(page);
  await player.goTo("AK-12 battlefield 4");
  await player.press(page.getByRole("dialog", { name: "AK-12" }).getByRole("button", { name: "Versus" }));
  const picker = page.getByRole("combobox", { name: "Add a weapon or a loadout" });
  await expect(picker).toBeFocused();
  await page.keyboard.type("AEK-971");
  await player.press(page.getByRole("option", { name: /^AEK-971/ }));
  await expect(page.getByRole("table").getByRole("columnheader")).toContainText(["Stat", "AK-12", "AEK-971"]);
  expect(player.count()).toBeLessThanOrEqual(3);
});

test("saving a preset as a loadout takes three presses, and sharing it two more", async ({ page }) => {
  const player = await startCountingPresses(page);
  await player.goTo("loadouts battlefield 4");
  await player.press(page.getByRole("link", { name: /^Close/ }).first());
  await player.press(page.getByRole("button", { name: "Save", exact: true }));
  await expect(page.getByRole("status").filter({ hasText: "Saved in your locker" })).toBeVisible();
  const savedCount = player.count();
  expect(savedCount).toBeLessThanOrEqual(3);
  await player.press(page.getByRole("button", { name: "Share", exact: true }));
  await player.press(page.getByRole("button", { name: "Copy short link" }));
  await expect(page.getByRole("textbox", { name: "Short link" })).toHaveValue(/\?s=/);
  expect(player.count() - savedCount).toBeLessThanOrEqual(2);
});

test("following a soldier takes four presses", async ({ page }) => {
  const player = await startCountingPresses(page);
  await player.goTo("soldier battlefield 4");
  await player.press(page.getByRole("button", { name: "Use my own" }));
  await player.press(page.getByRole("button", { name: "Add a soldier" }));
  const dialog = page.getByRole("dialog", { name: "Add a soldier" });
  await dialog.getByLabel("Name in the game").fill("Robin_Field");
  await page.keyboard.press("Enter");
  const results = dialog.getByRole("region", { name: "Found" });
  await player.press(results.getByRole("button", { name: /^Add .?Robin_Field/ }).first());
  await expect(page.getByRole("region", { name: "Robin_Field", exact: true })).toBeVisible();
  expect(player.count()).toBeLessThanOrEqual(4);
});

test("the home page shows a signed-in user's closest unlocks and pinned loadouts instead of the slogan", async ({
  page,
}) => {
  await open(page, "/");
  const slogan = page.getByRole("heading", { level: 1, name: "Know your guns." });
  await expect(slogan).toBeVisible();
  await signInAsGuest(page);
  await addSample(page, "bf4");
  const ids = await saveLoadouts(page, [{ name: "Stairs" }]);
  await call(page, "loadout.arrange", { ids, pinned: true });
  const player = await startCountingPresses(page);
  const closest = page.getByRole("heading", { name: "Closest unlocks" }).locator("xpath=..");
  await expect(closest.getByRole("listitem")).toHaveCount(3);
  await expect(closest.getByRole("listitem").first()).toContainText(/left/);
  for (const title of ["Continue where you left off", "Pinned loadouts"]) {
    const card = page.getByRole("heading", { name: title }).locator("xpath=..").getByRole("listitem");
    await expect(card.filter({ hasText: "Stairs" }).locator(".silhouette path").first()).toBeVisible();
  }
  await expect(slogan).toHaveCount(0);
  expect(player.count()).toBe(0);
});
