import type { Page } from "@playwright/test";
import {
  act,
  buildLoadoutInput,
  call,
  card,
  fill,
  namesIn,
  openLockerAsGuest,
  REFUSAL,
  signInAsGuest,
} from "#test/e2e/pages/locker.ts";
import { expect, test } from "./browser-test.ts";
import { chooseIn, open } from "./site.ts";

test.describe("the locker", () => {
  test("is put into folders, tagged, pinned, and searched over both games", async ({ page, complaints }) => {
    await openLockerAsGuest(page, [{ name: "Alpha" }, { name: "Bravo" }, { name: "Charlie", game: "bf2042" }]);
    await act(page, "Alpha", "Move to folder…");
    await page.getByLabel("Name of the new folder").fill("Nights");
    await page.getByRole("button", { name: "Move", exact: true }).click();
    const folders = page.getByRole("navigation", { name: "Folders" });
    await expect(folders.getByRole("button", { name: "Nights 1 loadout", exact: true })).toBeVisible();

    await act(page, "Bravo", "Tags and note…");
    await page.getByRole("textbox", { name: "Tags" }).fill("Close, Fun, close");
    await page.getByRole("textbox", { name: "Note" }).fill("For the metro");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await act(page, "Bravo", "Pin");
    await expect(page.getByRole("list", { name: "Pinned" }).getByText("close")).toBeVisible();
    expect(await namesIn(page, "Pinned")).toEqual(["Bravo"]);
    await expect(page.getByRole("list", { name: "Pinned" }).locator(".silhouette path").first()).toBeVisible();

    await folders.getByRole("button", { name: /^Nights/ }).click();
    await expect(card(page, "Bravo")).toHaveCount(0);
    await expect(card(page, "Alpha")).toBeVisible();
    await folders.getByRole("button", { name: "All", exact: true }).click();

    await page.getByRole("searchbox", { name: "Search loadouts" }).fill("charl");
    await expect(page.getByText("Nothing matches “charl”.")).toBeVisible();
    await chooseIn(page, "Games", "Both games");
    await expect(card(page, "Charlie")).toBeVisible();
    await expect(page).toHaveURL(/q=charl/);
    await card(page, "Charlie").click();
    await expect(page).toHaveURL(/\/bf2042\?tab=loadouts&edit=/);
    await page.goBack();
    await expect(page.getByRole("searchbox", { name: "Search loadouts" })).toHaveValue("charl");
    await page.getByRole("searchbox", { name: "Search loadouts" }).fill("");
    await page.getByLabel("Tag", { exact: true }).fill("fun");
    await expect(card(page, "Alpha")).toHaveCount(0);
    await expect(card(page, "Bravo")).toBeVisible();
    expect(complaints).toEqual([]);
  });

  test("removes a folder but not its loadouts; undo restores both", async ({ page }) => {
    const [id] = await openLockerAsGuest(page, [{ name: "Alpha" }]);
    const folderId = crypto.randomUUID();
    await call(page, "folder.save", { id: folderId, name: "Nights" });
    await call(page, "loadout.arrange", { ids: [id], folderId });
    await page.reload();
    await page.getByRole("button", { name: "Actions for folder Nights" }).click();
    await page.getByRole("menuitem", { name: "Remove folder" }).click();
    const folder = page.getByRole("button", { name: "Nights 1 loadout" });
    await expect(folder).toHaveCount(0);
    await expect(card(page, "Alpha")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(folder).toBeVisible();
  });

  test("keeps an order of one's own, moved by menu", async ({ page }) => {
    await openLockerAsGuest(page, [{ name: "Third" }, { name: "Second" }, { name: "First" }]);
    await chooseIn(page, "Order", "My order");
    await expect.poll(() => namesIn(page, "Loadouts")).toEqual(["First", "Second", "Third"]);
    await act(page, "Third", "Move up");
    await expect.poll(() => namesIn(page, "Loadouts")).toEqual(["First", "Third", "Second"]);
    await act(page, "Second", "Move to top");
    await expect.poll(() => namesIn(page, "Loadouts")).toEqual(["Second", "First", "Third"]);
    await act(page, "Second", "Move down");
    await expect.poll(() => namesIn(page, "Loadouts")).toEqual(["First", "Second", "Third"]);
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    await page.reload();
    await expect.poll(() => namesIn(page, "Loadouts")).toEqual(["First", "Second", "Third"]);
  });

  test("deletes several and undoes it in one step", async ({ page }) => {
    await openLockerAsGuest(page, [{ name: "Alpha" }, { name: "Bravo" }, { name: "Charlie" }]);
    await page.getByRole("button", { name: "Select", exact: true }).click();
    await page.getByRole("checkbox", { name: "Alpha" }).check();
    await page.getByRole("checkbox", { name: "Bravo" }).check();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(card(page, "Charlie")).toBeVisible();
    await expect(card(page, "Alpha")).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(card(page, "Alpha")).toBeVisible();
    await expect(card(page, "Bravo")).toBeVisible();
  });

  test("brings back from the recently deleted, and deletes there for good", async ({ page }) => {
    await openLockerAsGuest(page, [{ name: "Alpha" }, { name: "Bravo" }]);
    await act(page, "Alpha", "Delete");
    await act(page, "Bravo", "Delete");
    await page.getByRole("button", { name: "More about the locker" }).click();
    await page.getByRole("menuitem", { name: "Recently deleted" }).click();
    await expect(page.getByText("30 days left")).toHaveCount(2);
    await page.getByRole("button", { name: "Restore Alpha" }).click();
    await expect(page.getByRole("heading", { name: "Alpha" })).toHaveCount(0);
    await page.getByRole("button", { name: "Delete for good: Bravo" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete for good" }).click();
    await expect(page.getByText("Nothing was deleted within the last thirty days.")).toBeVisible();
    await page.getByRole("button", { name: "All loadouts" }).click();
    await expect(card(page, "Alpha")).toBeVisible();
  });

  test("reverts a refused change and shows an error at the card", async ({ page }) => {
    await openLockerAsGuest(page, [{ name: "Alpha" }]);
    await page.route("**/api/trpc/loadout.arrange*", (route) => route.fulfill(REFUSAL));
    await act(page, "Alpha", "Pin");
    await expect(
      page
        .getByRole("listitem")
        .filter({ has: card(page, "Alpha") })
        .getByRole("alert"),
    ).toBeVisible();
    await expect(page.getByRole("list", { name: "Pinned" })).toHaveCount(0);
    await page.unroute("**/api/trpc/loadout.arrange*");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("list", { name: "Pinned" })).toBeVisible();
  });

  test("answers to the keyboard alone", async ({ page }) => {
    await openLockerAsGuest(page, [{ name: "Alpha" }]);
    await card(page, "Alpha").focus();
    await page.keyboard.press("d");
    await expect(card(page, "Alpha (copy)")).toBeVisible();
    await card(page, "Alpha (copy)").focus();
    await page.keyboard.press("Delete");
    await expect(card(page, "Alpha (copy)")).toHaveCount(0);
    await expect(page.getByText("Loadout deleted.").first()).toBeVisible();
    await page.keyboard.press("Control+z");
    await expect(card(page, "Alpha (copy)")).toBeVisible();
    await card(page, "Alpha").focus();
    await page.keyboard.press("e");
    await expect(page.getByRole("button", { name: "All loadouts" })).toBeVisible();
    await page.goBack();
    await expect(card(page, "Alpha")).toBeFocused();
    await page.keyboard.press("s");
    await expect(page).toHaveURL(/share=/);
    await page.goBack();
    await page.evaluate(() => localStorage.setItem("shortcuts", "off"));
    await card(page, "Alpha").focus();
    await page.keyboard.press("e");
    await page.keyboard.press("n");
    await expect(page).not.toHaveURL(/edit=/);
    await page.evaluate(() => localStorage.removeItem("shortcuts"));
    await page.keyboard.press("n");
    await expect(page).toHaveURL(/edit=new/);
  });

  test("loads further pages", async ({ page }) => {
    await signInAsGuest(page);
    await fill(
      page,
      Array.from({ length: 101 }, (_, at) => ({ name: `No. ${at}` })),
    );
    await open(page, "/bf4?tab=loadouts");
    await expect(card(page, "No. 100")).toBeVisible();
    await expect(card(page, "No. 0")).toHaveCount(0);
    await page.getByRole("button", { name: "Show more" }).click();
    await expect(card(page, "No. 0")).toBeVisible();
  });
});

test.describe("what was changed elsewhere since it was listed", () => {
  /** The locker of a guest with Alpha and Bravo, which receives no change events, after Alpha was renamed to "Alpha two" elsewhere. */
  async function openStaleLocker(page: Page): Promise<void> {
    await signInAsGuest(page);
    const [alpha, bravo] = [buildLoadoutInput({ name: "Alpha" }), buildLoadoutInput({ name: "Bravo" })];
    for (const input of [alpha, bravo]) await call(page, "loadout.save", { ...input, seenVersion: 0 });
    await page.route("**/api/trpc/loadout.changes*", (route) => route.abort());
    await open(page, "/bf4?tab=loadouts");
    await expect(card(page, "Alpha")).toBeVisible();
    await call(page, "loadout.save", { ...alpha, name: "Alpha two", seenVersion: 1 });
  }

  const refusal = (page: Page) => page.getByRole("alert").filter({ hasText: "changed elsewhere in the meantime" });

  test("is shown as it is now instead of being deleted, and deleted by a second press", async ({ page }) => {
    await openStaleLocker(page);
    await act(page, "Alpha", "Delete");
    await expect(refusal(page)).toBeVisible();
    await expect(card(page, "Alpha two")).toBeVisible();
    await act(page, "Alpha two", "Delete");
    await expect(card(page, "Alpha two")).toHaveCount(0);
    await expect(page.getByText("Loadout deleted.", { exact: true })).toBeVisible();
  });

  test("is shown as it is now instead of being deleted with others, which are", async ({ page }) => {
    await openStaleLocker(page);
    await page.getByRole("button", { name: "Select", exact: true }).click();
    await page.getByRole("button", { name: "Select all", exact: true }).click();
    await page.getByRole("region", { name: "Selected loadouts" }).getByRole("button", { name: "Delete" }).click();
    await expect(refusal(page)).toHaveCount(1);
    await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
    await expect(card(page, "Alpha two")).toBeVisible();
    await expect(card(page, "Bravo")).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).last().click();
    await expect(card(page, "Bravo")).toBeVisible();
    await act(page, "Alpha two", "Delete");
    await expect(card(page, "Alpha two")).toHaveCount(0);
    await expect(refusal(page)).toHaveCount(0);
    await expect(card(page, "Bravo")).toBeVisible();
  });
});

test.describe("two tabs of one person", () => {
  test("see each other's changes without being touched", async ({ page, context }) => {
    await openLockerAsGuest(page, [{ name: "Alpha" }]);
    const other = await context.newPage();
    await open(other, "/bf4?tab=loadouts");
    await expect(card(other, "Alpha")).toBeVisible();
    await page.waitForTimeout(500);
    await act(other, "Alpha", "Pin");
    await expect(page.getByRole("list", { name: "Pinned" })).toBeVisible({ timeout: 2000 });
    await act(page, "Alpha", "Delete");
    await expect(card(other, "Alpha")).toHaveCount(0, { timeout: 2000 });
  });

  test("hold an event stream open only while signed in and on the Loadouts tab", async ({ page }) => {
    const streamUrls: string[] = [];
    page.on("request", (request) => request.url().includes("loadout.changes") && streamUrls.push(request.url()));
    await open(page, "/bf4?tab=loadouts");
    await expect(page.getByText("No loadouts yet.")).toBeVisible();
    expect(streamUrls).toEqual([]);
    await openLockerAsGuest(page, [{ name: "Alpha" }]);
    await expect.poll(() => streamUrls.length).toBe(1);
    await page.getByRole("tab", { name: "Arsenal" }).click();
    await expect(page.getByRole("combobox", { name: "Search weapons" })).toBeVisible();
    await page.getByRole("tab", { name: "Loadouts" }).click();
    await expect.poll(() => streamUrls.length).toBe(2);
  });

  test("do not move the page while the user reads further down", async ({ page, context }) => {
    await openLockerAsGuest(
      page,
      Array.from({ length: 12 }, (_, at) => ({ name: `No. ${at}` })),
    );
    await card(page, "No. 0").scrollIntoViewIfNeeded();
    await page.waitForTimeout(500);
    const other = await context.newPage();
    await open(other, "/bf4?tab=loadouts");
    await act(other, "No. 3", "Duplicate");
    await act(other, "No. 5", "Duplicate");
    await page.getByRole("button", { name: "2 updates" }).click({ timeout: 4000 });
    await expect(card(page, "No. 3 (copy)")).toBeVisible();
  });
});
