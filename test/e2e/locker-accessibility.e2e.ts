// @rest
import type { Page } from "@playwright/test";
import { act, buildLoadoutInput, call, card, openLockerAsGuest } from "#test/e2e/pages/locker.ts";
import { expectNoSidewaysScroll, expectNothingFound } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { discardTyped, open } from "./site.ts";

/** As long as a name may be. */
const LONG = "A name as long as anybody might give a loadout for the long nights of a long winter".slice(0, 80);

/** A locker with everything on its cards. */
async function fullLocker(page: Page): Promise<void> {
  const ids = await openLockerAsGuest(page, [
    { name: LONG, tags: ["close", "fun"], note: "Mine" },
    { name: "Bravo" },
    { name: "Charlie", game: "bf2042", kit: "recon" },
  ]);
  const folderId = crypto.randomUUID();
  await call(page, "folder.save", { id: folderId, name: "Nights of a long winter, sorted by name" });
  await call(page, "loadout.arrange", { ids: ids.slice(0, 1), folderId, pinned: true });
  await open(page, "/bf4?tab=loadouts&games=both&order=own");
  await expect(card(page, "Charlie")).toBeVisible();
}

/** All of it in sight: what the bar lies over is too small a target. */
const TALL = { width: 1280, height: 2400 };

const dialog = (page: Page) => page.getByRole("dialog");

/** The states of the locker; overlays.e2e.ts opens its dialogs and menus. */
async function* states(page: Page) {
  yield "the list";
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await page.getByRole("checkbox", { name: "Bravo" }).check();
  yield "cards being selected";
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Import…" }).click();
  const goods = [buildLoadoutInput({ name: "Bravo" }), buildLoadoutInput({ name: "Delta" })];
  const loadouts = goods.map((good) => ({ ...good, game: "bf4", folder: null }));
  const head = { format: "fieldlocker/locker", version: 1, exportedAt: "2026-03-01T10:00:00.000Z", folders: [] };
  await dialog(page)
    .getByRole("textbox")
    .fill(JSON.stringify({ ...head, loadouts }));
  await dialog(page).getByRole("button", { name: "Continue" }).click();
  await expect(dialog(page).getByRole("table")).toBeVisible();
  yield "the preview of an import";
  await discardTyped(page);
  await act(page, "Bravo", "Delete");
  await open(page, "/bf4?tab=loadouts&view=deleted");
  await expect(page.getByText("30 days left")).toBeVisible();
  yield "the recently deleted";
  await open(page, "/bf4?tab=loadouts&q=nothing");
  await expect(page.getByText("Nothing matches “nothing”.")).toBeVisible();
  yield "no match";
  await open(page, "/bf4?tab=loadouts");
  await card(page, LONG).click();
  await expect(page.getByRole("button", { name: "Share", exact: true })).toBeVisible();
  yield "the editor of a saved one";
  await open(page, "/bf2042?tab=loadouts");
  await card(page, "Charlie").click();
  await expect(page.getByRole("button", { name: "Share", exact: true })).toBeVisible();
  yield "the editor of one of Battlefield 2042";
  await open(page, "/");
  await expect(page.getByRole("heading", { name: "Pinned loadouts" })).toBeVisible();
  yield "home";
}

test("every state of the locker is accessible in both themes, and fits small phones", async ({ page }) => {
  await page.setViewportSize(TALL);
  await fullLocker(page);
  for await (const state of states(page)) {
    await test.step(state, async () => {
      await expectNothingFound(page);
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        await expectNoSidewaysScroll(page);
      }
      await page.setViewportSize(TALL);
    });
  }
});
