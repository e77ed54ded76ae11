// @rest
// What axe cannot see: where the focus is, what screen readers announce, and what forced colours show.
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./browser-test.ts";
import { getCard, saveLoadouts, signInAsGuest } from "./pages/locker.ts";
import { addSample } from "./pages/soldier.ts";
import { createPerson, fillSignUp, holdRequests, open } from "./site.ts";

/** A window of 1280 × 1024 px at a zoom of 400 %. */
const ZOOMED = { width: 320, height: 256 };

/** Records every text that becomes the content of a live region. */
const recordAnnouncements = (page: Page) =>
  page.addInitScript(() => {
    const texts: string[] = [];
    Object.assign(window, { announcements: texts });
    new MutationObserver((changes) => {
      const regions = new Set(
        changes.flatMap(({ target }) => {
          const element = target instanceof Element ? target : target.parentElement;
          const region = element?.closest("[role=status], [role=alert], output, [aria-live]");
          return region && region.getAttribute("aria-live") !== "off" ? region : [];
        }),
      );
      for (const { textContent } of regions) if (textContent && texts.at(-1) !== textContent) texts.push(textContent);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });

const readAnnouncements = (page: Page): Promise<string[]> => page.evaluate("window.announcements");

test("a section opened by its tab is announced and keeps the focus, and Back loses it to nothing", async ({ page }) => {
  await recordAnnouncements(page);
  await open(page, "/bf4");
  const tab = page.getByRole("tab", { name: "Soldier" });
  await tab.click();
  await expect(tab).toBeFocused();
  await expect.poll(() => readAnnouncements(page)).toContain("Soldier · Battlefield 4 · Fieldlocker");
  await page.goBack();
  await expect.poll(() => readAnnouncements(page)).toContain("Arsenal · Battlefield 4 · Fieldlocker");
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
});

test("each main screen announces its title once, and nothing is announced twice", async ({ page }) => {
  await recordAnnouncements(page);
  await signInAsGuest(page);
  await saveLoadouts(page, [{ name: "Stairs" }]);
  await addSample(page, "bf4");
  await open(page, "/");
  await expect(page.getByRole("heading", { name: "Closest unlocks" })).toBeVisible();
  const getTab = (name: string) => page.getByRole("tab", { name, exact: true });
  const banner = page.getByRole("banner");
  const screens: Record<string, Locator> = {
    "Battlefield 2042": banner.getByRole("link", { name: "Battlefield 2042", exact: true }).first(),
    "Battlefield 4": banner.getByRole("link", { name: "Battlefield 4", exact: true }).first(),
    Soldier: getTab("Soldier"),
    Progress: getTab("Progress"),
    Loadouts: getTab("Loadouts"),
    "Loadout editor": getCard(page, "Stairs"),
    Arsenal: getTab("Arsenal"),
    Home: banner.getByRole("link", { name: "Home", exact: true }).first(),
    Platoons: page.getByRole("main").getByRole("link", { name: "All platoons" }),
  };
  for (const [name, control] of Object.entries(screens)) {
    const before = (await readAnnouncements(page)).length;
    const last = await page.title();
    await control.click();
    const isAnnounced = async () => {
      const title = await page.title();
      return title !== last && (await readAnnouncements(page)).slice(before).includes(title);
    };
    await expect.poll(isAnnounced, name).toBe(true);
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForTimeout(700);
    const texts = (await readAnnouncements(page)).slice(before);
    expect(texts.toSorted(), name).toEqual([...new Set(texts)].toSorted());
  }
});

test("a screen that loads takes no focus from a control in use", async ({ page }) => {
  await signInAsGuest(page);
  await saveLoadouts(page, [{ name: "Stairs" }]);
  await open(page, "/bf4?tab=loadouts");
  const search = page.getByRole("banner").getByRole("button", { name: /^Search/ });
  const releaseEditor = await holdRequests(page, "**/assets/*.js");
  await getCard(page, "Stairs").click();
  await expect(page).toHaveURL(/edit=/);
  await search.focus();
  releaseEditor();
  await expect(page.getByRole("heading", { name: "Stairs" })).toBeVisible();
  await expect(search).toBeFocused();
  const releaseGame = await holdRequests(page, "**/api/trpc/*arsenal.*bf2042*");
  await page.getByRole("banner").getByRole("link", { name: "Battlefield 2042", exact: true }).first().click();
  await search.focus();
  releaseGame();
  await expect(page.getByRole("link", { name: "AK-24", exact: true })).toBeVisible();
  await expect(search).toBeFocused();
});

test("the import of loadouts has one control for a file", async ({ page }) => {
  await open(page, "/bf4?tab=loadouts");
  const imports = page.getByRole("main").getByRole("button", { name: "Import…", exact: true });
  await expect(imports).toHaveCount(1);
  await imports.click();
  const area = page.getByRole("dialog").getByRole("group", { name: "Locker file" });
  await expect(area.getByRole("button")).toHaveCount(1);
  await expect(area.locator("input")).toBeHidden();
});

test("Back to a view whose link is gone moves the focus to the heading", async ({ page }) => {
  await open(page, "/bf4?cat=gadgets");
  await page.getByRole("navigation", { name: "Catalogues" }).getByRole("link", { name: "Melee" }).click();
  await page.getByRole("navigation", { name: "Catalogues" }).getByRole("link", { name: "Weapons" }).click();
  await page.getByRole("link", { name: "AEK-971", exact: true }).focus();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("after sign-up the focus is on what to do next", async ({ page }) => {
  await open(page, "/login?mode=sign-up");
  await fillSignUp(page, createPerson());
  await expect(page.getByText(/^We sent a link to/)).toBeFocused();
});

test("at 400 % zoom the bars scroll away", async ({ page }) => {
  await page.setViewportSize(ZOOMED);
  await open(page, "/bf4");
  await page.getByRole("link", { name: "AK-12", exact: true }).focus();
  await expect(page.getByRole("banner")).not.toBeInViewport();
  await expect(page.getByRole("tablist")).not.toBeInViewport();
});

test("the search announces its best result and the number of results, or that nothing matches", async ({ page }) => {
  await recordAnnouncements(page);
  await open(page, "/bf4");
  await page.locator("html[data-keys]").waitFor({ state: "attached" });
  await page.keyboard.press("ControlOrMeta+k");
  const field = page.getByRole("dialog").getByRole("combobox");
  await field.pressSequentially("aek");
  const selected = page.getByRole("option", { selected: true });
  await expect(selected).toContainText("AEK-971");
  await expect(field).toHaveAttribute("aria-activedescendant", (await selected.getAttribute("id")) ?? "");
  await expect.poll(() => readAnnouncements(page)).toContainEqual(expect.stringMatching(/^AEK-971\s·\s.*\d+ listed$/));
  await field.fill("qqqq");
  await expect.poll(() => readAnnouncements(page)).toContain("Nothing matches “qqqq”.");
});

test("forced colours show what is selected", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await open(page, "/bf4");
  const getBackground = (place: Locator) => place.evaluate((element) => getComputedStyle(element).backgroundColor);
  const tabs = page.getByRole("tab");
  await expect.poll(() => getBackground(tabs.first())).not.toBe(await getBackground(tabs.last()));
  const layouts = page.locator("label:has(input[name=view])");
  expect(await getBackground(layouts.first())).not.toBe(await getBackground(layouts.last()));
  await open(page, "/bf4?versus=aek-971,ak-12");
  await page.getByRole("button", { name: "Fight", exact: true }).click();
  const bar = page.getByRole("region", { name: "One fight" }).locator("[style^=width]").first();
  await expect(bar).toBeAttached();
  expect(await getBackground(bar)).not.toBe(await getBackground(bar.locator("..")));
});

test("a fight announces its end only, and a slider leaves its value to itself", async ({ page }) => {
  await recordAnnouncements(page);
  await open(page, "/bf4?versus=aek-971,ak-12");
  const fight = page.getByRole("button", { name: "Fight", exact: true });
  await fight.waitFor();
  const before = (await readAnnouncements(page)).length;
  await fight.click();
  await expect(page.getByRole("region", { name: "One fight" }).getByRole("status")).not.toBeEmpty();
  expect((await readAnnouncements(page)).slice(before)).toHaveLength(1);
  const range = page.getByRole("slider", { name: "Range" });
  await range.press("ArrowRight");
  await expect(range).toHaveAttribute("aria-valuetext", /m$/);
  expect((await readAnnouncements(page)).slice(before)).toHaveLength(1);
});

test("a term of the search that means nothing marks the field as invalid, with the reason", async ({ page }) => {
  await open(page, "/bf4");
  const field = page.getByRole("combobox", { name: "Search weapons" });
  await field.pressSequentially("rpm:>abc");
  await field.press("Enter");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveAccessibleDescription(/rpm:>abc/);
  await field.fill("rpm:>700");
  await expect(field).toHaveAttribute("aria-invalid", "false");
});

for (const [path, width] of [
  ["/bf4?view=cards", 1280],
  ["/bf4", 390],
] as const) {
  test(`no invisible heading of ${path} at ${width} px takes the focus`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await open(page, path);
    const buttons = page.getByRole("columnheader").getByRole("button");
    const boxes = await buttons.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
    expect(Math.min(44, ...boxes)).toBeGreaterThanOrEqual(32);
  });
}

test("the skip link leads to the first weapon, and the shortcuts name the keys of rows", async ({ page }) => {
  await open(page, "/bf4");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("rowheader").first().getByRole("link")).toBeFocused();
  await page.locator("html[data-keys]").waitFor({ state: "attached" });
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Shortcuts" })).toContainText("Move through rows");
});

test("a dialog opens on its heading or first field, and the first Escape closes it instead of a toast", async ({
  page,
}) => {
  await open(page, "/bf4?cmp=aek-971,ak-12,aug-a3,ace-23");
  await page.getByRole("link", { name: "CZ-805", exact: true }).click();
  const drawer = page.getByRole("dialog", { name: "CZ-805" });
  await expect(drawer.getByRole("heading", { name: "CZ-805" })).toBeFocused();
  await drawer.getByRole("button", { name: "Versus", exact: true }).click();
  const toast = page.getByText("You can compare up to four.").last();
  await expect(toast).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(drawer).toHaveCount(0);
  await expect(toast).toBeVisible();
});

test("a row names its weapon once, and each of its cells has a text", async ({ page }) => {
  await open(page, "/bf4");
  const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: "ACE 23", exact: true }) });
  await expect(row.getByRole("rowheader")).toHaveAccessibleName("ACE 23");
  const cells = row.getByRole("cell");
  expect(await cells.count()).toBe((await page.getByRole("columnheader").count()) - 1);
  for (const cell of await cells.all()) await expect(cell).not.toBeEmpty();
  await expect(page.getByText("≠ Sources differ")).toBeVisible();
});

test("a printed page has no bars", async ({ page }) => {
  await open(page, "/bf4");
  await page.emulateMedia({ media: "print" });
  for (const bar of ["banner", "contentinfo", "tablist"] as const) await expect(page.getByRole(bar)).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});
