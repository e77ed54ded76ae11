// Every catalogue of both games can be reached from the game's page in two steps, searched, and used by keyboard.
import type { Page } from "@playwright/test";
import { GAME_TITLES, GAMES } from "#domain/game.ts";
import { getCatalogueTitle } from "#messages/catalogue/title.ts";
import { listCatalogueGroups } from "#web/features/catalogue/catalogue-nav.tsx";
import { expectNoAxeViolations } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { open } from "./site.ts";

/** The names of the catalogue groups. */
const COMMON_GROUPS = ["Weapons", "Attachments", "Gear", "Vehicles", "Classes", "Maps"];
const ALL_GROUPS = [...COMMON_GROUPS, "Progression", "Reference"];
const GROUPS = { bf4: ALL_GROUPS, bf2042: ALL_GROUPS };

const getCatalogueNav = (page: Page) => page.getByRole("navigation", { name: "Catalogues" });
const getEntries = (page: Page, title: string) => page.getByRole("list", { name: title }).getByRole("link");

for (const game of GAMES) {
  test(`every catalogue of ${GAME_TITLES[game]} is reached through its group on the game's page, and its entries with one more click`, async ({
    page,
  }) => {
    await open(page, `/${game}`);
    await expect(getCatalogueNav(page).getByRole("link", { name: "Weapons" })).toHaveAttribute("aria-current", "true");
    const groups = listCatalogueGroups(game);
    expect(groups.map(({ title }) => title)).toEqual(GROUPS[game]);
    const places = groups.flatMap(({ title, places }) =>
      places.map((id) => ({ group: title, id, isAlone: places.length === 1 })),
    );
    for (const { group, id, isAlone } of places) {
      if (id === null) continue;
      const title = getCatalogueTitle(id);
      await getCatalogueNav(page).getByRole("link", { name: group, exact: true }).first().click();
      if (!isAlone) await getCatalogueNav(page).getByRole("link", { name: title, exact: true }).last().click();
      await expect(page).toHaveTitle(`${title} · ${GAME_TITLES[game]} · Fieldlocker`);
      await expect(getCatalogueNav(page).locator("[aria-current]").first()).toHaveText(group);
      await expect(getCatalogueNav(page).locator("[aria-current]").last()).toHaveText(isAlone ? group : title);
      const firstEntry = getEntries(page, title).first();
      const name = (await firstEntry.textContent()) ?? "";
      await firstEntry.click();
      const drawer = page.getByRole("dialog", { name, exact: true });
      await expect(drawer.getByRole("heading", { name: "Where this is from" })).toBeVisible();
      await page.goBack();
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }
    await getCatalogueNav(page).getByRole("link", { name: "Weapons" }).click();
    await expect(page).toHaveURL(`/${game}`);
    await expect(page.getByRole("combobox", { name: "Search weapons" })).toBeVisible();
  });
}

test.describe("a catalogue", () => {
  test("is searched by words, which are stored in the address", async ({ page }) => {
    await open(page, "/bf4?cat=attachments");
    await expect(getEntries(page, "Attachments").first()).toBeVisible();
    await page.keyboard.press("/");
    await expect(page.getByRole("searchbox", { name: "Search attachments" })).toBeFocused();
    await page.keyboard.type("acog ak-12");
    await expect(getEntries(page, "Attachments")).toHaveText(["ACOG (4x)"]);
    await expect(page).toHaveURL(/cat=attachments&q=acog(\+|%20)ak-12$/);
    await page.reload();
    await expect(getEntries(page, "Attachments")).toHaveText(["ACOG (4x)"]);
  });

  test("is narrowed by a chip, which stays pressed and shows its count", async ({ page }) => {
    await open(page, "/bf4?cat=awards");
    const chip = page.getByRole("button", { name: /^Medals/ });
    await chip.click();
    await expect(chip).toHaveAttribute("aria-pressed", "true");
    await expect(chip).toContainText("53");
    await expect(getEntries(page, "Awards")).toHaveCount(53);
    await expect(page).toHaveURL("/bf4?cat=awards&group=Medals");
  });

  test("reports that nothing matches, and clears the search", async ({ page }) => {
    await open(page, "/bf2042?cat=vehicles&q=railgun");
    await expect(page.getByText("Nothing matches “railgun”.")).toBeVisible();
    await page.getByRole("button", { name: "Clear" }).click();
    await expect(getEntries(page, "Vehicles")).toHaveCount(59);
    await expect(page).toHaveURL("/bf2042?cat=vehicles");
  });

  test("longer than a page shows more on request", async ({ page }) => {
    await open(page, "/bf2042?cat=vehicle-armament");
    await expect(getEntries(page, "Vehicle armament")).toHaveCount(200);
    await page.getByRole("button", { name: "Show more" }).click();
    await expect(getEntries(page, "Vehicle armament")).toHaveCount(400);
  });

  test("opens an entry by keyboard, and its row gets the focus back", async ({ page }) => {
    await open(page, "/bf4?cat=vehicles&q=abrams");
    const line = getEntries(page, "Vehicles").first();
    await line.focus();
    await page.keyboard.press("Enter");
    const drawer = page.getByRole("dialog", { name: "M1 Abrams" });
    await expect(drawer).toContainText("Not public");
    await expect(page).toHaveURL(/item=m1-abrams/);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(line).toBeFocused();
    await expect(page).toHaveURL("/bf4?cat=vehicles&q=abrams");
  });

  test("links an entry to related entries, and Back returns to it", async ({ page }) => {
    await open(page, "/bf4?cat=vehicles&item=m1-abrams");
    await page.getByRole("dialog").getByRole("link", { name: "Main Battle Tanks" }).click();
    await expect(page).toHaveURL("/bf4?cat=vehicle-loadouts&item=vehiclembt");
    await expect(page.getByRole("dialog", { name: "Main Battle Tanks" })).toContainText("Sabot Shell");
    await page.goBack();
    await expect(page.getByRole("dialog", { name: "M1 Abrams" })).toBeVisible();
    await page.goForward();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await expect(page).toHaveURL("/bf4?cat=vehicle-loadouts");
  });

  test("with an unknown name, or of the other game, falls back to the weapons without an error", async ({
    page,
    browserErrors,
  }) => {
    for (const path of ["/bf4?cat=spoons", "/bf2042?cat=ranks", "/bf4?cat=vehicle-armament"]) {
      await open(page, path);
      await expect(page.getByRole("combobox", { name: "Search weapons" })).toBeVisible();
    }
    await open(page, "/bf4?cat=ranks&group=spoons");
    await expect(getEntries(page, "Ranks")).toHaveCount(141);
    expect(browserErrors).toEqual([]);
  });

  for (const path of ["/bf4?cat=vehicles", "/bf4?cat=melee", "/bf2042?cat=gadgets", "/bf2042?cat=specialists"]) {
    test(`at ${path} shows a drawing of each entry in the list and in the drawer`, async ({ page }) => {
      await open(page, path);
      const lines = page
        .getByRole("main")
        .getByRole("listitem")
        .filter({ has: page.locator("a[aria-haspopup]") });
      await expect(lines.first().locator(".silhouette path")).toHaveCount(3);
      await expect(lines.locator(".silhouette:not(:has(path))")).toHaveCount(0);
      expect(await lines.locator(".silhouette").count()).toBe(await lines.count());
      await lines.first().getByRole("link").click();
      await expect(page.getByRole("dialog").locator(".silhouette path")).toHaveCount(3);
    });
  }

  test("shows a notice when the address names an unknown entry", async ({ page }) => {
    await open(page, "/bf4?cat=maps&item=spoons");
    await expect(page.getByRole("dialog", { name: "No such entry" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL("/bf4?cat=maps");
  });

  for (const path of [
    "/bf4?cat=awards&group=Medals",
    "/bf2042?cat=specialists&item=mackay",
    "/bf4?cat=vehicles",
    "/bf4?cat=compatibility&q=ak-12",
  ]) {
    test(`at ${path} is accessible in both themes and does not scroll sideways on a phone`, async ({ page }) => {
      await page.goto(path, { waitUntil: "networkidle" });
      await expectNoAxeViolations(page);
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 700 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
    });
  }
});
