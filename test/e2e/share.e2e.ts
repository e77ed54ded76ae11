// Sharing a loadout: what becomes public, how a stranger meets it, and how it is taken back.

import type { Browser, Page } from "@playwright/test";
import { encodeShare } from "#domain/loadout/sharing/share-code.ts";
import { createWriter } from "#domain/loadout/sharing/share-frame.ts";
import { starterLoadout } from "#domain/loadout/starter.ts";
import { fill } from "#test/e2e/pages/locker.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { SITE } from "#test/harness/ports.ts";
import { expectNoSidewaysScroll, expectNothingFound } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { getHeld, option, primary, slot } from "./pages/editor.ts";
import { open, saveLoadout, signUpAndIn } from "./site.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Share a loadout" });

/** The short link of the loadout that is open in the editor. */
async function makeShortLink(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await dialog(page).getByRole("button", { name: "Copy short link" }).click();
  return dialog(page).getByRole("textbox", { name: "Short link" }).inputValue();
}

/** A visitor in a new browser, without any stored data. */
async function stranger(browser: Browser, javaScriptEnabled = true): Promise<Page> {
  const place = await browser.newContext({ baseURL: SITE, javaScriptEnabled });
  return place.newPage();
}

/** Puts another part than the one as issued on the weapon, and answers its name. */
async function mountOptic(page: Page): Promise<string> {
  await slot(page, "Primary, Optic").click();
  const chosen = option(page, /./).nth(3);
  const name = (await chosen.locator("span").first().textContent()) ?? "";
  await chosen.click();
  return name;
}

test("a short link is copied with one press, and gives a stranger a copy to keep", async ({
  page,
  context,
  browser,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await saveLoadout(page, "Stairwell");
  await page.getByRole("button", { name: "All loadouts" }).click();
  await page.getByRole("button", { name: "Actions for Stairwell" }).click();
  await page.getByRole("menuitem", { name: "Share" }).click();
  await dialog(page).getByText("What is public?").click();
  await dialog(page).getByText("Options").click();
  await expect(dialog(page).getByRole("switch", { name: "Include my name" })).toBeDisabled();
  await dialog(page).getByRole("button", { name: "Copy short link" }).click();
  const link = await dialog(page).getByRole("textbox", { name: "Short link" }).inputValue();
  expect(link).toMatch(/\/bf4\?s=[0-9a-z]{12}$/);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\?tab=loadouts$/);
  await expect(page.getByRole("button", { name: "Actions for Stairwell" })).toBeFocused();

  const other = await stranger(browser);
  await open(other, link);
  await expect(other.getByRole("heading", { level: 1, name: "Stairwell" })).toBeVisible();
  await expect(other).toHaveTitle("Stairwell · Battlefield 4 · Fieldlocker");
  await expect(other.getByRole("heading", { name: "Figures of this loadout" })).toBeVisible();
  await expect(other.getByRole("figure", { name: /^Damage of one bullet/ })).toBeVisible();
  await expect(other.getByRole("main").getByText("Assault", { exact: true }).first()).toBeVisible();
  await expect(other.getByRole("main").locator(".silhouette path").first()).toBeVisible();
  for (const range of [10, 30, 75]) await expect(other.getByText(`TTK at ${range} m`, { exact: true })).toBeVisible();
  await other.getByRole("button", { name: "Save a copy" }).click();
  await other.getByRole("button", { name: "Open", exact: true }).click();
  await expect(other.getByLabel("Name", { exact: true })).toHaveValue("Stairwell");
  await expect(other).toHaveTitle("Loadouts · Battlefield 4 · Fieldlocker");
  await other.context().close();
});

test("a self-contained link is made without an account and without telling anybody", async ({ page, browser }) => {
  await open(page, "/bf2042?tab=loadouts&edit=new");
  await page.getByLabel("Name", { exact: true }).fill("Rooftops");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(dialog(page)).toContainText("These changes are not saved yet.");
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await dialog(page).getByText("Link that stores nothing on this site").click();
  await dialog(page).getByRole("button", { name: "Copy self-contained link" }).click();
  const link = await dialog(page).getByRole("textbox", { name: "Self-contained link" }).inputValue();
  const code = await dialog(page).getByRole("textbox", { name: "The code alone" }).inputValue();
  expect(link).toBe(`${SITE}/bf2042?l=${code}`);
  expect(requests.filter((path) => path.startsWith("/api/"))).toEqual(["/api/trpc/arsenal.codebook"]);
  await dialog(page).getByText("Show as a QR code").click();
  await expect(dialog(page).getByRole("img", { name: "QR code of the self-contained link" })).toBeVisible();
  await dialog(page).getByText("Show the picture a chat shows").click();
  await expect(dialog(page).getByRole("img", { name: "Rooftops, as a chat shows it" })).toHaveJSProperty(
    "complete",
    true,
  );

  const other = await stranger(browser);
  await open(other, `/bf4?l=${code}`);
  await expect(other).toHaveURL(link);
  await expect(other.getByRole("heading", { level: 1, name: "Rooftops" })).toBeVisible();
  await other.getByRole("button", { name: "Edit a copy" }).click();
  await expect(other.getByLabel("Name", { exact: true })).toHaveValue("Rooftops");
  await expect(other.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
  await other.context().close();
});

test("without script a link shows name, weapons and parts", async ({ page, browser }) => {
  await open(page, "/bf4?tab=loadouts&edit=new");
  await page.getByLabel("Name", { exact: true }).fill("Plain words");
  const weapon = await getHeld(primary(page));
  const optic = await mountOptic(page);
  const link = await makeShortLink(page);
  const other = await stranger(browser, false);
  await other.goto(link);
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Plain words");
  await expect(other.getByText(weapon, { exact: true })).toBeVisible();
  await expect(other.getByText(optic, { exact: true })).toBeVisible();
  expect(optic).not.toBe("");
  await other.getByRole("link", { name: "Every weapon of Battlefield 4" }).click();
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Battlefield 4");
  await other.context().close();
});

test("an illegal loadout is not shared, and its faults are named", async ({ page }) => {
  // An assault rifle in the hands of a recon.
  await open(page, "/bf4?tab=loadouts&edit=new&kit=recon&weapon=ak-12");
  await page.getByLabel("Name", { exact: true }).fill("Long barrel");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(dialog(page).getByRole("alert")).toContainText(
    "The game would not allow this loadout, so it is not shared.",
  );
  await expect(dialog(page).getByRole("button", { name: "Copy short link" })).toHaveCount(0);
});

test("the name is included only when its owner chooses so", async ({ page, browser }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException("Not here", "NotAllowedError"));
  });
  const { name } = await signUpAndIn(page);
  await saveLoadout(page, "Signed");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(dialog(page)).toContainText("No name shown");
  await dialog(page).getByText("Options").click();
  await dialog(page).getByRole("switch", { name: "Include my name" }).click();
  await expect(dialog(page)).toContainText(`Shared by ${name}`);
  await dialog(page).getByRole("button", { name: "Copy short link" }).click();
  const link = await dialog(page).getByRole("textbox", { name: "Short link" }).inputValue();
  await expect(page.getByText(`The link could not be copied: ${link}`, { exact: true })).toBeVisible();
  const other = await stranger(browser);
  await open(other, link);
  await expect(other.getByText(`shared by ${name}`)).toBeVisible();
  await other.context().close();
});

test("a link is taken back in the account, and shared again", async ({ page, browser }) => {
  await saveLoadout(page, "Second thoughts");
  const link = await makeShortLink(page);
  await open(page, "/account");
  const row = page.getByRole("list", { name: "Shared links" }).getByRole("listitem");
  await expect(row).toContainText("Battlefield 4");
  await row.getByRole("button", { name: "Stop sharing Second thoughts" }).click();
  await expect(row).toContainText("No longer shared");
  const other = await stranger(browser);
  await open(other, link);
  await expect(other.getByText("This loadout is no longer shared.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row.getByRole("link", { name: "Open Second thoughts" })).toBeVisible();
  await open(other, link);
  await expect(other.getByRole("heading", { level: 1, name: "Second thoughts" })).toBeVisible();
  await other.context().close();
});

test("a loadout is reported, and the report is received", async ({ page, browser }) => {
  await saveLoadout(page, "Rude");
  const link = await makeShortLink(page);
  const other = await stranger(browser);
  await open(other, link);
  await other.getByRole("button", { name: "Report" }).click();
  const form = other.getByRole("dialog", { name: "Report this loadout" });
  await form.getByLabel("What is wrong with it?").selectOption("It is an advertisement");
  await form.getByLabel("Anything to add (optional)").fill("See its name.");
  await form.getByRole("button", { name: "Send the report" }).click();
  await expect(form.getByText("Your report was received.")).toBeVisible();
  await other.context().close();
});

test("a shared loadout is compared with one's own", async ({ page }) => {
  await saveLoadout(page, "Theirs");
  const link = await makeShortLink(page);
  await fill(page, [{ name: "Mine" }]);
  await open(page, link);
  await page.getByRole("button", { name: "Compare with mine" }).click();
  await page.getByRole("dialog", { name: "Compare with mine" }).getByRole("button", { name: "Mine" }).click();
  await expect(page).toHaveURL(/\/bf4\?tab=loadouts&diff=[0-9a-f-]{36}%2Cs%3A[0-9A-Za-z]{12}$/);
  await expect(page.getByRole("combobox", { name: "Loadout A" })).toHaveValue("Mine");
  await expect(page.getByRole("combobox", { name: "Loadout B" })).toHaveValue(/\(shared\)$/);
  await expect(page.getByRole("region", { name: "Slots" })).toBeVisible();
  await page.getByRole("button", { name: "Swap" }).click();
  await expect(page.getByRole("combobox", { name: "Loadout B" })).toHaveValue("Mine");
  await expect(page.getByRole("button", { name: /^Copy/ })).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole("button", { name: "Compare with mine" })).toBeVisible();
  await open(page, "/bf4?tab=loadouts");
  await expect(page.getByRole("link", { name: /\(shared\)/ })).toHaveCount(0);
  await expect(page.getByRole("status").filter({ hasText: "2 loadouts listed" })).toBeAttached();
});

test("a code is held against the draft of this device, without a session and without the network", async ({ page }) => {
  await open(page, "/bf4?tab=loadouts&edit=new");
  await page.getByLabel("Name", { exact: true }).fill("Half done");
  await expect(page.getByRole("status").filter({ hasText: "Draft stored on this device" })).toBeVisible();
  const loadout = starterLoadout(ARSENALS.bf4, "recon");
  await open(page, `/bf4?l=${encodeShare({ name: "Coded", loadout }, ARSENALS.bf4.codebook)}`);
  await page.getByRole("button", { name: "Compare with mine" }).click();
  await page.getByRole("button", { name: "The draft on this device" }).click();
  await expect(page.getByRole("combobox", { name: "Loadout A" })).toHaveValue("The draft on this device");
  await expect(page.getByRole("combobox", { name: "Loadout B" })).toHaveValue("Coded (shared)");
  await expect(page.getByRole("region", { name: "Slots" })).toBeVisible();
  await page.getByRole("button", { name: "Copy all of B's changes to A" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Half done");
});

for (const [why, search, words] of [
  ["damaged", "l=AbCdEfGh", "This link is damaged"],
  ["of a newer site", `l=${createWriter(2).seal()}`, "made by a newer version of the site"],
  ["unknown", "s=zzzzzzzzzzzz", "There is no shared loadout at this address."],
  ["no id at all", "s=%3Cscript%3E", "There is no shared loadout at this address."],
] as const) {
  test(`a link that is ${why} shows an error and offers a link to the loadouts`, async ({ page }) => {
    await open(page, `/bf4?${search}`);
    await expect(page.getByRole("heading", { level: 1, name: "This link does not work" })).toBeVisible();
    await expect(page.getByText(words)).toBeVisible();
    await expect(page).toHaveTitle("Shared loadout · Fieldlocker");
    await page.getByRole("link", { name: "Battlefield 4 loadouts" }).click();
    await expect(page.getByRole("heading", { name: "My loadouts" })).toBeVisible();
  });
}

test("sharing is accessible in both themes, and fits small phones", async ({ page }) => {
  const expectFit = async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNothingFound(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
  };
  await saveLoadout(page, "Everywhere");
  const link = await makeShortLink(page);
  await dialog(page).getByText("Show as a QR code").click();
  await expect(dialog(page).getByRole("img", { name: /^QR code/ })).toBeVisible();
  await expectFit();
  await open(page, link);
  await expect(page.getByRole("button", { name: "Report" })).toBeVisible();
  await expectFit();
  await page.getByRole("button", { name: "Report" }).click();
  await expectFit();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Compare with mine" }).click();
  await expect(page.getByRole("button", { name: "Everywhere" })).toBeVisible();
  await expectFit();
  await open(page, "/account");
  await expect(page.getByRole("button", { name: "Stop sharing Everywhere" })).toBeVisible();
  await expectFit();
  await page.getByRole("button", { name: "Shortcuts" }).click();
  await expect(page.getByRole("dialog", { name: "Shortcuts" })).toBeVisible();
  await expectFit();
});
