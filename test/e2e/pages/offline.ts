// Helpers for tests of the site without a network.

import { expect, type Page } from "@playwright/test";
import { open } from "#test/e2e/site.ts";
import { getLoadoutName, nameLoadout } from "./editor.ts";
import { getCard } from "./locker.ts";

export const LONG_TIMEOUT = { timeout: 20_000 };

/** Waits until the games' data is stored on the device in the page's language. */
export async function waitUntilStored(page: Page): Promise<void> {
  const isStored = () =>
    page.evaluate(async () => {
      const { lang, dataset } = document.documentElement;
      const mark = await caches.match(lang === "en" ? "/catalogues" : `/catalogues?lang=${lang}`);
      return (await mark?.text()) === dataset["build"];
    });
  await expect.poll(isStored, { timeout: 40_000 }).toBe(true);
}

/** Waits until the pages of the site and their files are stored in the page's language. */
export const waitUntilPagesStored = (page: Page): Promise<void> =>
  expect
    .poll(
      () => page.evaluate(async () => caches.match(`/?shell&lang=${document.documentElement.lang}`).then(Boolean)),
      LONG_TIMEOUT,
    )
    .toBe(true);

/** Returns the build of the service worker that controls this page. */
export const getWorkerBuild = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => resolve(String(data));
        navigator.serviceWorker.controller?.postMessage("build", [port2]);
      }),
  );

/**
 * Opens the locker and the editor on a device whose worker has stored the pages. The mark that offline/catalogues.ts writes after
 * it has stored both games prevents background requests for them.
 */
export async function openStoredLocker(page: Page, name: string): Promise<void> {
  await page.addInitScript(() =>
    document.addEventListener("DOMContentLoaded", async () => {
      const { build = "" } = document.documentElement.dataset;
      await (await caches.open("catalogues-1")).put("/catalogues", new Response(build));
    }),
  );
  await open(page, "/bf4?tab=loadouts");
  await waitUntilPagesStored(page);
  // Open the editor once, so that its files are stored, too.
  await getCard(page, name).click();
  await expect(getLoadoutName(page)).toHaveText(name);
  await openLocker(page);
}

/** Returns the indicator of pending changes; `isBehind` finds it also behind a dialog. */
export const getSyncStatus = (page: Page, isBehind = false) =>
  page.getByRole("banner", { includeHidden: isBehind }).getByRole("status", { includeHidden: isBehind });
export const getSaveButton = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
export const getEditorStatus = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });

/** Renames a loadout in the editor and saves it. */
export async function renameInEditor(page: Page, from: string, to: string): Promise<void> {
  await getCard(page, from).click();
  await nameLoadout(page, to);
  await getSaveButton(page).click();
}

export async function openLocker(page: Page): Promise<void> {
  await page.getByRole("button", { name: "All loadouts" }).click();
  await expect(page.getByRole("heading", { name: "My loadouts" })).toBeVisible();
}

/** Returns the versions of the loadouts on the server by name. */
export async function getVersions(page: Page): Promise<Record<string, number>> {
  const { origin } = new URL(page.url());
  const headers = { "x-trpc-source": "react-app" };
  const response = await page.request.get(`${origin}/api/trpc/loadout.list?input=%7B%7D`, { headers });
  const items: { name: string; version: number }[] = (await response.json()).result.data.items;
  return Object.fromEntries(items.map(({ name, version }) => [name, version]));
}

/** Returns the keys of the users' data on this device. */
export const listStoredKeys = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open("fieldlocker");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const request = opening.result.transaction("device").objectStore("device").getAllKeys();
          request.onsuccess = () => resolve(request.result.map(String));
          request.onerror = () => reject(request.error);
        };
      }),
  );

/** The data of a user on a device: the entries of its database and of its local storage. */
export type StoredDevice = { database: Record<string, unknown>; local: Record<string, string> };

/** Stores the data on the device of this page. */
export const storeDevice = (page: Page, stored: StoredDevice): Promise<void> =>
  page.evaluate(
    ({ database, local }) =>
      new Promise<void>((resolve, reject) => {
        for (const [key, value] of Object.entries(local)) localStorage.setItem(key, value);
        const opening = indexedDB.open("fieldlocker");
        opening.onupgradeneeded = () => opening.result.createObjectStore("device");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction("device", "readwrite");
          for (const [key, value] of Object.entries(database)) transaction.objectStore("device").put(value, key);
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
          transaction.onerror = () => reject(transaction.error);
        };
      }),
    stored,
  );

/** Returns the number of a user's pending changes on this device. */
export const countChanges = (page: Page, owner: string): Promise<number> =>
  page.evaluate(
    (prefix) =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open("fieldlocker");
        opening.onerror = reject;
        opening.onsuccess = () => {
          const reading = opening.result.transaction("device").objectStore("device").getAllKeys();
          reading.onerror = reject;
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result.filter((key) => String(key).startsWith(prefix)).length);
          };
        };
      }),
    `outbox:${owner}:`,
  );
