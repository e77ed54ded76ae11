import type { Page } from "@playwright/test";
import { call } from "#test/e2e/pages/locker.ts";
import { expect, test } from "./browser-test.ts";
import { expectHeld, option, primary, slot } from "./pages/editor.ts";
import { accountButton, fillSignIn, open, signUpAndIn } from "./site.ts";

const status = (page: Page, text: string | RegExp) => page.getByRole("status").filter({ hasText: text });

async function saveNew(page: Page, name: string, path = "/bf4"): Promise<void> {
  await open(page, `${path}?tab=loadouts&edit=new`);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(status(page, "Saved in your locker")).toBeVisible();
}

async function openLocker(page: Page): Promise<void> {
  await page.getByRole("button", { name: "All loadouts" }).click();
  await expect(page.getByRole("heading", { name: "My loadouts" })).toBeVisible();
}

const card = (page: Page, name: string) => page.getByRole("link", { name, exact: true });

async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

test.describe("the locker", () => {
  test("begins with complete presets for every visitor", async ({ page }) => {
    await open(page, "/bf2042?tab=loadouts");
    await expect(page.getByRole("heading", { name: "Begin with a preset" })).toBeVisible();
    const empty = page.getByText(/^No loadouts yet/).locator("xpath=..");
    await expect(empty.locator("svg")).toBeVisible();
    await open(page, "/bf4?tab=loadouts");
    await page.getByRole("link", { name: /M249/ }).click();
    await expectHeld(primary(page), "M249");
    await expect(page.getByRole("radio", { name: "Support" })).toBeChecked();
    await expect(slot(page, "Primary, Optic")).toContainText("Holo");
    await expectHeld(slot(page, "Gadget 1"), "Ammo Box");
    await expect(page.getByRole("region", { name: "What the game would not accept" })).toHaveCount(0);
  });

  test("makes a guest at the first save and no sooner", async ({ page }) => {
    await open(page, "/bf4?tab=loadouts&edit=new");
    await page.getByLabel("Name", { exact: true }).fill("First");
    await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(accountButton(page, "Guest")).toBeVisible();
  });

  test("shows what was transferred from a guest, and can undo it", async ({ page }) => {
    const person = await signUpAndIn(page);
    await page.context().clearCookies();
    await saveNew(page, "Night raid");
    await open(page, "/login?redirect=%2Fbf4%3Ftab%3Dloadouts");
    await fillSignIn(page, person);
    await expect(page.getByText("“Night raid” came with you from the guest locker.")).toBeVisible();
    await expect(card(page, "Night raid")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(card(page, "Night raid")).toHaveCount(0);
    await expect(page.getByText("came with you")).toHaveCount(0);
  });

  test("takes a guest locker into an account that is full", async ({ page }) => {
    const person = await signUpAndIn(page);
    const folders = Array.from({ length: 200 }, (_, at) => ({ id: crypto.randomUUID(), name: `Folder ${at}` }));
    for (const folder of folders) await call(page, "folder.save", folder);
    await page.context().clearCookies();
    await saveNew(page, "Night raid");
    await call(page, "folder.save", { id: crypto.randomUUID(), name: "Guest's" });
    await open(page, "/login?redirect=%2Fbf4%3Ftab%3Dloadouts");
    await fillSignIn(page, person);
    await expect(card(page, "Night raid")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Guest's/ })).toBeVisible();
  });

  test("deletes at once, and undoes it", async ({ page }) => {
    await saveNew(page, "Short-lived");
    await openLocker(page);
    await act(page, "Short-lived", "Delete");
    await expect(card(page, "Short-lived")).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(card(page, "Short-lived")).toBeVisible();
    await page.reload();
    await expect(card(page, "Short-lived")).toBeVisible();
  });

  test("renames and duplicates", async ({ page }) => {
    await saveNew(page, "Plain");
    await openLocker(page);
    await act(page, "Plain", "Rename");
    await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("Better");
    await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
    await expect(card(page, "Better")).toBeVisible();
    await act(page, "Better", "Duplicate");
    await expect(page.getByRole("link", { name: /^Better/ })).toHaveCount(2);
  });
});

test.describe("the editor", () => {
  test("offers a kit only the allowed items, and explains why the rest is not available", async ({ page }) => {
    await open(page, "/bf4?tab=loadouts&edit=new");
    await primary(page).click();
    const forbidden = option(page, /^M98B/);
    await expect(forbidden).toHaveAttribute("aria-disabled", "true");
    await expect(forbidden).toContainText(/Recon/);
  });

  test("makes a loadout for a vehicle, slot by slot", async ({ page }) => {
    await open(page, "/bf4?tab=loadouts");
    await page.getByRole("link", { name: "Main Battle Tanks" }).click();
    const secondary = slot(page, "Secondary");
    await expectHeld(secondary, "Coaxial HMG");
    await secondary.click();
    await option(page, /^Guided Shell/).click();
    await page.getByLabel("Name", { exact: true }).fill("Heavy");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(status(page, "Saved in your locker")).toBeVisible();
    await openLocker(page);
    await card(page, "Heavy").click();
    await expectHeld(secondary, "Guided Shell");
  });

  test("keeps a draft on the device until it is saved", async ({ page }) => {
    await open(page, "/bf4?tab=loadouts&edit=new");
    await page.getByLabel("Name", { exact: true }).fill("Half done");
    await expect(status(page, "Draft stored on this device")).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Half done");
  });

  test("asks for a name beside the field, and loses nothing", async ({ page }) => {
    await open(page, "/bf4?tab=loadouts&edit=new");
    await page.getByRole("radio", { name: "Support" }).check({ force: true });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
    await expect(page.getByLabel("Name", { exact: true })).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByRole("radio", { name: "Support" })).toBeChecked();
  });

  test("shows the server's refusal at its slot, and loses nothing", async ({ page }) => {
    await open(page, "/bf4?tab=loadouts&edit=new");
    await page.getByLabel("Name", { exact: true }).fill("Refused");
    // A client that lies: the weapon is changed on its way to the server.
    await page.route("**/api/trpc/loadout.save*", (route) =>
      route.continue({
        postData: (route.request().postData() ?? "").replace(/"weaponId":"[^"]+"/, '"weaponId":"m98b"'),
      }),
    );
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("alert").filter({ hasText: "The game would not allow this loadout." })).toBeVisible();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Refused");
    await page.unroute("**/api/trpc/loadout.save*");
    await page.getByLabel("Name", { exact: true }).fill("Accepted");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(status(page, "Saved in your locker")).toBeVisible();
  });

  test("asks when the loadout was changed elsewhere, and can keep both", async ({ page, context }) => {
    await saveNew(page, "Shared");
    const url = page.url();
    const other = await context.newPage();
    await open(other, url);
    await other.getByLabel("Name", { exact: true }).fill("Changed there");
    await other.getByRole("button", { name: "Save", exact: true }).click();
    await expect(status(other, "Saved in your locker")).toBeVisible();
    await page.getByLabel("Name", { exact: true }).fill("Changed here");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("Changed there");
    await dialog.getByRole("button", { name: /both/i }).click();
    await openLocker(page);
    await expect(card(page, "Changed there")).toBeVisible();
    await expect(page.getByRole("link", { name: /^Changed here/ })).toBeVisible();
  });

  test("asks to sign in when the session has ended, and restores the draft", async ({ page, context }) => {
    const person = await signUpAndIn(page);
    await saveNew(page, "Before");
    await page.getByLabel("Name", { exact: true }).fill("After");
    await expect(status(page, "Draft stored on this device")).toBeVisible();
    await context.clearCookies();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page).toHaveURL(/\/login\?redirect=/);
    await fillSignIn(page, person);
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("After");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(status(page, "Saved in your locker")).toBeVisible();
  });
});
