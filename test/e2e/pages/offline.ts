// What stories about the site without a network have in common.
import { expect, type Page } from "@playwright/test";
import { open } from "#test/e2e/site.ts";
import { card } from "./locker.ts";

export const PATIENCE = { timeout: 20_000 };

/**
 * Waits until the site is stored on the device in the page's language: the lists of both games, and each weapon if the user
 * has a locker.
 */
export async function settle(page: Page, depth: "lists" | "weapons"): Promise<void> {
  const stored = () =>
    page.evaluate(async () => {
      const { lang } = document.documentElement;
      return (await caches.match(lang === "en" ? "/catalogues" : `/catalogues?lang=${lang}`))?.text();
    });
  await expect.poll(stored, { timeout: 40_000 }).toBe(depth);
}

/** Waits until the pages of the site and their files are stored in the page's language. */
export const pagesStored = (page: Page): Promise<void> =>
  expect
    .poll(
      () => page.evaluate(async () => caches.match(`/?shell&lang=${document.documentElement.lang}`).then(Boolean)),
      PATIENCE,
    )
    .toBe(true);

/**
 * The locker on a device whose worker keeps what was opened: with the mark that offline/catalogues.ts leaves once it has
 * read both games, nothing reads them behind the page.
 */
export async function openSettled(page: Page, name: string): Promise<void> {
  await page.addInitScript(() =>
    document.addEventListener("DOMContentLoaded", async () => {
      const cache = await caches.open(`catalogues-${document.documentElement.dataset["build"]}`);
      await cache.put("/catalogues", new Response("weapons"));
    }),
  );
  await open(page, "/bf4?tab=loadouts");
  await pagesStored(page);
  // The editor, too.
  await card(page, name).click();
  await expect(nameField(page)).toHaveValue(name);
  await toLocker(page);
}

export const sync = (page: Page) => page.getByRole("banner").getByRole("status");
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
          const asked = opening.result.transaction("device").objectStore("device").getAllKeys();
          asked.onsuccess = () => resolve(asked.result.map(String));
          asked.onerror = () => reject(asked.error);
        };
      }),
  );
