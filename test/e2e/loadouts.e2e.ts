import type { Page } from "@playwright/test";
import { call } from "#test/e2e/pages/locker.ts";
import { expect, test } from "./browser-test.ts";
import { expectItem, getLoadoutName, getOption, getPrimarySlot, getSlot, nameLoadout } from "./pages/editor.ts";
import { fillSignIn, getAccountButton, open, signUpAndIn } from "./site.ts";

const getStatus = (page: Page, text: string | RegExp) => page.getByRole("status").filter({ hasText: text });

async function saveNew(page: Page, name: string, path = "/bf4"): Promise<void> {
  await open(page, `${path}?tab=loadouts&edit=new`);
  await nameLoadout(page, name);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(getStatus(page, "Saved in your locker")).toBeVisible();
}

async function openLocker(page: Page): Promise<void> {
  await page.getByRole("button", { name: "All loadouts" }).click();
  await expect(page.getByRole("heading", { name: "My loadouts" })).toBeVisible();
}

const getCard = (page: Page, name: string) => page.getByRole("link", { name, exact: true });

async function chooseCardAction(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

test.describe("the locker", () => {
  test("offers complete presets to every visitor", async ({ page }) => {
    await open(page, "/bf2042?tab=loadouts");
    await expect(page.getByRole("heading", { name: "Begin with a preset" })).toBeVisible();
    const empty = page.getByText(/^No loadouts yet/).locator("xpath=..");
    await expect(empty.locator("svg")).toBeVisible();
    await open(page, "/bf4?tab=loadouts");
    await page.getByRole("link", { name: /M249/ }).click();
    await expectItem(getPrimarySlot(page), "M249");
    await expect(page.getByRole("radio", { name: "Support" })).toBeChecked();
    await expect(getSlot(page, "Primary, Optic")).toContainText("Holo");
    await expectItem(getSlot(page, "Gadget 1"), "Ammo Box");
    await expect(page.getByRole("region", { name: "What the game would not accept" })).toHaveCount(0);
  });

  test("creates a guest at the first save, not earlier", async ({ page }) => {
    await open(page, "/bf4?tab=loadouts&edit=new");
    await nameLoadout(page, "First");
    await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(getAccountButton(page, "Guest")).toBeVisible();
  });

  test("shows what was transferred from a guest, and can undo it", async ({ page }) => {
    const person = await signUpAndIn(page);
    await page.context().clearCookies();
    await saveNew(page, "Night raid");
    await open(page, "/login?redirect=%2Fbf4%3Ftab%3Dloadouts");
    await fillSignIn(page, person);
    await expect(page.getByText("“Night raid” came with you from the guest locker.")).toBeVisible();
    await expect(getCard(page, "Night raid")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(getCard(page, "Night raid")).toHaveCount(0);
    await expect(page.getByText("came with you")).toHaveCount(0);
  });

  test("shows what was transferred from a guest until the notice is dismissed", async ({ page }) => {
    const person = await signUpAndIn(page);
    await page.context().clearCookies();
    await saveNew(page, "Night raid");
    await open(page, "/login?redirect=%2Fbf4%3Ftab%3Dloadouts");
    await fillSignIn(page, person);
    await expect(page.getByText("came with you from the guest locker.")).toBeVisible();
    await page.getByRole("button", { name: "Keep", exact: true }).click();
    await page.reload();
    await expect(getCard(page, "Night raid")).toBeVisible();
    await expect(page.getByText("came with you")).toHaveCount(0);
  });

  test("collapses the presets below a locker with loadouts", async ({ page }) => {
    await saveNew(page, "Night raid");
    await open(page, "/bf4?tab=loadouts");
    await expect(getCard(page, "Night raid")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Begin with a preset" })).toHaveCount(0);
    await page.getByText("Presets", { exact: true }).click();
    await expect(page.getByRole("heading", { name: "Begin with a preset" })).toBeVisible();
  });

  test("moves a guest locker into an account whose folders are at the limit", async ({ page }) => {
    const person = await signUpAndIn(page);
    const folders = Array.from({ length: 200 }, (_, index) => ({ id: crypto.randomUUID(), name: `Folder ${index}` }));
    for (const folder of folders) await call(page, "folder.save", folder);
    await page.context().clearCookies();
    await saveNew(page, "Night raid");
    await call(page, "folder.save", { id: crypto.randomUUID(), name: "Guest's" });
    await open(page, "/login?redirect=%2Fbf4%3Ftab%3Dloadouts");
    await fillSignIn(page, person);
    await expect(getCard(page, "Night raid")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Guest's/ })).toBeVisible();
  });

  test("deletes at once, and undoes it", async ({ page }) => {
    await saveNew(page, "Short-lived");
    await openLocker(page);
    await chooseCardAction(page, "Short-lived", "Delete");
    await expect(getCard(page, "Short-lived")).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(getCard(page, "Short-lived")).toBeVisible();
    await page.reload();
    await expect(getCard(page, "Short-lived")).toBeVisible();
  });

  test("renames and duplicates", async ({ page }) => {
    await saveNew(page, "Plain");
    await openLocker(page);
    await chooseCardAction(page, "Plain", "Rename");
    await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("Better");
    await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
    await expect(getCard(page, "Better")).toBeVisible();
    await chooseCardAction(page, "Better", "Duplicate");
    await expect(page.getByRole("link", { name: /^Better/ })).toHaveCount(2);
  });
});

test.describe("the editor", () => {
  test("offers a kit only the allowed items, and explains why the rest is not available", async ({ page }) => {
    await open(page, "/bf4?tab=loadouts&edit=new");
    await getPrimarySlot(page).click();
    const forbidden = getOption(page, /^M98B/);
    await expect(forbidden).toHaveAttribute("aria-disabled", "true");
    await expect(forbidden).toContainText(/Recon/);
  });

  test("creates a vehicle loadout slot by slot", async ({ page }) => {
    await open(page, "/bf4?tab=loadouts");
    await page.getByRole("link", { name: "Main Battle Tanks" }).click();
    const secondary = getSlot(page, "Secondary");
    await expectItem(secondary, "Coaxial HMG");
    await secondary.click();
    await getOption(page, /^Guided Shell/).click();
    await nameLoadout(page, "Heavy");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(getStatus(page, "Saved in your locker")).toBeVisible();
    await openLocker(page);
    await getCard(page, "Heavy").click();
    await expectItem(secondary, "Guided Shell");
  });

  test("keeps a draft on the device until it is saved", async ({ page }) => {
    await open(page, "/bf4?tab=loadouts&edit=new");
    await nameLoadout(page, "Half done");
    await expect(getStatus(page, "Draft stored on this device")).toBeVisible();
    await page.reload();
    await expect(getLoadoutName(page)).toHaveText("Half done");
  });

  test("asks for a name at saving, with a proposal that the locker does not have yet", async ({ page }) => {
    const saveAndAccept = async () => {
      await open(page, "/bf4?tab=loadouts&edit=new&weapon=ak-12");
      await expect(getLoadoutName(page)).toHaveText("New loadout");
      await page.keyboard.press("Control+s");
      const field = page.getByRole("dialog", { name: "Name this loadout" }).getByLabel("Name", { exact: true });
      await expect(field).toBeFocused();
      const proposal = await field.inputValue();
      await page.keyboard.press("Enter");
      await expect(getStatus(page, "Saved in your locker")).toBeVisible();
      await expect(getLoadoutName(page)).toHaveText(proposal);
      return proposal;
    };
    expect(await saveAndAccept()).toBe("AK-12 Assault");
    expect(await saveAndAccept()).toBe("AK-12 Assault (2)");
  });

  test("requires a name with an error at the field, and loses no input", async ({ page }) => {
    await open(page, "/bf4?tab=loadouts&edit=new");
    await page.getByRole("radio", { name: "Support" }).check({ force: true });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const field = page.getByRole("dialog").getByLabel("Name", { exact: true });
    await field.fill(" ");
    await page.keyboard.press("Enter");
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await field.fill("Typed");
    await page.reload();
    await expect(field).toHaveValue("Typed");
    await page.keyboard.press("Enter");
    await expect(getLoadoutName(page)).toHaveText("Typed");
    await expect(page.getByRole("radio", { name: "Support" })).toBeChecked();
  });

  test("shows the server's refusal at its slot, and loses no input", async ({ page }) => {
    await open(page, "/bf4?tab=loadouts&edit=new");
    await nameLoadout(page, "Refused");
    // Simulates a faulty client by changing the weapon in the request.
    await page.route("**/api/trpc/loadout.save*", (route) =>
      route.continue({
        postData: (route.request().postData() ?? "").replace(/"weaponId":"[^"]+"/, '"weaponId":"m98b"'),
      }),
    );
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("alert").filter({ hasText: "The game would not allow this loadout." })).toBeVisible();
    await expect(getLoadoutName(page)).toHaveText("Refused");
    await page.unroute("**/api/trpc/loadout.save*");
    await nameLoadout(page, "Accepted");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(getStatus(page, "Saved in your locker")).toBeVisible();
  });

  test("asks when the loadout was changed elsewhere, and can keep both", async ({ page, context }) => {
    await saveNew(page, "Shared");
    const url = page.url();
    const otherTab = await context.newPage();
    await open(otherTab, url);
    await nameLoadout(otherTab, "Changed there");
    await otherTab.getByRole("button", { name: "Save", exact: true }).click();
    await expect(getStatus(otherTab, "Saved in your locker")).toBeVisible();
    await nameLoadout(page, "Changed here");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("Changed there");
    await dialog.getByRole("button", { name: /both/i }).click();
    await openLocker(page);
    await expect(getCard(page, "Changed there")).toBeVisible();
    await expect(page.getByRole("link", { name: /^Changed here/ })).toBeVisible();
  });

  test("asks to sign in when the session has ended, and restores the draft", async ({ page, context }) => {
    const person = await signUpAndIn(page);
    await saveNew(page, "Before");
    await nameLoadout(page, "After");
    await expect(getStatus(page, "Draft stored on this device")).toBeVisible();
    await context.clearCookies();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page).toHaveURL(/\/login\?redirect=/);
    await fillSignIn(page, person);
    await expect(getLoadoutName(page)).toHaveText("After");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(getStatus(page, "Saved in your locker")).toBeVisible();
  });
});
