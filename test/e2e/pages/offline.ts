// What stories about the site without a network have in common.
import { expect, type Page } from "@playwright/test";
import { open } from "#test/e2e/site.ts";
import { card } from "./locker.ts";

export const PATIENCE = { timeout: 20_000 };

/** Waits until the games' data is stored on the device in the page's language. */
export async function settle(page: Page): Promise<void> {
  const isStored = () =>
    page.evaluate(async () => {
      const { lang, dataset } = document.documentElement;
      const mark = await caches.match(lang === "en" ? "/catalogues" : `/catalogues?lang=${lang}`);
      return (await mark?.text()) === dataset["build"];
    });
  await expect.poll(isStored, { timeout: 40_000 }).toBe(true);
}

/** Waits until the pages of the site and their files are stored in the page's language. */
export const pagesStored = (page: Page): Promise<void> =>
  expect
    .poll(
      () => page.evaluate(async () => caches.match(`/?shell&lang=${document.documentElement.lang}`).then(Boolean)),
      PATIENCE,
    )
    .toBe(true);

/** The build of the service worker that answers this page. */
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
 * The locker on a device whose worker stores what was opened: with the mark that offline/catalogues.ts leaves once it has
 * stored both games, nothing reads them behind the page.
 */
export async function openSettled(page: Page, name: string): Promise<void> {
  await page.addInitScript(() =>
    document.addEventListener("DOMContentLoaded", async () => {
      const { build = "" } = document.documentElement.dataset;
      await (await caches.open("catalogues-1")).put("/catalogues", new Response(build));
    }),
  );
  await open(page, "/bf4?tab=loadouts");
  await pagesStored(page);
  // The editor, too.
  await card(page, name).click();
  await expect(nameField(page)).toHaveValue(name);
  await toLocker(page);
}

/** `isBehind`: also behind a dialog. */
export const sync = (page: Page, isBehind = false) =>
  page.getByRole("banner", { includeHidden: isBehind }).getByRole("status", { includeHidden: isBehind });
export const saveButton = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
export const nameField = (page: Page) => page.getByLabel("Name", { exact: true });
export const editorStatus = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });

/** Gives a loadout another name in the editor, and saves it. */
export async function rename(page: Page, from: string, to: string): Promise<void> {
  await card(page, from).click();
  await nameField(page).fill(to);
  await saveButton(page).click();
}

export async function toLocker(page: Page): Promise<void> {
  await page.getByRole("button", { name: "All loadouts" }).click();
  await expect(page.getByRole("heading", { name: "My loadouts" })).toBeVisible();
}

/** What the server has, by name. */
export async function versions(page: Page): Promise<Record<string, number>> {
  const { origin } = new URL(page.url());
  const headers = { "x-trpc-source": "react-app" };
  const answer = await page.request.get(`${origin}/api/trpc/loadout.list?input=%7B%7D`, { headers });
  const items: { name: string; version: number }[] = (await answer.json()).result.data.items;
  return Object.fromEntries(items.map(({ name, version }) => [name, version]));
}

/** The keys of what this device stores of people. */
export const storedKeys = (page: Page): Promise<string[]> =>
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

/** What a device has stored of a person: the entries of its database, and those of its local storage. */
export type StoredDevice = { database: Record<string, unknown>; local: Record<string, string> };

/** Makes the device of this page one that has stored this. */
export const storeDevice = (page: Page, stored: StoredDevice): Promise<void> =>
  page.evaluate(
    ({ database, local }) =>
      new Promise<void>((resolve, reject) => {
        for (const [key, value] of Object.entries(local)) localStorage.setItem(key, value);
        const opening = indexedDB.open("fieldlocker");
        opening.onupgradeneeded = () => opening.result.createObjectStore("device");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const writing = opening.result.transaction("device", "readwrite");
          for (const [key, value] of Object.entries(database)) writing.objectStore("device").put(value, key);
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
          writing.onerror = () => reject(writing.error);
        };
      }),
    stored,
  );

/** How many changes of a person are stored on this device and not answered yet. */
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
