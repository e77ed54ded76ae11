// @rest
import type { Page } from "@playwright/test";
import { buildLoadoutInput, call, chooseCardAction, getCard, openLockerAsGuest } from "#test/e2e/pages/locker.ts";
import { expectNoAxeViolations, expectNoHorizontalScroll } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { discardInput, open } from "./site.ts";

/** A name of the maximum length. */
const LONG_NAME = "A name as long as anybody might give a loadout for the long nights of a long winter".slice(0, 80);

/** Opens a locker whose cards have all possible details. */
async function openFullLocker(page: Page): Promise<void> {
  const ids = await openLockerAsGuest(page, [
    { name: LONG_NAME, tags: ["close", "fun"], note: "Mine" },
    { name: "Bravo" },
    { name: "Charlie", game: "bf2042", kit: "recon" },
  ]);
  const folderId = crypto.randomUUID();
  await call(page, "folder.save", { id: folderId, name: "Nights of a long winter, sorted by name" });
  await call(page, "loadout.arrange", { ids: ids.slice(0, 1), folderId, pinned: true });
  await open(page, "/bf4?tab=loadouts&games=both&order=own");
  await expect(getCard(page, "Charlie")).toBeVisible();
}

/** High enough for the whole page, because axe rejects targets that the sticky bar covers. */
const TALL_WINDOW = { width: 1280, height: 2400 };

const getDialog = (page: Page) => page.getByRole("dialog");

/** Brings the locker into one state after the other and yields their names; overlays.e2e.ts tests its dialogs and menus. */
async function* showStates(page: Page) {
  yield "the list";
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await page.getByRole("checkbox", { name: "Bravo" }).check();
  yield "cards being selected";
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Import…" }).click();
  const inputs = [buildLoadoutInput({ name: "Bravo" }), buildLoadoutInput({ name: "Delta" })];
  const loadouts = inputs.map((input) => ({ ...input, game: "bf4", folder: null }));
  const head = { format: "fieldlocker/locker", version: 1, exportedAt: "2026-03-01T10:00:00.000Z", folders: [] };
  await getDialog(page)
    .getByRole("textbox")
    .fill(JSON.stringify({ ...head, loadouts }));
  await getDialog(page).getByRole("button", { name: "Continue" }).click();
  await expect(getDialog(page).getByRole("table")).toBeVisible();
  yield "the preview of an import";
  await discardInput(page);
  const removal = page.waitForResponse(/loadout\.remove/);
  await chooseCardAction(page, "Bravo", "Delete");
  await removal;
  await open(page, "/bf4?tab=loadouts&view=deleted");
  await expect(page.getByText("30 days left")).toBeVisible();
  yield "the recently deleted";
  await open(page, "/bf4?tab=loadouts&q=nothing");
  await expect(page.getByText("Nothing matches “nothing”.")).toBeVisible();
  yield "no match";
  await open(page, "/bf4?tab=loadouts");
  await getCard(page, LONG_NAME).click();
  await expect(page.getByRole("button", { name: "Share", exact: true })).toBeVisible();
  yield "the editor of a saved one";
  await open(page, "/bf2042?tab=loadouts");
  await getCard(page, "Charlie").click();
  await expect(page.getByRole("button", { name: "Share", exact: true })).toBeVisible();
  yield "the editor of one of Battlefield 2042";
  await open(page, "/");
  await expect(page.getByRole("heading", { name: "Pinned loadouts" })).toBeVisible();
  yield "home";
}

test("every state of the locker is accessible in both themes, and fits small phones", async ({ page }) => {
  await page.setViewportSize(TALL_WINDOW);
  await openFullLocker(page);
  for await (const state of showStates(page)) {
    await test.step(state, async () => {
      await expectNoAxeViolations(page);
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        await expectNoHorizontalScroll(page);
      }
      await page.setViewportSize(TALL_WINDOW);
    });
  }
});

test("the bar of a selection stays in view in a high window, and scrolls away at 400 % zoom", async ({ page }) => {
  await openLockerAsGuest(page, [{ name: "Alpha" }, { name: "Bravo" }]);
  await page.getByRole("button", { name: "Select", exact: true }).click();
  const bar = page.getByRole("region", { name: "Selected loadouts" });
  const getPosition = () => bar.evaluate((element) => getComputedStyle(element).position);
  expect(await getPosition()).toBe("sticky");
  const getSpace = () =>
    bar.evaluate((element) => {
      const { scrollPaddingBottom } = getComputedStyle(document.documentElement);
      return Number.parseFloat(scrollPaddingBottom) - element.getBoundingClientRect().height;
    });
  await expect.poll(getSpace).toBeGreaterThanOrEqual(8);
  await page.setViewportSize({ width: 320, height: 256 });
  expect(await getPosition()).not.toBe("sticky");
  await expectNoHorizontalScroll(page);
});
