// @weekly
// All screens after the session was ended on another device, in two tabs, with and without a network.

import type { Page } from "@playwright/test";
import { buildLoadoutInput, call, getCard, saveLoadouts } from "#test/e2e/pages/locker.ts";
import { getSaveButton, LONG_TIMEOUT, listStoredKeys, waitUntilPagesStored } from "#test/e2e/pages/offline.ts";
import { addSample } from "#test/e2e/pages/soldier.ts";
import { expectNoAxeViolations } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { EXPIRED, getNotice, revokeElsewhere, showTab } from "./ended-session.ts";
import { getLoadoutName, nameLoadout } from "./pages/editor.ts";
import { createPerson, fillSignIn, getAccountButton, open, type Person, signUpAndIn } from "./site.ts";

const getSignInLink = (page: Page) => page.getByRole("banner").getByRole("link", { name: "Sign in" });

/** Creates a user with a loadout and a soldier, and opens all sections, so that the device stores them. */
async function visitSections(page: Page): Promise<Person & { loadoutId: string }> {
  const person = await signUpAndIn(page, { ...createPerson(), name: "Robin" });
  const [loadoutId = ""] = await saveLoadouts(page, [{ name: "Alpha" }]);
  await addSample(page, "bf4");
  for (const { path, key, expectShown } of listStoredSections(loadoutId)) {
    await open(page, path);
    await expectShown(page);
    await expect.poll(() => listStoredKeys(page)).toContainEqual(expect.stringMatching(key));
  }
  return { ...person, loadoutId };
}

/** A section, the key of its data on the device, and the check that it is shown. */
type Section = { path: string; key: RegExp; expectShown: (page: Page) => Promise<unknown> };

/** Returns the sections that the device can show from its stored data. */
const listStoredSections = (loadoutId: string): readonly Section[] => [
  {
    path: "/bf4?tab=loadouts",
    key: /^locker:/,
    expectShown: (page) => expect(getCard(page, "Alpha")).toBeVisible(LONG_TIMEOUT),
  },
  {
    path: `/bf4?tab=loadouts&edit=${loadoutId}`,
    key: /^locker:/,
    expectShown: (page) => expect(getLoadoutName(page)).toHaveText("Alpha"),
  },
  {
    path: "/bf4?tab=soldier",
    key: /soldier\.get/,
    expectShown: (page) => expect(page.getByRole("region", { name: "Sample soldier" })).toBeVisible(LONG_TIMEOUT),
  },
  {
    path: "/bf4?tab=progress",
    key: /progress\.next/,
    expectShown: (page) => expect(page.getByRole("list", { name: "Closest next" })).toBeVisible(LONG_TIMEOUT),
  },
];

/** Sections without stored data on the device. */
const NOT_STORED = [
  "/account",
  "/account?tab=security",
  "/account?tab=sessions",
  "/account?tab=connections",
  "/account?tab=data",
  "/invite?id=00000000000000000000000000000000",
  "/platoons",
  "/bf2042?tab=loadouts&edit=00000000-0000-4000-8000-000000000000",
];

async function expectEnded(page: Page, { name }: Person): Promise<void> {
  await expect(page.getByText(EXPIRED, { exact: true })).toBeVisible();
  await expect(page.getByRole("main").getByText("Sign In", { exact: true })).toBeVisible();
  await expect(getSignInLink(page)).toBeVisible();
  await expect(getAccountButton(page, name)).toHaveCount(0);
  await expect(page.getByRole("main").getByText(name, { exact: false })).toHaveCount(0);
}

/** Counts the calls that the server refuses with 401 because the caller is not signed in. */
function countRefused(page: Page): { count: () => number } {
  let refused = 0;
  page.on("response", (response) => {
    if (response.status() === 401) refused += 1;
  });
  return { count: () => refused };
}

test("an ended session is shown in all tabs at once, and the sections still show their stored data", async ({
  page,
  context,
  browser,
}) => {
  const person = await visitSections(page);
  const otherTab = await context.newPage();
  await open(page, "/bf4?tab=loadouts");
  await open(otherTab, "/bf4?tab=soldier");
  await expect(getCard(page, "Alpha")).toBeVisible();
  await expect(otherTab.getByRole("region", { name: "Sample soldier" })).toBeVisible();
  await revokeElsewhere(browser, person);
  await showTab(page);
  for (const tab of [page, otherTab]) {
    await expectEnded(tab, person);
    await expect(getNotice(tab)).toBeVisible();
  }
  await expect(getCard(page, "Alpha")).toBeVisible();
  await expect(otherTab.getByRole("region", { name: "Sample soldier" })).toBeVisible();
  await expect(otherTab.getByRole("button", { name: "Add a soldier" })).toBeDisabled();
  await expectNoAxeViolations(page);
  await expectNoAxeViolations(otherTab);

  const refused = countRefused(page);
  for (const { path, expectShown } of listStoredSections(person.loadoutId)) {
    await open(page, path);
    await expectShown(page);
    await expectEnded(page, person);
    await expect(page.getByText("No loadouts yet")).toHaveCount(0);
  }
  for (const path of NOT_STORED) {
    await open(page, path);
    await expect(page.getByRole("heading", { name: "Authentication Required" })).toBeVisible();
    await expectEnded(page, person);
  }
  await open(page, "/");
  await expectEnded(page, person);
  // The page makes no calls that need the ended session.
  expect(refused.count()).toBe(0);

  // A sign-in in one tab applies to both.
  await open(page, "/login?redirect=/bf4?tab=loadouts");
  await fillSignIn(page, person);
  await expect(getAccountButton(page, person.name)).toBeVisible();
  await expect(getAccountButton(otherTab, person.name)).toBeVisible();
  for (const tab of [page, otherTab]) await expect(getNotice(tab)).toHaveCount(0);
  await expect(otherTab.getByRole("button", { name: "Add a soldier" })).toBeEnabled();
});

test("the first call refused with 401 shows the ended session and is not retried", async ({ page, browser }) => {
  const person = await visitSections(page);
  await open(page, "/bf4");
  await revokeElsewhere(browser, person);
  const refusedResponse = page.waitForResponse((response) => response.status() === 401);
  const refused = countRefused(page);
  await page.getByRole("tab", { name: "Soldier" }).click();
  await refusedResponse;
  await expectEnded(page, person);
  await expect(page.getByRole("region", { name: "Sample soldier" })).toBeVisible();
  const refusedBefore = refused.count();
  // A retry would come after a second.
  await page.waitForTimeout(1500);
  expect(refused.count()).toBe(refusedBefore);
});

test.describe("without a network", () => {
  test.use({ serviceWorkers: "allow" });

  test("an ended session is shown in both tabs, which still show their stored data", async ({
    page,
    context,
    browser,
  }) => {
    const person = await visitSections(page);
    await waitUntilPagesStored(page);
    await page.reload();
    const otherTab = await context.newPage();
    await open(otherTab, "/bf4?tab=progress");
    await revokeElsewhere(browser, person);
    await showTab(page);
    await expectEnded(page, person);
    await expectEnded(otherTab, person);
    await context.setOffline(true);
    for (const tab of [page, otherTab]) {
      for (const { path, expectShown } of listStoredSections(person.loadoutId).filter(
        ({ path }) => !path.includes("edit="),
      )) {
        await open(tab, path);
        await expectShown(tab);
        await expectEnded(tab, person);
      }
      for (const path of ["/account", "/account?tab=sessions"]) {
        await open(tab, path);
        await expect(tab.getByRole("heading", { name: "Authentication Required" })).toBeVisible();
        await expectEnded(tab, person);
      }
    }
  });

  test("changes made offline stay on the device and are sent after the sign-in", async ({ page, context, browser }) => {
    const person = await visitSections(page);
    await waitUntilPagesStored(page);
    await open(page, `/bf4?tab=loadouts&edit=${person.loadoutId}`);
    await expect(getLoadoutName(page)).toHaveText("Alpha");
    await context.setOffline(true);
    await nameLoadout(page, "From the train");
    await getSaveButton(page).click();
    await expect(page.getByRole("status").filter({ hasText: "Saved on this device" })).toBeVisible();
    await revokeElsewhere(browser, person);
    await context.setOffline(false);
    await expect(getNotice(page)).toContainText("1 change is sent once you sign in", LONG_TIMEOUT);
    await getNotice(page).getByRole("link", { name: "Sign In" }).click();
    await fillSignIn(page, person);
    await expect(getAccountButton(page, person.name)).toBeVisible();
    await open(page, "/bf4?tab=loadouts");
    await expect(getCard(page, "From the train")).toBeVisible(LONG_TIMEOUT);
    await expect(page.getByText("Not sent yet")).toHaveCount(0, LONG_TIMEOUT);
  });
});

test.describe("writing with an ended session asks to sign in, restores the input and creates no guest", () => {
  const getSession = async (page: Page): Promise<unknown> =>
    (await page.request.get("/api/auth/get-session")).json().catch(() => null);

  test("a save", async ({ page, browser }) => {
    const person = await visitSections(page);
    await open(page, "/bf4?tab=loadouts&edit=new");
    await nameLoadout(page, "Night shift");
    await revokeElsewhere(browser, person);
    await getSaveButton(page).click();
    await expect(page).toHaveURL(/\/login\?redirect=/);
    expect(await getSession(page)).toBeNull();
    await fillSignIn(page, person);
    await expect(getLoadoutName(page)).toHaveText("Night shift");
    await getSaveButton(page).click();
    await expect(page.getByRole("status").filter({ hasText: "Saved in your locker" })).toBeVisible();
  });

  test("a save on a page that already shows the ended session", async ({ page, browser }) => {
    const person = await visitSections(page);
    await revokeElsewhere(browser, person);
    await open(page, "/bf4?tab=loadouts&edit=new");
    await expectEnded(page, person);
    await nameLoadout(page, "Night shift");
    await getSaveButton(page).click();
    await expect(page).toHaveURL(/\/login\?redirect=/);
    expect(await getSession(page)).toBeNull();
  });

  test("an import", async ({ page, browser }) => {
    const person = await visitSections(page);
    await open(page, "/bf4?tab=loadouts");
    await page.getByRole("button", { name: "Import…" }).click();
    const content = buildLoadoutInput({ name: "Brought along" });
    const file = JSON.stringify({
      format: "fieldlocker/locker",
      version: 1,
      exportedAt: "2026-03-01T10:00:00.000Z",
      folders: [],
      loadouts: [{ ...content, folder: null, game: "bf4" }],
    });
    await page.getByLabel("Link, code or file content").fill(file);
    await page.getByRole("button", { name: "Continue" }).click();
    await revokeElsewhere(browser, person);
    await page.getByRole("button", { name: /^Import 1/ }).click();
    await expect(page).toHaveURL(/\/login\?redirect=/);
    expect(await getSession(page)).toBeNull();
    await fillSignIn(page, person);
    await page.getByRole("button", { name: "Import…" }).click();
    await expect(page.getByLabel("Link, code or file content")).toHaveValue(file);
  });

  test("a copy of a shared loadout", async ({ page, browser }) => {
    const person = await visitSections(page);
    const owner = await (await browser.newContext()).newPage();
    await signUpAndIn(owner);
    const { name, loadout } = buildLoadoutInput({ name: "Shared" });
    const share = (await call(owner, "share.create", { name, loadout, note: null, withAuthor: false })) as {
      id: string;
    };
    await open(page, `/bf4?s=${share.id}`);
    await revokeElsewhere(browser, person);
    await page.getByRole("button", { name: "Save a copy" }).click();
    await expect(page).toHaveURL(/\/login\?redirect=/);
    expect(await getSession(page)).toBeNull();
    await fillSignIn(page, person);
    await expect(page).toHaveURL(new RegExp(`s=${share.id}`));
    await owner.context().close();
  });
});

test("a user who does not sign in again can clear the device", async ({ page, browser }) => {
  const person = await visitSections(page);
  await revokeElsewhere(browser, person);
  await open(page, "/bf4?tab=loadouts");
  await getNotice(page).getByRole("button", { name: "Clear this device" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByText(EXPIRED)).toHaveCount(0);
  await open(page, "/bf4?tab=loadouts");
  await expect(page.getByText("No loadouts yet")).toBeVisible();
});
