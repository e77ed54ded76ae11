// @rest
// The site without a network: stored pages, pending changes, and updates to a newer build.

import type { Page } from "@playwright/test";
import { SHOWN_PATCH } from "#domain/game-data/patch.ts";
import { m } from "#messages";
import {
  buildLoadoutInput,
  call,
  chooseCardAction,
  getCard,
  openLockerAsGuest,
  saveLoadouts,
  signInAsGuest,
} from "#test/e2e/pages/locker.ts";
import {
  getEditorStatus,
  getSaveButton,
  getSyncStatus,
  getVersions,
  LONG_TIMEOUT,
  openLocker,
  openStoredLocker,
  renameInEditor,
  waitUntilPagesStored,
  waitUntilStored,
} from "#test/e2e/pages/offline.ts";
import { openFaultGate } from "#test/harness/fault-gate.ts";
import { expectNoAxeViolations } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { getLoadoutName, nameLoadout } from "./pages/editor.ts";
import { getAccountButton, open, signUpAndIn } from "./site.ts";

const IN_GERMAN = { locale: "de" } as const;

test.use({ serviceWorkers: "allow" });

/** Chooses German in the footer of an English page. */
async function switchToGerman(page: Page): Promise<void> {
  await page.getByRole("contentinfo").getByRole("button", { name: "Language" }).click();
  await page.getByRole("combobox", { name: "Language" }).selectOption("de");
  await expect(page.locator("html[lang=de][data-ready]")).toBeAttached();
}

test("home, the arsenal and the user's locker open without a network in the language chosen last, and show their age", async ({
  page: english,
  context,
}) => {
  await openLockerAsGuest(english, [{ name: "Alpha" }, { name: "Bravo" }]);
  await waitUntilPagesStored(english);
  const page = await context.newPage();
  await open(page, "/bf4?tab=loadouts");
  await switchToGerman(page);
  await expect(page).toHaveURL("/bf4?tab=loadouts");
  await waitUntilStored(page);
  // A tab in another language uses the same build and the same stored locker.
  await getCard(english, "Alpha").click();
  await expect(getLoadoutName(english)).toHaveText("Alpha");
  await expect(english.getByText("A newer version is ready.")).toHaveCount(0);
  await context.setOffline(true);
  await page.reload();
  await expect(getCard(page, "Alpha")).toBeVisible();
  await expect(getCard(page, "Bravo")).toBeVisible();
  await expect(page.getByText(new RegExp(m.app_offline_as_of({ time: "\\d\\d:\\d\\d" }, IN_GERMAN)))).toBeVisible();
  await expect(page.getByRole("button", { name: m.app_guest_account({}, IN_GERMAN) })).toBeVisible();
  await page.getByRole("searchbox", { name: m.loadout_search_loadouts({}, IN_GERMAN) }).fill("brav");
  await expect(getCard(page, "Alpha")).toHaveCount(0);
  // This loadout has never been opened on this device.
  await getCard(page, "Bravo").click();
  await expect(page.getByRole("button", { name: /AK-12$/ }).first()).toBeVisible();

  await open(page, "/");
  await expect(page.getByRole("heading", { level: 1, name: m.common_guest_locker({}, IN_GERMAN) })).toBeVisible();
  await open(page, "/bf4");
  await expect(page.getByRole("link", { name: "AK-12", exact: true })).toBeVisible();
  await open(page, "/bf2042?tab=arsenal&cat=vehicles");
  await expect(page.getByText("LATV4 Recon").first()).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  expect(await page.evaluate(() => caches.keys().then((names) => names.length))).toBe(2);
});

for (const { visitor, path } of [
  { visitor: "a stranger", path: "/" },
  { visitor: "a person with a locker", path: "/" },
  { visitor: "a person with a locker", path: "/bf2042?tab=loadouts" },
]) {
  test(`${visitor} who opens ${path} makes at most ten data calls until the site is stored`, async ({
    page,
    context,
  }) => {
    if (visitor !== "a stranger") {
      await signUpAndIn(page);
      await saveLoadouts(page, [{ name: "Alpha" }]);
      // Saved with the current patch, because older figures are compared with one call per record.
      const { loadout, ...bravo } = buildLoadoutInput({ name: "Bravo", game: "bf2042" });
      await call(page, "loadout.save", { ...bravo, loadout: { ...loadout, patch: SHOWN_PATCH }, seenVersion: 0 });
    }
    const calls: string[] = [];
    page.on("request", (request) => request.url().includes("/api/trpc") && calls.push(request.url()));
    await open(page, path);
    await waitUntilStored(page);
    expect(calls.length, calls.join("\n")).toBeLessThanOrEqual(10);
    // Entries that were never opened are stored, too.
    await context.setOffline(true);
    await open(page, "/bf2042?item=ak-24");
    await expect(page.getByRole("dialog").getByRole("heading", { name: "AK-24" })).toBeVisible();
    await open(page, "/bf4?cat=ranks");
    await expect(page.getByText("Private First Class").first()).toBeVisible();
  });
}

test("after a stranger's first page, the site opens without a network", async ({ page, context }) => {
  await open(page, "/");
  await waitUntilStored(page);
  // With a network, the server handles a link that chooses a language, although the page is stored.
  await context.addCookies([{ name: "lang", value: "de", url: page.url() }]);
  await open(page, "/?lang=en");
  expect((await context.cookies()).find(({ name }) => name === "lang")?.value).toBe("en");
  await context.setOffline(true);
  await open(page, "/bf2042");
  await expect(page.getByRole("heading", { level: 1, name: "Battlefield 2042" })).toBeVisible();
  await expect(page.getByText("You're offline. You can keep using this page.")).toBeVisible();
  // An earlier record that was never opened on this device.
  await open(page, "/bf2042?patch=7.3.0&q=g57");
  await expect(page.getByRole("row", { name: /G57/ })).toContainText("7.3.0");
  await expect(page.getByRole("banner").getByText("Can't reach your account")).toBeVisible(LONG_TIMEOUT);
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toHaveCount(0);
});

test("changes made without a network survive a reload, and are sent once each", async ({ page, context }) => {
  await openLockerAsGuest(page, [{ name: "Alpha" }, { name: "Bravo" }]);
  await waitUntilStored(page);
  await context.setOffline(true);
  await renameInEditor(page, "Alpha", "Alpha two");
  await expect(getEditorStatus(page, "Saved on this device")).toBeVisible();
  await nameLoadout(page, "Alpha three");
  await getSaveButton(page).click();
  await openLocker(page);
  await renameInEditor(page, "Bravo", "Bravo two");
  await expect(getEditorStatus(page, "Saved on this device")).toBeVisible();
  await openLocker(page);
  await page.getByRole("button", { name: "New loadout" }).click();
  await nameLoadout(page, "Charlie");
  await getSaveButton(page).click();
  await expect(getEditorStatus(page, "Saved on this device")).toBeVisible();
  await openLocker(page);
  await expect(getSyncStatus(page)).toHaveText("Offline, 4 changes waiting");
  // With the longest text in the bar, the account button still fits a tablet's window.
  await page.setViewportSize({ width: 768, height: 1024 });
  await expect(getAccountButton(page, "Guest")).toBeInViewport({ ratio: 1 });

  await page.reload();
  for (const name of ["Alpha three", "Bravo two", "Charlie"]) await expect(getCard(page, name)).toBeVisible();
  // The outbox starts when the browser is idle, at the latest after five seconds.
  await expect(getSyncStatus(page)).toHaveText("Offline, 4 changes waiting", LONG_TIMEOUT);
  await getSyncStatus(page).getByRole("button").click();
  const list = page.getByRole("region", { name: "Changes waiting" });
  await expect(list.getByRole("listitem")).toHaveCount(4);
  await expectNoAxeViolations(page);

  const saves: string[] = [];
  page.on("request", (request) => saves.push(...(request.url().match(/loadout\.save/g) ?? [])));
  await context.setOffline(false);
  await expect(getSyncStatus(page)).toHaveText("Saved", LONG_TIMEOUT);
  expect(saves).toHaveLength(4);
  expect(await getVersions(page)).toEqual({ "Alpha three": 3, "Bravo two": 2, Charlie: 1 });
  await expect(page.getByText("Not sent yet")).toHaveCount(0);
  await expect(page.getByText(/^Offline/)).toHaveCount(0);
});

test("cards are pinned, moved to folders, deleted and restored without a network", async ({ page, context }) => {
  await signInAsGuest(page);
  await saveLoadouts(page, [{ name: "Alpha" }, { name: "Bravo" }, { name: "Charlie" }]);
  await openStoredLocker(page, "Alpha");
  await context.setOffline(true);
  await chooseCardAction(page, "Alpha", "Pin");
  await expect(page.getByRole("list", { name: "Pinned" }).getByText("Alpha")).toBeVisible();
  await chooseCardAction(page, "Bravo", "Move to folder…");
  await page.getByLabel("Name of the new folder").fill("Nights");
  await page.getByRole("button", { name: "Move", exact: true }).click();
  await expect(page.getByRole("button", { name: "Nights 1 loadout", exact: true })).toBeVisible();
  await chooseCardAction(page, "Charlie", "Delete");
  await expect(getCard(page, "Charlie")).toHaveCount(0);
  await expect(getSyncStatus(page)).toHaveText("Offline, 4 changes waiting");
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(getCard(page, "Charlie")).toBeVisible();
  await expect(getSyncStatus(page)).toHaveText("Offline, 3 changes waiting");
  await context.setOffline(false);
  await expect(getSyncStatus(page)).toHaveText("Saved", LONG_TIMEOUT);
  await page.reload();
  await expect(page.getByRole("list", { name: "Pinned" }).getByText("Alpha")).toBeVisible();
  await expect(page.getByRole("button", { name: "Nights 1 loadout", exact: true })).toBeVisible();
});

test("a pending change can be discarded", async ({ page, context }) => {
  await signInAsGuest(page);
  await saveLoadouts(page, [{ name: "Alpha" }]);
  await openStoredLocker(page, "Alpha");
  await context.setOffline(true);
  await chooseCardAction(page, "Alpha", "Duplicate");
  await expect(getCard(page, "Alpha (copy)")).toBeVisible();
  await getSyncStatus(page).getByRole("button", { name: "Offline, 1 change waiting" }).click();
  await page.getByRole("button", { name: "Discard: New loadout “Alpha (copy)”" }).click();
  await page.getByRole("button", { name: "Discard for good" }).click();
  await expect(getCard(page, "Alpha (copy)")).toHaveCount(0);
  await context.setOffline(false);
  await page.reload();
  await expect(getCard(page, "Alpha")).toBeVisible();
  expect(Object.keys(await getVersions(page))).toEqual(["Alpha"]);
});

test("a newer build waits until the user accepts it, and other tabs are notified", async ({
  page,
  context,
  browserErrors,
}) => {
  await using gate = await openFaultGate();
  expect((await page.request.get(`${gate.origin}/sw.js`)).headers()["cache-control"]).toBe("no-cache");
  await open(page, gate.origin);
  await waitUntilStored(page);
  const otherTab = await context.newPage();
  await open(otherTab, `${gate.origin}/bf4`);
  for (const tab of [page, otherTab]) await tab.evaluate(() => Object.assign(window, { isOld: true }));
  gate.announceNewBuild(
    'addEventListener("message", ({ data, source }) => data === "which" && source.postMessage("newer"));',
  );
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  const getBanner = (tab: Page) => tab.getByRole("status").filter({ hasText: "A newer version is ready." });
  await expect(getBanner(page)).toBeVisible(LONG_TIMEOUT);
  await expectNoAxeViolations(page);
  expect(await page.evaluate(() => "isOld" in window)).toBe(true);
  await Promise.all([page.waitForEvent("load"), getBanner(page).getByRole("button", { name: "Reload" }).click()]);
  await expect(page.locator("html[data-ready]")).toBeAttached();
  await expect(getBanner(page)).toHaveCount(0);
  const version = await page.evaluate(
    () =>
      new Promise((resolve) => {
        navigator.serviceWorker.addEventListener("message", ({ data }) => resolve(data), { once: true });
        navigator.serviceWorker.startMessages();
        navigator.serviceWorker.controller?.postMessage("which");
      }),
  );
  expect(version).toBe("newer");
  expect(await otherTab.evaluate(() => "isOld" in window)).toBe(true);
  await expect(getBanner(otherTab)).toBeVisible();
  await getBanner(otherTab).getByRole("button", { name: "Reload" }).click();
  for (const tab of [otherTab, page]) await expect(getBanner(tab)).toHaveCount(0);
  expect(browserErrors).toEqual([]);
});
