// @weekly
// A session that ended elsewhere, on every screen of a signed-in person: in two tabs, with and without a network.
import type { Page } from "@playwright/test";
import { buildLoadoutInput, call, card, fill } from "#test/e2e/pages/locker.ts";
import { nameField, PATIENCE, pagesStored, saveButton, storedKeys } from "#test/e2e/pages/offline.ts";
import { addSample } from "#test/e2e/pages/soldier.ts";
import { expectNothingFound } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { EXPIRED, lookAt, notice, revokeElsewhere } from "./ended-session.ts";
import { accountButton, fillSignIn, newPerson, open, type Person, signUpAndIn } from "./site.ts";

const signInLink = (page: Page) => page.getByRole("banner").getByRole("link", { name: "Sign in" });

/** A person with a loadout and a soldier, whose sections this device has shown. */
async function visitedSections(page: Page): Promise<Person & { loadoutId: string }> {
  const person = await signUpAndIn(page, { ...newPerson(), name: "Robin" });
  const [loadoutId = ""] = await fill(page, [{ name: "Alpha" }]);
  await addSample(page, "bf4");
  for (const { path, key, isThere } of stored(loadoutId)) {
    await open(page, path);
    await isThere(page);
    await expect.poll(() => storedKeys(page)).toContainEqual(expect.stringMatching(key));
  }
  return { ...person, loadoutId };
}

/** What it is stored under on the device. */
type Section = { path: string; key: RegExp; isThere: (page: Page) => Promise<unknown> };

/** Sections this device shows from its own store. */
const stored = (loadoutId: string): readonly Section[] => [
  { path: "/bf4?tab=loadouts", key: /^locker:/, isThere: (page) => expect(card(page, "Alpha")).toBeVisible(PATIENCE) },
  {
    path: `/bf4?tab=loadouts&edit=${loadoutId}`,
    key: /^locker:/,
    isThere: (page) => expect(nameField(page)).toHaveValue("Alpha"),
  },
  {
    path: "/bf4?tab=soldier",
    key: /soldier\.get/,
    isThere: (page) => expect(page.getByRole("region", { name: "Sample soldier" })).toBeVisible(PATIENCE),
  },
  {
    path: "/bf4?tab=progress",
    key: /progress\.next/,
    isThere: (page) => expect(page.getByRole("list", { name: "Closest next" })).toBeVisible(PATIENCE),
  },
];

/** Sections without anything on this device. */
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
  await expect(signInLink(page)).toBeVisible();
  await expect(accountButton(page, name)).toHaveCount(0);
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

test("an ended session shows in all tabs at once, and every section stays what it may be", async ({
  page,
  context,
  browser,
}) => {
  const person = await visitedSections(page);
  const other = await context.newPage();
  await open(page, "/bf4?tab=loadouts");
  await open(other, "/bf4?tab=soldier");
  await expect(card(page, "Alpha")).toBeVisible();
  await expect(other.getByRole("region", { name: "Sample soldier" })).toBeVisible();
  await revokeElsewhere(browser, person);
  await lookAt(page);
  for (const tab of [page, other]) {
    await expectEnded(tab, person);
    await expect(notice(tab)).toBeVisible();
  }
  await expect(card(page, "Alpha")).toBeVisible();
  await expect(other.getByRole("region", { name: "Sample soldier" })).toBeVisible();
  await expect(other.getByRole("button", { name: "Add a soldier" })).toBeDisabled();
  await expectNothingFound(page);
  await expectNothingFound(other);

  const refused = countRefused(page);
  for (const { path, isThere } of stored(person.loadoutId)) {
    await open(page, path);
    await isThere(page);
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
  // What is known to be over is not asked for.
  expect(refused.count()).toBe(0);

  // A sign-in in one tab brings both back.
  await open(page, "/login?redirect=/bf4?tab=loadouts");
  await fillSignIn(page, person);
  await expect(accountButton(page, person.name)).toBeVisible();
  await expect(accountButton(other, person.name)).toBeVisible();
  for (const tab of [page, other]) await expect(notice(tab)).toHaveCount(0);
  await expect(other.getByRole("button", { name: "Add a soldier" })).toBeEnabled();
});

test("the first refused call shows it, and is not made again", async ({ page, browser }) => {
  const person = await visitedSections(page);
  await open(page, "/bf4");
  await revokeElsewhere(browser, person);
  const calls = page.waitForResponse((response) => response.status() === 401);
  const refused = countRefused(page);
  await page.getByRole("tab", { name: "Soldier" }).click();
  await calls;
  await expectEnded(page, person);
  await expect(page.getByRole("region", { name: "Sample soldier" })).toBeVisible();
  const before = refused.count();
  // The first of the old retries came after a second.
  await page.waitForTimeout(1500);
  expect(refused.count()).toBe(before);
});

test.describe("without a network", () => {
  test.use({ serviceWorkers: "allow" });

  test("an ended session shows the same in two tabs", async ({ page, context, browser }) => {
    const person = await visitedSections(page);
    await pagesStored(page);
    await page.reload();
    const other = await context.newPage();
    await open(other, "/bf4?tab=progress");
    await revokeElsewhere(browser, person);
    await lookAt(page);
    await expectEnded(page, person);
    await expectEnded(other, person);
    await context.setOffline(true);
    for (const tab of [page, other]) {
      for (const { path, isThere } of stored(person.loadoutId).filter(({ path }) => !path.includes("edit="))) {
        await open(tab, path);
        await isThere(tab);
        await expectEnded(tab, person);
      }
      for (const path of ["/account", "/account?tab=sessions"]) {
        await open(tab, path);
        await expect(tab.getByRole("heading", { name: "Authentication Required" })).toBeVisible();
        await expectEnded(tab, person);
      }
    }
  });

  test("what was changed offline stays on the device and is sent after the sign-in", async ({
    page,
    context,
    browser,
  }) => {
    const person = await visitedSections(page);
    await pagesStored(page);
    await open(page, `/bf4?tab=loadouts&edit=${person.loadoutId}`);
    await expect(nameField(page)).toHaveValue("Alpha");
    await context.setOffline(true);
    await nameField(page).fill("From the train");
    await saveButton(page).click();
    await expect(page.getByRole("status").filter({ hasText: "Saved on this device" })).toBeVisible();
    await revokeElsewhere(browser, person);
    await context.setOffline(false);
    await expect(notice(page)).toContainText("1 change is sent once you sign in", PATIENCE);
    await notice(page).getByRole("link", { name: "Sign In" }).click();
    await fillSignIn(page, person);
    await expect(accountButton(page, person.name)).toBeVisible();
    await open(page, "/bf4?tab=loadouts");
    await expect(card(page, "From the train")).toBeVisible(PATIENCE);
    await expect(page.getByText("Not sent yet")).toHaveCount(0, PATIENCE);
  });
});

test.describe("writing with an ended session asks to sign in, keeps the input and makes no guest", () => {
  const whoIsHere = async (page: Page): Promise<unknown> =>
    (await page.request.get("/api/auth/get-session")).json().catch(() => null);

  test("a save", async ({ page, browser }) => {
    const person = await visitedSections(page);
    await open(page, "/bf4?tab=loadouts&edit=new");
    await nameField(page).fill("Night shift");
    await revokeElsewhere(browser, person);
    await saveButton(page).click();
    await expect(page).toHaveURL(/\/login\?redirect=/);
    expect(await whoIsHere(page)).toBeNull();
    await fillSignIn(page, person);
    await expect(nameField(page)).toHaveValue("Night shift");
    await saveButton(page).click();
    await expect(page.getByRole("status").filter({ hasText: "Saved in your locker" })).toBeVisible();
  });

  test("a save whose page already shows it", async ({ page, browser }) => {
    const person = await visitedSections(page);
    await revokeElsewhere(browser, person);
    await open(page, "/bf4?tab=loadouts&edit=new");
    await expectEnded(page, person);
    await nameField(page).fill("Night shift");
    await saveButton(page).click();
    await expect(page).toHaveURL(/\/login\?redirect=/);
    expect(await whoIsHere(page)).toBeNull();
  });

  test("an import", async ({ page, browser }) => {
    const person = await visitedSections(page);
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
    expect(await whoIsHere(page)).toBeNull();
    await fillSignIn(page, person);
    await page.getByRole("button", { name: "Import…" }).click();
    await expect(page.getByLabel("Link, code or file content")).toHaveValue(file);
  });

  test("a copy of a shared loadout", async ({ page, browser }) => {
    const person = await visitedSections(page);
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
    expect(await whoIsHere(page)).toBeNull();
    await fillSignIn(page, person);
    await expect(page).toHaveURL(new RegExp(`s=${share.id}`));
    await owner.context().close();
  });
});

test("a user who does not sign in again can clear the device", async ({ page, browser }) => {
  const person = await visitedSections(page);
  await revokeElsewhere(browser, person);
  await open(page, "/bf4?tab=loadouts");
  await notice(page).getByRole("button", { name: "Clear this device" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByText(EXPIRED)).toHaveCount(0);
  await open(page, "/bf4?tab=loadouts");
  await expect(page.getByText("No loadouts yet")).toBeVisible();
});
