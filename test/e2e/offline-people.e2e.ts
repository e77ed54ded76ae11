// Two devices of one person, and two persons on one device, of which one was without a network.
import type { Browser, Page } from "@playwright/test";
import { expectNothingFound } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { act, call, card, fill, namesIn } from "./locker-goods.ts";
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
} from "./offline-goods.ts";
import { accountButton, open, signInElsewhere, signUpAndIn } from "./site.ts";

test.use({ serviceWorkers: "allow" });
test.describe.configure({ timeout: 90_000 });

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

test("nobody signs out over changes that cannot be sent", async ({ page, context }) => {
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
