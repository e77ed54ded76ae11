// The site without a network: what opens, what waits, what asks.
import type { BrowserContext, Page } from "@playwright/test";
import { expectNothingFound } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { act, call, card, fill, guestWith, namesIn } from "./locker-goods.ts";
import { renewedSite } from "./renewed-site.ts";
import { accountButton, fillSignIn, newPerson, open, type Person, signUpAndIn } from "./site.ts";

test.use({ serviceWorkers: "allow" });
// Each story waits until both games are on the device.
test.describe.configure({ timeout: 90_000 });

const PATIENCE = { timeout: 20_000 };

/** Waits until the site is on the device: its worker, and the catalogues of both games. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("catalogues") ?? ""), PATIENCE)
    .toContain("/assets/");
}

const settledFor = async (page: Page, depth: "lists" | "weapons"): Promise<void> => {
  await settle(page);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("catalogues")), PATIENCE).toContain(depth);
};

const sync = (page: Page) => page.getByRole("banner").getByRole("status");
const saveButton = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
const nameField = (page: Page) => page.getByLabel("Name", { exact: true });
const editorStatus = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });

/** Gives a loadout another name in the editor, and saves it. */
async function rename(page: Page, from: string, to: string): Promise<void> {
  await card(page, from).click();
  await nameField(page).fill(to);
  await saveButton(page).click();
}

async function toLocker(page: Page): Promise<void> {
  await page.getByRole("button", { name: "All loadouts" }).click();
  await expect(page.getByRole("heading", { name: "My loadouts" })).toBeVisible();
}

/** What the server has, by name. */
async function versions(page: Page): Promise<Record<string, number>> {
  const { origin } = new URL(page.url());
  const headers = { "x-trpc-source": "react-app" };
  const answer = await page.request.get(`${origin}/api/trpc/loadout.list?input=%7B%7D`, { headers });
  const items: { name: string; version: number }[] = (await answer.json()).result.data.items;
  return Object.fromEntries(items.map(({ name, version }) => [name, version]));
}

const keptKeys = (page: Page): Promise<string[]> =>
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

test("home, the arsenal and the own locker open without a network, and say how old they are", async ({
  page,
  context,
}) => {
  await guestWith(page, [{ name: "Alpha" }, { name: "Bravo" }]);
  await settledFor(page, "weapons");
  await context.setOffline(true);
  await page.reload();
  await expect(card(page, "Alpha")).toBeVisible();
  await expect(card(page, "Bravo")).toBeVisible();
  await expect(page.getByText(/^Offline · as of \d\d:\d\d/)).toBeVisible();
  await expect(accountButton(page, "Guest")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search loadouts" }).fill("brav");
  await expect(card(page, "Alpha")).toHaveCount(0);
  await expect(card(page, "Bravo")).toBeVisible();

  await open(page, "/");
  await expect(page.getByRole("heading", { level: 1, name: "Know your guns" })).toBeVisible();
  await open(page, "/bf4");
  await expect(page.getByRole("link", { name: "AK-12", exact: true })).toBeVisible();
  await open(page, "/bf2042?tab=arsenal&cat=vehicles");
  await expect(page.getByRole("heading", { level: 1, name: "Battlefield 2042" })).toBeVisible();
  await expect(page.getByText("LATV4 Recon").first()).toBeVisible();
  expect(await page.evaluate(() => caches.keys().then((names) => names.length))).toBe(2);
});

test("a stranger's first page is enough to come back to without a network", async ({ page, context }) => {
  await open(page, "/");
  await settledFor(page, "lists");
  await context.setOffline(true);
  await open(page, "/bf2042");
  await expect(page.getByRole("heading", { level: 1, name: "Battlefield 2042" })).toBeVisible();
  await expect(page.getByText("You are offline. What is open here stays open.")).toBeVisible();
  await expect(page.getByRole("banner").getByText("Can't reach your account")).toBeVisible(PATIENCE);
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toHaveCount(0);
});

test("changes made without a network stay over a reload, and are sent once each", async ({ page, context }) => {
  await guestWith(page, [{ name: "Alpha" }, { name: "Bravo" }]);
  await settledFor(page, "weapons");
  await context.setOffline(true);
  await rename(page, "Alpha", "Alpha two");
  await expect(editorStatus(page, "Saved on this device")).toBeVisible();
  await nameField(page).fill("Alpha three");
  await saveButton(page).click();
  await toLocker(page);
  await rename(page, "Bravo", "Bravo two");
  await expect(editorStatus(page, "Saved on this device")).toBeVisible();
  await toLocker(page);
  await page.getByRole("button", { name: "New loadout" }).click();
  await nameField(page).fill("Charlie");
  await saveButton(page).click();
  await expect(editorStatus(page, "Saved on this device")).toBeVisible();
  await toLocker(page);
  await expect(sync(page)).toHaveText("Offline, 3 changes waiting");

  await page.reload();
  for (const name of ["Alpha three", "Bravo two", "Charlie"]) await expect(card(page, name)).toBeVisible();
  await expect(sync(page)).toHaveText("Offline, 3 changes waiting");
  await sync(page).getByRole("button").click();
  const list = page.getByRole("region", { name: "Changes waiting" });
  await expect(list.getByRole("listitem")).toHaveCount(3);
  await expectNothingFound(page);

  const saves: string[] = [];
  page.on("request", (request) => request.url().includes("loadout.save") && saves.push(request.postData() ?? ""));
  await context.setOffline(false);
  await expect(sync(page)).toHaveText("Saved", PATIENCE);
  expect(saves).toHaveLength(3);
  expect(await versions(page)).toEqual({ "Alpha three": 2, "Bravo two": 2, Charlie: 1 });
  await expect(page.getByText("Not sent yet")).toHaveCount(0);
  await expect(page.getByText(/^Offline/)).toHaveCount(0);
});

test("cards are pinned, put into folders, deleted and brought back without a network", async ({ page, context }) => {
  await guestWith(page, [{ name: "Alpha" }, { name: "Bravo" }, { name: "Charlie" }]);
  await settledFor(page, "weapons");
  await context.setOffline(true);
  await act(page, "Alpha", "Pin");
  await expect(page.getByRole("list", { name: "Pinned" }).getByText("Alpha")).toBeVisible();
  await act(page, "Bravo", "Move to folder…");
  await page.getByLabel("Name of the new folder").fill("Nights");
  await page.getByRole("button", { name: "Move", exact: true }).click();
  await expect(page.getByRole("button", { name: "Nights 1 loadout", exact: true })).toBeVisible();
  await act(page, "Charlie", "Delete");
  await expect(card(page, "Charlie")).toHaveCount(0);
  await expect(sync(page)).toHaveText("Offline, 4 changes waiting");
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(card(page, "Charlie")).toBeVisible();
  await expect(sync(page)).toHaveText("Offline, 3 changes waiting");
  await context.setOffline(false);
  await expect(sync(page)).toHaveText("Saved", PATIENCE);
  await page.reload();
  await expect(page.getByRole("list", { name: "Pinned" }).getByText("Alpha")).toBeVisible();
  await expect(page.getByRole("button", { name: "Nights 1 loadout", exact: true })).toBeVisible();
});

test("what waits can be discarded", async ({ page, context }) => {
  await guestWith(page, [{ name: "Alpha" }]);
  await settledFor(page, "weapons");
  await context.setOffline(true);
  await act(page, "Alpha", "Duplicate");
  await expect(card(page, "Alpha (copy)")).toBeVisible();
  await sync(page).getByRole("button", { name: "Offline, 1 change waiting" }).click();
  await page.getByRole("button", { name: "Discard: New loadout “Alpha (copy)”" }).click();
  await page.getByRole("button", { name: "Discard for good" }).click();
  await expect(card(page, "Alpha (copy)")).toHaveCount(0);
  await context.setOffline(false);
  await page.reload();
  await expect(card(page, "Alpha")).toBeVisible();
  expect(Object.keys(await versions(page))).toEqual(["Alpha"]);
});

/** Two devices of one person, one loadout on both, and both have changed it: the first without a network. */
async function changedOnBoth(first: Page, second: Page, person: Person, context: BrowserContext): Promise<void> {
  await signUpAndIn(first, person);
  const [id] = await fill(first, [{ name: "Alpha" }]);
  await open(first, "/bf4?tab=loadouts");
  await settledFor(first, "weapons");
  await open(second, "/login");
  await fillSignIn(second, person);
  await expect(accountButton(second, person.name)).toBeVisible();
  await context.setOffline(true);
  await rename(first, "Alpha", "From the train");
  await expect(editorStatus(first, "Saved on this device")).toBeVisible();
  await open(second, `/bf4?tab=loadouts&edit=${id}`);
  await nameField(second).fill("From home");
  await saveButton(second).click();
  await expect(editorStatus(second, "Saved in your locker")).toBeVisible();
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
    baseURL,
  }) => {
    const place = await browser.newContext({ baseURL: baseURL ?? "" });
    const other = await place.newPage();
    await changedOnBoth(page, other, newPerson(), context);
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
    await place.close();
  });
}

test("sign-out leaves nothing of a person on the device, and the next one never sees it", async ({ page, context }) => {
  const person = await signUpAndIn(page);
  await fill(page, [{ name: "Alpha" }]);
  await open(page, "/bf4?tab=loadouts");
  await expect(card(page, "Alpha")).toBeVisible();
  await settledFor(page, "weapons");
  await expect.poll(async () => (await keptKeys(page)).length).toBeGreaterThan(0);
  await accountButton(page, person.name).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
  expect(await keptKeys(page)).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem("person"))).toBeNull();

  const next = await signUpAndIn(page);
  await open(page, "/bf4?tab=loadouts");
  await expect(page.getByRole("heading", { name: "My loadouts" })).toBeVisible();
  await context.setOffline(true);
  await page.reload();
  await expect(accountButton(page, next.name)).toBeVisible();
  await expect(card(page, "Alpha")).toHaveCount(0);
});

test("nobody signs out over changes that cannot be sent", async ({ page, context }) => {
  const person = await signUpAndIn(page);
  const [id] = await fill(page, [{ name: "Alpha" }]);
  await open(page, "/bf4?tab=loadouts");
  await settledFor(page, "weapons");
  await context.setOffline(true);
  await act(page, "Alpha", "Rename…");
  await page.getByLabel("Name", { exact: true }).fill("Mine");
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  await expect(card(page, "Mine")).toBeVisible();
  await renameElsewhere(page, id ?? "");
  await context.setOffline(false);
  await expect(sync(page)).toHaveText("1 change needs you", PATIENCE);
  await accountButton(page, person.name).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("A change still waits on this device.").first()).toBeVisible();
  await expect(accountButton(page, person.name)).toBeVisible();
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

test("a newer build waits until somebody lets it in, and other tabs are told", async ({
  page,
  context,
  complaints,
}) => {
  await using site = await renewedSite();
  await open(page, site.origin);
  await settledFor(page, "lists");
  const other = await context.newPage();
  await open(other, `${site.origin}/bf4`);
  for (const tab of [page, other]) await tab.evaluate(() => Object.assign(window, { isOld: true }));
  site.renew('addEventListener("message", ({ data, source }) => data === "which" && source.postMessage("newer"));');
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  const banner = (tab: Page) => tab.getByRole("status").filter({ hasText: "A newer version is ready." });
  await expect(banner(page)).toBeVisible(PATIENCE);
  await expectNothingFound(page);
  expect(await page.evaluate(() => "isOld" in window)).toBe(true);
  await Promise.all([page.waitForEvent("load"), banner(page).getByRole("button", { name: "Reload" }).click()]);
  await expect(page.locator("html[data-ready]")).toBeAttached();
  await expect(banner(page)).toHaveCount(0);
  const which = await page.evaluate(
    () =>
      new Promise((resolve) => {
        navigator.serviceWorker.addEventListener("message", ({ data }) => resolve(data), { once: true });
        navigator.serviceWorker.startMessages();
        navigator.serviceWorker.controller?.postMessage("which");
      }),
  );
  expect(which).toBe("newer");
  expect(await other.evaluate(() => "isOld" in window)).toBe(true);
  await expect(banner(other)).toBeVisible();
  await banner(other).getByRole("button", { name: "Reload" }).click();
  await expect(banner(other)).toHaveCount(0);
  expect(complaints).toEqual([]);
});
