// @weekly
// Two devices of one user of which one was offline, and two users of one device.

import { readFile } from "node:fs/promises";
import type { Browser, Page } from "@playwright/test";
import { call, chooseCardAction, getCard, listNames, saveLoadouts } from "#test/e2e/pages/locker.ts";
import {
  getEditorStatus,
  getSaveButton,
  getSyncStatus,
  getVersions,
  LONG_TIMEOUT,
  listStoredKeys,
  openLocker,
  openStoredLocker,
  renameInEditor,
} from "#test/e2e/pages/offline.ts";
import { expectNoAxeViolations } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { nameLoadout } from "./pages/editor.ts";
import { getAccountButton, open, signInElsewhere, signUpAndIn } from "./site.ts";

test.use({ serviceWorkers: "allow" });

/** Changes the same loadout on two devices of one user, on the first one offline. Returns the page of the second. */
async function changeOnBothDevices(first: Page, browser: Browser): Promise<Page> {
  const person = await signUpAndIn(first);
  const [id] = await saveLoadouts(first, [{ name: "Alpha" }]);
  await openStoredLocker(first, "Alpha");
  await first.context().setOffline(true);
  await renameInEditor(first, "Alpha", "From the train");
  await expect(getEditorStatus(first, "Saved on this device")).toBeVisible();
  const secondDevice = await signInElsewhere(browser, person);
  await open(secondDevice, `/bf4?tab=loadouts&edit=${id}`);
  await nameLoadout(secondDevice, "From home");
  await getSaveButton(secondDevice).click();
  await expect(getEditorStatus(secondDevice, "Saved in your locker")).toBeVisible();
  return secondDevice;
}

const CHOICES = [
  { choice: "Keep mine", names: ["From the train"] },
  { choice: "Take theirs", names: ["From home"] },
  { choice: "Keep both", names: ["From home", "From the train (copy)"] },
];

for (const { choice, names } of CHOICES) {
  test(`a loadout changed on two devices shows a conflict, and "${choice}" makes both devices equal`, async ({
    page,
    context,
    browser,
  }) => {
    const otherDevice = await changeOnBothDevices(page, browser);
    // The conflict is shown on any screen, so one case starts outside the editor.
    if (choice === "Keep both") await openLocker(page);
    await context.setOffline(false);
    if (choice === "Keep both") {
      await expect(getSyncStatus(page)).toHaveText("1 change to resolve", LONG_TIMEOUT);
      await page.getByRole("button", { name: "Choose" }).click();
    }
    const dialog = page.getByRole("dialog", { name: "Changed elsewhere" });
    await expect(dialog).toContainText("From home", LONG_TIMEOUT);
    await expectNoAxeViolations(page);
    await dialog.getByRole("button", { name: choice }).click();
    await expect(dialog).toHaveCount(0);
    await openLocker(page);
    await expect(page.getByText("Not sent yet")).toHaveCount(0);
    await open(otherDevice, "/bf4?tab=loadouts");
    for (const device of [page, otherDevice]) {
      for (const name of names) await expect(getCard(device, name)).toBeVisible();
      expect((await listNames(device, "Loadouts")).sort()).toEqual(names);
    }
    expect(Object.keys(await getVersions(page)).sort()).toEqual(names);
    await otherDevice.context().close();
  });
}

test("sign-out removes the user's data from the device, and the next user does not see it", async ({
  page,
  context,
}) => {
  const person = await signUpAndIn(page);
  await saveLoadouts(page, [{ name: "Alpha" }]);
  await openStoredLocker(page, "Alpha");
  await expect.poll(async () => (await listStoredKeys(page)).length).toBeGreaterThan(0);
  await getAccountButton(page, person.name).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
  // The home page opens after everything was removed.
  await expect(page).toHaveURL("/");
  expect(await listStoredKeys(page)).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem("person"))).toBeNull();

  const nextPerson = await signUpAndIn(page);
  await open(page, "/bf4?tab=loadouts");
  await expect(page.getByRole("heading", { name: "My loadouts" })).toBeVisible();
  await context.setOffline(true);
  await page.reload();
  await expect(getAccountButton(page, nextPerson.name)).toBeVisible();
  await expect(getCard(page, "Alpha")).toHaveCount(0);
});

const getQuestion = (page: Page) => page.getByRole("dialog", { name: "Sign out with unsent changes?" });

test("sign-out with a change that cannot be sent asks: send, export or discard", async ({ page, context }) => {
  const person = await signUpAndIn(page);
  const [id] = await saveLoadouts(page, [{ name: "Alpha" }]);
  await openStoredLocker(page, "Alpha");
  await context.setOffline(true);
  await chooseCardAction(page, "Alpha", "Rename…");
  await page.getByLabel("Name", { exact: true }).fill("Mine");
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  await expect(getCard(page, "Mine")).toBeVisible();
  await renameElsewhere(page, id ?? "");
  await context.setOffline(false);
  await expect(getSyncStatus(page)).toHaveText("1 change to resolve", LONG_TIMEOUT);
  const signOut = async () => {
    await getAccountButton(page, person.name).click();
    await page.getByRole("button", { name: "Sign out" }).click();
  };
  await signOut();
  await expect(getQuestion(page)).toContainText("This device has 1 unsent change.");
  await expectNoAxeViolations(page);
  await getQuestion(page).getByRole("button", { name: "Send now" }).click();
  await expect(getQuestion(page)).toContainText("Not everything could be sent.");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    getQuestion(page).getByRole("button", { name: "Export as a file" }).click(),
  ]);
  expect(await readFile(await file.path(), "utf8")).toContain('"name": "Mine"');
  await getQuestion(page).getByRole("button", { name: "Cancel" }).click();
  await expect(getAccountButton(page, person.name)).toBeVisible();
  await signOut();
  await getQuestion(page).getByRole("button", { name: "Discard and sign out" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
  expect(await listStoredKeys(page)).toEqual([]);
});

/** Returns everything that this browser stores as text: both storages, the databases and the caches. */
const readStoredText = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const texts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
    const read = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await read(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const content = database.transaction(store).objectStore(store);
        texts.push(JSON.stringify([await read(content.getAllKeys()), await read(content.getAll())]));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request);
        const isText = /json|html/.test(response?.headers.get("content-type") ?? "");
        texts.push(request.url, isText ? ((await response?.text()) ?? "") : "");
      }
    }
    return texts.join("\n");
  });

test("sign-out leaves no draft, name or note in any storage of the browser", async ({ page }) => {
  const person = await signUpAndIn(page);
  await saveLoadouts(page, [{ name: "Zanzibar", note: "Quagmire", tags: ["xylophone"] }]);
  await openStoredLocker(page, "Zanzibar");
  await open(page, "/bf4?tab=loadouts&q=zanzi");
  await getCard(page, "Zanzibar").click();
  await nameLoadout(page, "Zanzibar by night");
  const privateTexts = ["Zanzibar", "zanzi", "Quagmire", "xylophone", person.name, person.email];
  // Tests the check itself, because the words are stored before the sign-out.
  await expect.poll(() => readStoredText(page)).toContain("Quagmire");
  await expect.poll(() => readStoredText(page)).toContain("Zanzibar by night");
  await getAccountButton(page, person.name).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(getQuestion(page)).toContainText("This device has 1 unsaved draft.");
  await getQuestion(page).getByRole("button", { name: "Discard and sign out" }).click();
  await expect(page).toHaveURL("/");
  const text = await readStoredText(page);
  expect(privateTexts.filter((word) => text.includes(word))).toEqual([]);
});

/** Renames the loadout on the server, like another device would. */
async function renameElsewhere(page: Page, id: string): Promise<void> {
  const { origin } = new URL(page.url());
  const input = encodeURIComponent(JSON.stringify({ id }));
  const headers = { "x-trpc-source": "react-app" };
  const response = await page.request.get(`${origin}/api/trpc/loadout.get?input=${input}`, { headers });
  const { note, tags, loadout, version } = (await response.json()).result.data;
  await call(page, "loadout.save", { id, name: "Theirs", note, tags, loadout, seenVersion: version });
}
