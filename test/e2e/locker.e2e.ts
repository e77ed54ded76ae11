import type { Page } from "@playwright/test";
import { getLimit } from "#domain/limits.ts";
import {
  buildLoadoutInput,
  call,
  chooseCardAction,
  getCard,
  importLoadouts,
  listNames,
  openLockerAsGuest,
  REFUSAL,
  saveLoadouts,
  signInAsGuest,
} from "#test/e2e/pages/locker.ts";
import { expect, test } from "./browser-test.ts";
import { chooseOption, open, openFilters } from "./site.ts";

test.describe("the locker", () => {
  test("supports folders, tags, pins and a search over both games", async ({ page, browserErrors }) => {
    await openLockerAsGuest(page, [{ name: "Alpha" }, { name: "Bravo" }, { name: "Charlie", game: "bf2042" }]);
    await chooseCardAction(page, "Alpha", "Move to folder…");
    await page.getByLabel("Name of the new folder").fill("Nights");
    await page.getByRole("button", { name: "Move", exact: true }).click();
    const folders = page.getByRole("navigation", { name: "Folders" });
    await expect(folders.getByRole("button", { name: "Nights 1 loadout", exact: true })).toBeVisible();

    await chooseCardAction(page, "Bravo", "Tags and note…");
    await page.getByRole("textbox", { name: "Tags" }).fill("Close, Fun, close");
    await page.getByRole("textbox", { name: "Note" }).fill("For the metro");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await chooseCardAction(page, "Bravo", "Pin");
    await expect(page.getByRole("list", { name: "Pinned" }).getByText("close")).toBeVisible();
    expect(await listNames(page, "Pinned")).toEqual(["Bravo"]);
    await expect(page.getByRole("list", { name: "Pinned" }).locator(".silhouette path").first()).toBeVisible();

    await folders.getByRole("button", { name: /^Nights/ }).click();
    await expect(getCard(page, "Bravo")).toHaveCount(0);
    await expect(getCard(page, "Alpha")).toBeVisible();
    await folders.getByRole("button", { name: "All", exact: true }).click();

    await page.getByRole("searchbox", { name: "Search loadouts" }).fill("charl");
    await expect(page.getByText("Nothing matches “charl”.")).toBeVisible();
    await openFilters(page);
    await chooseOption(page, "Games", "Both games");
    await expect(getCard(page, "Charlie")).toBeVisible();
    await expect(page).toHaveURL(/q=charl/);
    await getCard(page, "Charlie").click();
    await expect(page).toHaveURL(/\/bf2042\?tab=loadouts&edit=/);
    await page.goBack();
    await expect(page.getByRole("searchbox", { name: "Search loadouts" })).toHaveValue("charl");
    await page.getByRole("searchbox", { name: "Search loadouts" }).fill("");
    await openFilters(page);
    await page.getByLabel("Tag", { exact: true }).fill("fun");
    await expect(getCard(page, "Alpha")).toHaveCount(0);
    await expect(getCard(page, "Bravo")).toBeVisible();
    expect(browserErrors).toEqual([]);
  });

  test("filters by a tag although the panel closes at once, and a search that a tab interrupts changes no address", async ({
    page,
  }) => {
    await openLockerAsGuest(page, [{ name: "Alpha", tags: ["fun"] }, { name: "Bravo" }]);
    await openFilters(page);
    await page.getByLabel("Tag", { exact: true }).fill("fun");
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/tag=fun/);
    await expect(getCard(page, "Bravo")).toHaveCount(0);
    await expect(getCard(page, "Alpha")).toBeVisible();

    await page.getByRole("searchbox", { name: "Search loadouts" }).fill("alph");
    await page.getByRole("tab", { name: "Arsenal" }).click();
    await expect(page.getByRole("searchbox", { name: "Search loadouts" })).toHaveCount(0);
    await page.waitForTimeout(400);
    await expect(page).not.toHaveURL(/tab=loadouts|q=/);
    await expect(page.getByRole("tab", { name: "Arsenal" })).toHaveAttribute("aria-selected", "true");
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
    await expect(getCard(page, "Alpha")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(folder).toBeVisible();
  });

  test("has a custom order that is changed by menu", async ({ page }) => {
    await openLockerAsGuest(page, [{ name: "Third" }, { name: "Second" }, { name: "First" }]);
    await chooseOption(page, "Order", "My order");
    await expect.poll(() => listNames(page, "Loadouts")).toEqual(["First", "Second", "Third"]);
    await chooseCardAction(page, "Third", "Move up");
    await expect.poll(() => listNames(page, "Loadouts")).toEqual(["First", "Third", "Second"]);
    await chooseCardAction(page, "Second", "Move to top");
    await expect.poll(() => listNames(page, "Loadouts")).toEqual(["Second", "First", "Third"]);
    await chooseCardAction(page, "Second", "Move down");
    await expect.poll(() => listNames(page, "Loadouts")).toEqual(["First", "Second", "Third"]);
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    await page.reload();
    await expect.poll(() => listNames(page, "Loadouts")).toEqual(["First", "Second", "Third"]);
  });

  test("deletes several and undoes it in one step", async ({ page }) => {
    await openLockerAsGuest(page, [{ name: "Alpha" }, { name: "Bravo" }, { name: "Charlie" }]);
    await page.getByRole("button", { name: "Select", exact: true }).click();
    await page.getByRole("checkbox", { name: "Alpha" }).check();
    await page.getByRole("checkbox", { name: "Bravo" }).check();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(getCard(page, "Charlie")).toBeVisible();
    await expect(getCard(page, "Alpha")).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(getCard(page, "Alpha")).toBeVisible();
    await expect(getCard(page, "Bravo")).toBeVisible();
  });

  test("restores recently deleted loadouts, or deletes them permanently", async ({ page }) => {
    await openLockerAsGuest(page, [{ name: "Alpha" }, { name: "Bravo" }]);
    await chooseCardAction(page, "Alpha", "Delete");
    await chooseCardAction(page, "Bravo", "Delete");
    await page.getByRole("button", { name: "More about the locker" }).click();
    await page.getByRole("menuitem", { name: "Recently deleted" }).click();
    await expect(page.getByText("30 days left")).toHaveCount(2);
    await page.getByRole("button", { name: "Restore Alpha" }).click();
    await expect(page.getByRole("heading", { name: "Alpha" })).toHaveCount(0);
    await page.getByRole("button", { name: "Delete for good: Bravo" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete for good" }).click();
    await expect(page.getByText("Nothing was deleted within the last thirty days.")).toBeVisible();
    await page.getByRole("button", { name: "All loadouts" }).click();
    await expect(getCard(page, "Alpha")).toBeVisible();
  });

  test("reverts a refused change and shows an error at the card", async ({ page }) => {
    await openLockerAsGuest(page, [{ name: "Alpha" }]);
    await page.route("**/api/trpc/loadout.arrange*", (route) => route.fulfill(REFUSAL));
    await chooseCardAction(page, "Alpha", "Pin");
    await expect(
      page
        .getByRole("listitem")
        .filter({ has: getCard(page, "Alpha") })
        .getByRole("alert"),
    ).toBeVisible();
    await expect(page.getByRole("list", { name: "Pinned" })).toHaveCount(0);
    await page.unroute("**/api/trpc/loadout.arrange*");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("list", { name: "Pinned" })).toBeVisible();
  });

  test("can be used by keyboard alone", async ({ page }) => {
    await openLockerAsGuest(page, [{ name: "Alpha" }]);
    await getCard(page, "Alpha").focus();
    await page.keyboard.press("d");
    await expect(getCard(page, "Alpha (copy)")).toBeVisible();
    await getCard(page, "Alpha (copy)").focus();
    await page.keyboard.press("Delete");
    await expect(getCard(page, "Alpha (copy)")).toHaveCount(0);
    await expect(page.getByText("Loadout deleted.").first()).toBeVisible();
    await page.keyboard.press("Control+z");
    await expect(getCard(page, "Alpha (copy)")).toBeVisible();
    await getCard(page, "Alpha").focus();
    await page.keyboard.press("e");
    await expect(page.getByRole("button", { name: "All loadouts" })).toBeVisible();
    await page.goBack();
    await expect(getCard(page, "Alpha")).toBeFocused();
    await page.keyboard.press("s");
    await expect(page).toHaveURL(/share=/);
    await page.goBack();
    await page.evaluate(() => localStorage.setItem("shortcuts", "off"));
    await getCard(page, "Alpha").focus();
    await page.keyboard.press("e");
    await page.keyboard.press("n");
    await expect(page).not.toHaveURL(/edit=/);
    await page.evaluate(() => localStorage.removeItem("shortcuts"));
    await page.keyboard.press("n");
    await expect(page).toHaveURL(/edit=new/);
  });

  test("loads further pages", async ({ page }) => {
    await signInAsGuest(page);
    await saveLoadouts(
      page,
      Array.from({ length: 101 }, (_, index) => ({ name: `No. ${index}` })),
    );
    await open(page, "/bf4?tab=loadouts");
    await expect(getCard(page, "No. 100")).toBeVisible();
    await expect(getCard(page, "No. 0")).toHaveCount(0);
    await page.getByRole("button", { name: "Show more" }).click();
    await expect(getCard(page, "No. 0")).toBeVisible();
  });
});

test.describe("a loadout that was changed elsewhere since it was listed", () => {
  /** Opens a guest's locker with Alpha and Bravo that receives no change events, then renames Alpha to "Alpha two" elsewhere. */
  async function openStaleLocker(page: Page): Promise<void> {
    await signInAsGuest(page);
    const [alpha, bravo] = [buildLoadoutInput({ name: "Alpha" }), buildLoadoutInput({ name: "Bravo" })];
    for (const input of [alpha, bravo]) await call(page, "loadout.save", { ...input, seenVersion: 0 });
    await page.route("**/api/trpc/loadout.changes*", (route) => route.abort());
    await open(page, "/bf4?tab=loadouts");
    await expect(getCard(page, "Alpha")).toBeVisible();
    await call(page, "loadout.save", { ...alpha, name: "Alpha two", seenVersion: 1 });
  }

  const getRefusal = (page: Page) => page.getByRole("alert").filter({ hasText: "changed elsewhere in the meantime" });

  test("is updated instead of deleted, and deleted by a second press", async ({ page }) => {
    await openStaleLocker(page);
    await chooseCardAction(page, "Alpha", "Delete");
    await expect(getRefusal(page)).toBeVisible();
    await expect(getCard(page, "Alpha two")).toBeVisible();
    await chooseCardAction(page, "Alpha two", "Delete");
    await expect(getCard(page, "Alpha two")).toHaveCount(0);
    await expect(page.getByText("Loadout deleted.", { exact: true })).toBeVisible();
  });

  test("is updated instead of deleted together with others, which are deleted", async ({ page }) => {
    await openStaleLocker(page);
    await page.getByRole("button", { name: "Select", exact: true }).click();
    await page.getByRole("button", { name: "Select all", exact: true }).click();
    await page.getByRole("region", { name: "Selected loadouts" }).getByRole("button", { name: "Delete" }).click();
    await expect(getRefusal(page)).toHaveCount(1);
    await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
    await expect(getCard(page, "Alpha two")).toBeVisible();
    await expect(getCard(page, "Bravo")).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).last().click();
    await expect(getCard(page, "Bravo")).toBeVisible();
    await chooseCardAction(page, "Alpha two", "Delete");
    await expect(getCard(page, "Alpha two")).toHaveCount(0);
    await expect(getRefusal(page)).toHaveCount(0);
    await expect(getCard(page, "Bravo")).toBeVisible();
  });
});

test("a guest near the limit is notified until there is room", async ({ page }) => {
  await signInAsGuest(page);
  await importLoadouts(page, getLimit("loadouts", { isGuest: true }) * 0.9);
  await open(page, "/bf4?tab=loadouts");
  const notice = page.getByRole("status").filter({ hasText: "Your locker is 90% full." });
  await expect(notice).toBeVisible();
  await chooseCardAction(page, "No. 0", "Delete");
  await expect(notice).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(notice).toBeVisible();
});

test.describe("two tabs of the same user", () => {
  test("show each other's changes without interaction", async ({ page, context }) => {
    await openLockerAsGuest(page, [{ name: "Alpha" }]);
    const otherTab = await context.newPage();
    await open(otherTab, "/bf4?tab=loadouts");
    await expect(getCard(otherTab, "Alpha")).toBeVisible();
    await page.waitForTimeout(500);
    await chooseCardAction(otherTab, "Alpha", "Pin");
    await expect(page.getByRole("list", { name: "Pinned" })).toBeVisible({ timeout: 2000 });
    await chooseCardAction(page, "Alpha", "Delete");
    await expect(getCard(otherTab, "Alpha")).toHaveCount(0, { timeout: 2000 });
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
    await getCard(page, "No. 0").scrollIntoViewIfNeeded();
    await page.waitForTimeout(500);
    const otherTab = await context.newPage();
    await open(otherTab, "/bf4?tab=loadouts");
    await chooseCardAction(otherTab, "No. 3", "Duplicate");
    await chooseCardAction(otherTab, "No. 5", "Duplicate");
    await page.getByRole("button", { name: "2 updates" }).click({ timeout: 4000 });
    await expect(getCard(page, "No. 3 (copy)")).toBeVisible();
  });
});
