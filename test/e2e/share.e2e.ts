// Sharing a loadout: what becomes public, the page that a visitor sees, and how sharing is stopped.

import type { Browser, Page } from "@playwright/test";
import { GAMES } from "#domain/game.ts";
import { PATCHES, SHOWN_PATCH } from "#domain/game-data/patch.ts";
import { isVehicleLoadout, type Loadout } from "#domain/loadout/loadout.ts";
import { createRandomLoadout } from "#domain/loadout/random.ts";
import { withRecord } from "#domain/loadout/record.ts";
import { encodeShare } from "#domain/loadout/sharing/share-code.ts";
import { createWriter } from "#domain/loadout/sharing/share-frame.ts";
import { createStarterLoadout } from "#domain/loadout/starter.ts";
import { createRandom } from "#domain/seeded-random.ts";
import { saveLoadouts } from "#test/e2e/pages/locker.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { translateLocators } from "#test/harness/browser/wording.ts";
import { SITE } from "#test/harness/ports.ts";
import { expectNoAxeViolations, expectNoHorizontalScroll } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { getItem, getLoadoutName, getOption, getPrimarySlot, getSlot, nameLoadout } from "./pages/editor.ts";
import { open, saveLoadout, signUpAndIn } from "./site.ts";

const getDialog = (page: Page) => page.getByRole("dialog", { name: "Share a loadout" });

/** Creates a short link of the loadout that is open in the editor. */
async function createShortLink(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await getDialog(page).getByRole("button", { name: "Copy short link" }).click();
  return getDialog(page).getByRole("textbox", { name: "Short link" }).inputValue();
}

/** Opens a page in a new browser context without stored data. */
async function openInNewContext(browser: Browser, javaScriptEnabled = true): Promise<Page> {
  const newContext = await browser.newContext({ baseURL: SITE, javaScriptEnabled });
  return newContext.newPage();
}

/** Chooses an action of the menu on a shared loadout. */
async function chooseMenuAction(page: Page, action: string): Promise<void> {
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

/** Mounts another optic on the weapon; returns its name. */
async function mountOptic(page: Page): Promise<string> {
  await getSlot(page, "Primary, Optic").click();
  const chosen = getOption(page, /./).nth(3);
  const name = (await chosen.locator("span").first().textContent()) ?? "";
  await chosen.click();
  return name;
}

test("a short link is copied with one press, and a visitor has a copy of its loadout open after two presses", async ({
  page,
  context,
  browser,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await saveLoadout(page, "Stairwell");
  await page.getByRole("button", { name: "All loadouts" }).click();
  await page.getByRole("button", { name: "Actions for Stairwell" }).click();
  await page.getByRole("menuitem", { name: "Share" }).click();
  await getDialog(page).getByText("What is public?").click();
  await getDialog(page).getByText("Options").click();
  await expect(getDialog(page).getByRole("switch", { name: "Include my name" })).toBeDisabled();
  await getDialog(page).getByRole("button", { name: "Copy short link" }).click();
  const link = await getDialog(page).getByRole("textbox", { name: "Short link" }).inputValue();
  expect(link).toMatch(/\/bf4\?s=[0-9a-z]{12}$/);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\?tab=loadouts$/);
  await expect(page.getByRole("button", { name: "Actions for Stairwell" })).toBeFocused();

  const visitorPage = await openInNewContext(browser);
  await open(visitorPage, link);
  await expect(visitorPage.getByRole("heading", { level: 1, name: "Stairwell" })).toBeVisible();
  await expect(visitorPage).toHaveTitle("Stairwell · Battlefield 4 · Fieldlocker");
  await visitorPage.getByText("All stats and their sources").click();
  await expect(visitorPage.getByRole("heading", { name: "Stats of this loadout" })).toBeVisible();
  await expect(visitorPage.getByRole("figure", { name: /^Damage of one bullet/ })).toBeVisible();
  await expect(visitorPage.getByRole("main").getByText("Assault", { exact: true }).first()).toBeVisible();
  await expect(visitorPage.getByRole("main").locator(".silhouette path").first()).toBeVisible();
  for (const range of [10, 30, 75])
    await expect(visitorPage.getByText(`TTK at ${range} m`, { exact: true })).toBeVisible();
  await visitorPage.getByRole("button", { name: "Save a copy" }).click();
  await visitorPage.getByRole("button", { name: "Open", exact: true }).click();
  await expect(getLoadoutName(visitorPage)).toHaveText("Stairwell");
  await expect(visitorPage).toHaveTitle("Loadout editor · Battlefield 4 · Fieldlocker");
  await visitorPage.context().close();
});

function getPrimaryName(loadout: Loadout): string {
  const id = isVehicleLoadout(loadout) ? null : loadout.primary.weaponId;
  return ARSENALS[loadout.game].weapons.get(id ?? "")?.name ?? "";
}

const OLDEST_PATCH = PATCHES.at(-1) ?? SHOWN_PATCH;

const getHeight = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);

for (const language of ["en", "de"] as const) {
  for (const game of GAMES) {
    test(`a shared loadout of ${game} fits one screen, on a phone two, in ${language}`, async ({
      page,
      context,
      baseURL,
    }) => {
      const random = createRandom(5);
      const loadout = withRecord(createRandomLoadout(ARSENALS[game], { kitId: "recon" }, random), SHOWN_PATCH);
      const code = encodeShare({ name: "Breakthrough evening", loadout }, ARSENALS[game].codebook);
      await context.addCookies([{ name: "lang", value: language, url: baseURL ?? "" }]);
      translateLocators(page, language);
      await page.setViewportSize({ width: 1440, height: 900 });
      await open(page, `/${game}?l=${code}`);
      const weapon = page.getByRole("region", { name: getPrimaryName(loadout) });
      await expect(weapon.locator(".silhouette path").first()).toBeVisible();
      for (const range of [10, 30, 75])
        await expect(weapon.getByText(`TTK at ${range} m`, { exact: true })).toBeVisible();
      await expect(weapon.locator("rect").first()).toBeVisible();
      await expect(weapon.getByText("100 % hit rate")).toBeInViewport();
      const gear = page.getByRole("region", { name: "Gear" }).getByRole("listitem");
      expect(await gear.count()).toBe(await page.getByRole("region", { name: "Gear" }).locator(".silhouette").count());
      await expect(gear.last()).toBeInViewport({ ratio: 1 });
      await expect(page.getByText("All stats and their sources")).toBeInViewport({ ratio: 1 });
      expect(await getHeight(page)).toBeLessThanOrEqual(1000);
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await getHeight(page)).toBeLessThanOrEqual(2 * 844);
    });
  }
}

for (const language of ["en", "de"] as const) {
  test(`a shared loadout of an earlier patch fits two screens of a phone in ${language}`, async ({
    page,
    context,
    baseURL,
  }) => {
    // An open notice would make the page longer than two screens.
    const random = createRandom(5);
    const loadout = withRecord(createRandomLoadout(ARSENALS.bf2042, { kitId: "assault" }, random), OLDEST_PATCH);
    const code = encodeShare({ name: "Breakthrough evening", loadout }, ARSENALS.bf2042.codebook);
    await context.addCookies([{ name: "lang", value: language, url: baseURL ?? "" }]);
    translateLocators(page, language);
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, `/bf2042?l=${code}`);
    const notice = page.getByRole("region", { name: "Stats have changed since" });
    await expect(notice).toBeVisible();
    expect(await getHeight(page)).toBeLessThanOrEqual(2 * 844);
    await notice.locator("summary").click();
    await expect(notice.getByRole("listitem").first()).toContainText("→");
  });
}

test("a self-contained link is created without an account and without sending the loadout to the server", async ({
  page,
  browser,
}) => {
  await open(page, "/bf2042?tab=loadouts&edit=new");
  await nameLoadout(page, "Rooftops");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(getDialog(page)).toContainText("These changes are not saved yet.");
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await getDialog(page).getByText("Link with the loadout inside (nothing uploaded)").click();
  await getDialog(page).getByRole("button", { name: "Copy self-contained link" }).click();
  const link = await getDialog(page).getByRole("textbox", { name: "Self-contained link" }).inputValue();
  const code = await getDialog(page).getByRole("textbox", { name: "The code alone" }).inputValue();
  expect(link).toBe(`${SITE}/bf2042?l=${code}`);
  expect(requests.filter((path) => path.startsWith("/api/"))).toEqual(["/api/trpc/arsenal.codebook"]);
  await getDialog(page).getByText("Show as a QR code").click();
  await expect(getDialog(page).getByRole("img", { name: "QR code of the self-contained link" })).toBeVisible();
  await getDialog(page).getByText("Show the link preview").click();
  await expect(getDialog(page).getByRole("img", { name: "Link preview of Rooftops" })).toHaveJSProperty(
    "complete",
    true,
  );

  const visitorPage = await openInNewContext(browser);
  await open(visitorPage, `/bf4?l=${code}`);
  await expect(visitorPage).toHaveURL(link);
  await expect(visitorPage.getByRole("heading", { level: 1, name: "Rooftops" })).toBeVisible();
  await chooseMenuAction(visitorPage, "Edit a copy");
  await expect(getLoadoutName(visitorPage)).toHaveText("Rooftops");
  await expect(visitorPage.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
  await visitorPage.context().close();
});

test("without scripts, the page of a link shows the name, weapons and attachments", async ({ page, browser }) => {
  await open(page, "/bf4?tab=loadouts&edit=new");
  await nameLoadout(page, "Plain words");
  const weapon = await getItem(getPrimarySlot(page));
  const optic = await mountOptic(page);
  const link = await createShortLink(page);
  const visitorPage = await openInNewContext(browser, false);
  await visitorPage.goto(link);
  await expect(visitorPage.getByRole("heading", { level: 1 })).toHaveText("Plain words");
  await expect(visitorPage.getByText(weapon, { exact: true })).toBeVisible();
  await expect(visitorPage.getByText(optic, { exact: true })).toBeVisible();
  expect(optic).not.toBe("");
  await visitorPage.getByRole("link", { name: "Every weapon of Battlefield 4" }).click();
  await expect(visitorPage.getByRole("heading", { level: 1 })).toHaveText("Battlefield 4");
  await visitorPage.context().close();
});

test("an illegal loadout is not shared, and the reason is shown", async ({ page }) => {
  // The recon kit cannot carry an assault rifle.
  await open(page, "/bf4?tab=loadouts&edit=new&kit=recon&weapon=ak-12");
  await nameLoadout(page, "Long barrel");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(getDialog(page).getByRole("alert")).toContainText(
    "The game would not allow this loadout, so it is not shared.",
  );
  await expect(getDialog(page).getByRole("button", { name: "Copy short link" })).toHaveCount(0);
});

test("the user's name is included only if the user chooses so", async ({ page, browser }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException("Not here", "NotAllowedError"));
  });
  const { name } = await signUpAndIn(page);
  await saveLoadout(page, "Signed");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(getDialog(page)).toContainText("No name shown");
  await getDialog(page).getByText("Options").click();
  await getDialog(page).getByRole("switch", { name: "Include my name" }).click();
  await expect(getDialog(page)).toContainText(`Shared by ${name}`);
  await getDialog(page).getByRole("button", { name: "Copy short link" }).click();
  const link = await getDialog(page).getByRole("textbox", { name: "Short link" }).inputValue();
  await expect(page.getByText(`The link could not be copied: ${link}`, { exact: true })).toBeVisible();
  const visitorPage = await openInNewContext(browser);
  await open(visitorPage, link);
  await expect(visitorPage.getByText(`shared by ${name}`)).toBeVisible();
  await visitorPage.context().close();
});

test("sharing can be stopped in the account, and undone", async ({ page, browser }) => {
  await saveLoadout(page, "Second thoughts");
  const link = await createShortLink(page);
  await open(page, "/account");
  const row = page.getByRole("list", { name: "Shared links" }).getByRole("listitem");
  await expect(row).toContainText("Battlefield 4");
  await row.getByRole("button", { name: "Stop sharing Second thoughts" }).click();
  await expect(row).toContainText("No longer shared");
  const visitorPage = await openInNewContext(browser);
  await open(visitorPage, link);
  await expect(visitorPage.getByText("This loadout is no longer shared.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row.getByRole("link", { name: "Open Second thoughts" })).toBeVisible();
  await open(visitorPage, link);
  await expect(visitorPage.getByRole("heading", { level: 1, name: "Second thoughts" })).toBeVisible();
  await visitorPage.context().close();
});

test("a visitor can report a shared loadout", async ({ page, browser }) => {
  await saveLoadout(page, "Rude");
  const link = await createShortLink(page);
  const visitorPage = await openInNewContext(browser);
  await open(visitorPage, link);
  await chooseMenuAction(visitorPage, "Report");
  const form = visitorPage.getByRole("dialog", { name: "Report this loadout" });
  await form.getByLabel("What is wrong with it?").selectOption("It is an advertisement");
  await form.getByLabel("Anything to add (optional)").fill("See its name.");
  await form.getByRole("button", { name: "Send the report" }).click();
  await expect(form.getByText("Your report was received.")).toBeVisible();
  await visitorPage.context().close();
});

test("a shared loadout can be compared with the user's own", async ({ page }) => {
  await saveLoadout(page, "Theirs");
  const link = await createShortLink(page);
  await saveLoadouts(page, [{ name: "Mine" }]);
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

test("the loadout of a code can be compared with the draft on the device without a session", async ({ page }) => {
  await open(page, "/bf4?tab=loadouts&edit=new");
  await nameLoadout(page, "Half done");
  await expect(page.getByRole("status").filter({ hasText: "Draft stored on this device" })).toBeVisible();
  const loadout = createStarterLoadout(ARSENALS.bf4, "recon");
  await open(page, `/bf4?l=${encodeShare({ name: "Coded", loadout }, ARSENALS.bf4.codebook)}`);
  await page.getByRole("button", { name: "Compare with mine" }).click();
  await page.getByRole("button", { name: "The draft on this device" }).click();
  await expect(page.getByRole("combobox", { name: "Loadout A" })).toHaveValue("The draft on this device");
  await expect(page.getByRole("combobox", { name: "Loadout B" })).toHaveValue("Coded (shared)");
  await expect(page.getByRole("region", { name: "Slots" })).toBeVisible();
  await page.getByRole("button", { name: "Copy all of B's changes to A" }).click();
  await expect(getLoadoutName(page)).toHaveText("Half done");
});

for (const [link, search, message] of [
  ["a damaged link", "l=AbCdEfGh", "This link is damaged"],
  ["a link of a newer version of the site", `l=${createWriter(2).finish()}`, "made by a newer version of the site"],
  ["an unknown link", "s=zzzzzzzzzzzz", "There is no shared loadout at this address."],
  ["a link with an invalid id", "s=%3Cscript%3E", "There is no shared loadout at this address."],
] as const) {
  test(`${link} shows an error and a link to the loadouts`, async ({ page }) => {
    await open(page, `/bf4?${search}`);
    await expect(page.getByRole("heading", { level: 1, name: "This link does not work" })).toBeVisible();
    await expect(page.getByText(message)).toBeVisible();
    await expect(page).toHaveTitle("Shared loadout · Fieldlocker");
    await page.getByRole("link", { name: "Battlefield 4 loadouts" }).click();
    await expect(page.getByRole("heading", { name: "My loadouts" })).toBeVisible();
  });
}

test("sharing is accessible in both themes, and fits small phones", async ({ page }) => {
  const expectFit = async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoAxeViolations(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoHorizontalScroll(page);
  };
  await saveLoadout(page, "Everywhere");
  const link = await createShortLink(page);
  await getDialog(page).getByText("Show as a QR code").click();
  await expect(getDialog(page).getByRole("img", { name: /^QR code/ })).toBeVisible();
  await expectFit();
  await open(page, link);
  await page.getByText("All stats and their sources").click();
  await expect(page.getByRole("heading", { name: "Stats of this loadout" })).toBeVisible();
  await expectFit();
  await chooseMenuAction(page, "Report");
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
