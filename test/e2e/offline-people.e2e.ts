// @weekly
// Two devices of one person, and two persons on one device, of which one was without a network.
import { readFile } from "node:fs/promises";
import type { Browser, Page } from "@playwright/test";
import { act, call, card, fill, namesIn } from "#test/e2e/pages/locker.ts";
import {
  editorStatus,
  nameField,
  openSettled,
  PATIENCE,
  rename,
  saveButton,
  storedKeys,
  sync,
  toLocker,
  versions,
} from "#test/e2e/pages/offline.ts";
import { expectNothingFound } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { accountButton, open, signInElsewhere, signUpAndIn } from "./site.ts";

test.use({ serviceWorkers: "allow" });

/** Two devices of one person, one loadout on both, and both have changed it: the first without a network. */
async function changedOnBoth(first: Page, browser: Browser): Promise<Page> {
  const person = await signUpAndIn(first);
  const [id] = await fill(first, [{ name: "Alpha" }]);
  await openSettled(first, "Alpha");
  await first.context().setOffline(true);
  await rename(first, "Alpha", "From the train");
  await expect(editorStatus(first, "Saved on this device")).toBeVisible();
  const second = await signInElsewhere(browser, person);
  await open(second, `/bf4?tab=loadouts&edit=${id}`);
  await nameField(second).fill("From home");
  await saveButton(second).click();
  await expect(editorStatus(second, "Saved in your locker")).toBeVisible();
  return second;
}

const ANSWERS = [
  { answer: "Keep mine", names: ["From the train"] },
  { answer: "Take theirs", names: ["From home"] },
  { answer: "Keep both", names: ["From home", "From the train (copy)"] },
];

for (const { answer, names } of ANSWERS) {
  test(`a loadout changed on two devices asks, and "${answer}" leaves both equal`, async ({
    page,
    context,
    browser,
  }) => {
    const other = await changedOnBoth(page, browser);
    // The question comes wherever one is; half of the answers begin away from the loadout.
    if (answer === "Keep both") await toLocker(page);
    await context.setOffline(false);
    if (answer === "Keep both") {
      await expect(sync(page)).toHaveText("1 change needs you", PATIENCE);
      await page.getByRole("button", { name: "Choose" }).click();
    }
    const dialog = page.getByRole("dialog", { name: "Changed elsewhere" });
    await expect(dialog).toContainText("From home", PATIENCE);
    await expectNothingFound(page);
    await dialog.getByRole("button", { name: answer }).click();
    await expect(dialog).toHaveCount(0);
    await toLocker(page);
    await expect(page.getByText("Not sent yet")).toHaveCount(0);
    await open(other, "/bf4?tab=loadouts");
    for (const device of [page, other]) {
      for (const name of names) await expect(card(device, name)).toBeVisible();
      expect((await namesIn(device, "Loadouts")).sort()).toEqual(names);
    }
    expect(Object.keys(await versions(page)).sort()).toEqual(names);
    await other.context().close();
  });
}

test("sign-out leaves nothing of a person on the device, and the next one never sees it", async ({ page, context }) => {
  const person = await signUpAndIn(page);
  await fill(page, [{ name: "Alpha" }]);
  await openSettled(page, "Alpha");
  await expect.poll(async () => (await storedKeys(page)).length).toBeGreaterThan(0);
  await accountButton(page, person.name).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
  // It leads home once all of it is done.
  await expect(page).toHaveURL("/");
  expect(await storedKeys(page)).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem("person"))).toBeNull();

  const next = await signUpAndIn(page);
  await open(page, "/bf4?tab=loadouts");
  await expect(page.getByRole("heading", { name: "My loadouts" })).toBeVisible();
  await context.setOffline(true);
  await page.reload();
  await expect(accountButton(page, next.name)).toBeVisible();
  await expect(card(page, "Alpha")).toHaveCount(0);
});

const question = (page: Page) => page.getByRole("dialog", { name: "Sign out with unsent changes?" });

test("sign-out with a change that cannot be sent asks: send, export or discard", async ({ page, context }) => {
  const person = await signUpAndIn(page);
  const [id] = await fill(page, [{ name: "Alpha" }]);
  await openSettled(page, "Alpha");
  await context.setOffline(true);
  await act(page, "Alpha", "Rename…");
  await page.getByLabel("Name", { exact: true }).fill("Mine");
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  await expect(card(page, "Mine")).toBeVisible();
  await renameElsewhere(page, id ?? "");
  await context.setOffline(false);
  await expect(sync(page)).toHaveText("1 change needs you", PATIENCE);
  const leave = async () => {
    await accountButton(page, person.name).click();
    await page.getByRole("button", { name: "Sign out" }).click();
  };
  await leave();
  await expect(question(page)).toContainText("This device has 1 unsent change.");
  await expectNothingFound(page);
  await question(page).getByRole("button", { name: "Send now" }).click();
  await expect(question(page)).toContainText("Not everything could be sent.");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    question(page).getByRole("button", { name: "Export as a file" }).click(),
  ]);
  expect(await readFile(await file.path(), "utf8")).toContain('"name": "Mine"');
  await question(page).getByRole("button", { name: "Cancel" }).click();
  await expect(accountButton(page, person.name)).toBeVisible();
  await leave();
  await question(page).getByRole("button", { name: "Discard and sign out" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
  expect(await storedKeys(page)).toEqual([]);
});

/** Everything this browser stores, as text: both storages, the databases and the caches. */
const storedText = (page: Page): Promise<string> =>
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
  await fill(page, [{ name: "Zanzibar", note: "Quagmire", tags: ["xylophone"] }]);
  await openSettled(page, "Zanzibar");
  await open(page, "/bf4?tab=loadouts&q=zanzi");
  await card(page, "Zanzibar").click();
  await nameField(page).fill("Zanzibar by night");
  const words = ["Zanzibar", "zanzi", "Quagmire", "xylophone", person.name, person.email];
  // The check itself: before the sign-out they are there.
  await expect.poll(() => storedText(page)).toContain("Quagmire");
  await expect.poll(() => storedText(page)).toContain("Zanzibar by night");
  await accountButton(page, person.name).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(question(page)).toContainText("This device has 1 unsaved draft.");
  await question(page).getByRole("button", { name: "Discard and sign out" }).click();
  await expect(page).toHaveURL("/");
  const text = await storedText(page);
  expect(words.filter((word) => text.includes(word))).toEqual([]);
});

/** What another device would do: gives the loadout another name on the server. */
async function renameElsewhere(page: Page, id: string): Promise<void> {
  const { origin } = new URL(page.url());
  const input = encodeURIComponent(JSON.stringify({ id }));
  const headers = { "x-trpc-source": "react-app" };
  const present = await page.request.get(`${origin}/api/trpc/loadout.get?input=${input}`, { headers });
  const { note, tags, loadout, version } = (await present.json()).result.data;
  await call(page, "loadout.save", { id, name: "Theirs", note, tags, loadout, seenVersion: version });
}
