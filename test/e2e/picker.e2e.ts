// The picker of the editor's slots: keyboard, effects of options, forbidden options, and its layout on small screens.
import type { Page } from "@playwright/test";
import { expectNoAxeViolations, expectNoHorizontalScroll } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import {
  expectItem,
  getItem,
  getOption,
  getPicker,
  getPrimarySlot,
  getSlot,
  openAndSearch,
  pickFirst,
} from "./pages/editor.ts";
import { holdRequests, open } from "./site.ts";

const openNewLoadout = (page: Page, parameters = "", game = "bf4") =>
  open(page, `/${game}?tab=loadouts&edit=new${parameters}`);

/** Returns the active row. */
const getActiveRow = (page: Page) => getPicker(page).locator("[role=option].bg-surface-3");

const expectActive = async (page: Page, text: string | RegExp) => {
  await expect(getActiveRow(page)).toContainText(text);
  const id = (await getActiveRow(page).getAttribute("id")) ?? "";
  await expect(getPicker(page).getByRole("combobox")).toHaveAttribute("aria-activedescendant", id);
};

test("arrows, Home and End move, Escape changes nothing, and Enter picks", async ({ page }) => {
  await openNewLoadout(page, "&kit=assault&weapon=ak-12");
  await openAndSearch(page, "Primary, Barrel", "");
  await expectActive(page, "Standard Barrel");
  await page.keyboard.press("ArrowDown");
  await expectActive(page, "Muzzle Brake");
  await page.keyboard.press("End");
  const lastName = (await getActiveRow(page).locator("span").first().textContent()) ?? "";
  await page.keyboard.press("ArrowDown");
  await expectActive(page, "Heavy Barrel");
  await page.keyboard.press("ArrowUp");
  await expectActive(page, lastName);
  await page.keyboard.press("Home");
  await expectActive(page, "Heavy Barrel");
  await page.keyboard.type("heavy");
  await expect(getPicker(page).getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(getPicker(page)).toHaveCount(0);
  await expect(getSlot(page, "Primary, Barrel")).toBeFocused();
  await expectItem(getSlot(page, "Primary, Barrel"), "Standard Barrel");
  await pickFirst(page, "Primary, Barrel", "heavy");
  await expect(getSlot(page, "Primary, Barrel")).toBeFocused();
  await expectItem(getSlot(page, "Primary, Barrel"), "Heavy Barrel");
  await page.keyboard.press("Control+z");
  await expectItem(getSlot(page, "Primary, Barrel"), "Standard Barrel");
});

test("an option shows its signed changes compared with the current one", async ({ page }) => {
  await openNewLoadout(page, "&kit=assault&weapon=ak-12");
  await openAndSearch(page, "Primary weapon", "AEK");
  await expect(getOption(page, /^AEK-971/)).toContainText(/TTK: 267 ms−86 ms better.*Rate of fire: \+220 rpm better/);
  await page.keyboard.press("Escape");
  await openAndSearch(page, "Primary, Barrel", "");
  await expect(getOption(page, /^Heavy/)).toContainText(
    /aimed spread, still: −50 % better.*vertical recoil: \+30 % worse/,
  );
  // No source has measured the Flash Hider.
  await expect(getOption(page, /^Flash Hider/)).not.toContainText(/better|worse/);
  await expect(getOption(page, /^Flash Hider/)).toContainText("—");
  await page.keyboard.press("Escape");
  await pickFirst(page, "Primary, Barrel", "heavy");
  await openAndSearch(page, "Primary, Barrel", "");
  await expect(getOption(page, /^Standard/)).toContainText(
    /aimed spread, still: \+100 % worse.*vertical recoil: −23.1 % better/,
  );
  await expectNoAxeViolations(page);
});

test("an attachment of a 2042 gun shows its changes compared with the first mounted one", async ({ page }) => {
  await openNewLoadout(page, "&kit=assault&weapon=ak-24", "bf2042");
  await openAndSearch(page, "Add barrel to the primary", "Extended");
  await expect(getOption(page, /^Extended Barrel/)).toContainText(/Velocity: \+\d+ m\/s better/);
  await page.keyboard.press("Enter");
  await openAndSearch(page, "Add barrel to the primary", "");
  await expect(getOption(page, /^Extended Barrel/)).toContainText("Already in the Plus menu.");
  await expect(getOption(page, /^6KU Suppressor/)).toContainText(/Velocity: −\d+ m\/s worse/);
  await expect(getPicker(page)).toContainText("Compared with Extended Barrel.");
});

test("an attachment of a 2042 gun shows the figures of the chosen patch", async ({ page }) => {
  const getDamageText = async (patch: string) => {
    await openNewLoadout(page, `&kit=assault&weapon=rm68&patch=${patch}`, "bf2042");
    await openAndSearch(page, "Add ammunition to the primary", "High-Power");
    const text = getOption(page, /^High-Power(?! \/)/);
    await expect(text).toContainText("Damage at range");
    return text.textContent();
  };
  expect(await getDamageText("6.2.0")).toContain("Damage at range: +6");
  expect(await getDamageText("9.2.0")).toContain("Damage at range: +4");
});

test("an open picker is updated when figures load late", async ({ page }) => {
  await page.route(/arsenal\.weapon.*6\.2\.0/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await route.continue();
  });
  await openNewLoadout(page, "&kit=assault&weapon=rm68&patch=6.2.0", "bf2042");
  await openAndSearch(page, "Add ammunition to the primary", "High-Power");
  const text = getOption(page, /^High-Power(?! \/)/);
  await expect(text).not.toContainText("Damage at range");
  await expect(text).toContainText("Damage at range: +6");
});

test("weapons of 2042 are compared with the build of the loadout, whose row has its figures", async ({ page }) => {
  await openNewLoadout(page, "&kit=assault&weapon=ak-24", "bf2042");
  await openAndSearch(page, "Primary weapon", "M5A3");
  const rate = async () => (await getOption(page, /^M5A3/).textContent()) ?? "";
  const withStockParts = await rate();
  await expect(getPicker(page)).toContainText("Compared with AK-24 as built in this loadout.");
  await page.keyboard.press("Escape");
  await pickFirst(page, "Add ammunition to the primary", "High-Power");
  await openAndSearch(page, "Primary weapon", "M5A3");
  expect(await rate()).not.toBe(withStockParts);
  await page.keyboard.press("Escape");
  await openAndSearch(page, "Primary weapon", "AK-24");
  await expect(getOption(page, /^AK-24/)).not.toContainText(/better|worse/);
});

test("figures that are loading are not shown as unknown, and the active option stays when they arrive", async ({
  page,
}) => {
  const release = await holdRequests(page, "**/api/trpc/arsenal.list?*6.2.0*");
  await openNewLoadout(page, "&kit=assault&weapon=ak-24&patch=6.2.0", "bf2042");
  await openAndSearch(page, "Primary weapon", "");
  await page.keyboard.press("End");
  const name = (await getActiveRow(page).locator("span").first().textContent()) ?? "";
  await expect(getActiveRow(page)).toContainText("loading");
  await expect(getActiveRow(page)).not.toContainText("unknown");
  release();
  await expect(getPicker(page).getByRole("option").filter({ hasText: "loading" })).toHaveCount(0);
  await expectActive(page, name);
});

test("figures that could not be loaded are an error, and can be loaded again", async ({ page }) => {
  await page.route("**/api/trpc/arsenal.list?*6.2.0*", (route) => route.fulfill({ status: 500, body: "{}" }));
  await openNewLoadout(page, "&kit=assault&weapon=ak-24&patch=6.2.0", "bf2042");
  await openAndSearch(page, "Primary weapon", "M5A3");
  const again = getPicker(page).getByRole("alert").getByRole("button", { name: "Try again" });
  await expect(again).toBeVisible({ timeout: 20_000 });
  await expect(getOption(page, /^M5A3/)).not.toContainText(/loading|unknown/);
  await page.unroute("**/api/trpc/arsenal.list?*6.2.0*");
  await again.click();
  await expect(getOption(page, /^M5A3/)).toContainText(/TTK: \d+ ms/);
  await expect(again).toHaveCount(0);
});

test("options are a table by time to kill at the scenario, beside the verdict on the active one", async ({ page }) => {
  await openNewLoadout(page, "&kit=assault&weapon=ak-12&range=50");
  await openAndSearch(page, "Primary weapon", "");
  const times = await getPicker(page).locator("[role=option]:not([aria-disabled]) b").allTextContents();
  const numbers = times.filter((text) => text.endsWith("ms")).map((text) => Number(text.replaceAll(/[^\d]/g, "")));
  expect(numbers.length).toBeGreaterThan(10);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  const verdict = getPicker(page).locator("dl dd").first();
  const timeBefore = (await verdict.textContent()) ?? "";
  await expect(getActiveRow(page)).toContainText(timeBefore);
  await page.keyboard.press("Home");
  await expect(verdict).not.toHaveText(timeBefore);
  await expect(getActiveRow(page)).toContainText((await verdict.textContent()) ?? "");
});

for (const way of ["button", "keyboard"]) {
  test(`a forbidden weapon can be allowed with one press by ${way}, and the change can be undone`, async ({ page }) => {
    await openNewLoadout(page, "&kit=assault&weapon=ak-12");
    await openAndSearch(page, "Primary weapon", "m249");
    await expect(getOption(page, /^M249/)).toHaveAttribute("aria-disabled", "true");
    await expect(getOption(page, /^M249/)).toContainText("LMGs are Support-only in Battlefield 4.");
    if (way === "keyboard") await page.keyboard.press("Enter");
    else await getPicker(page).getByRole("button", { name: "Switch to Support for M249" }).click();
    await expect(getPicker(page)).toHaveCount(0);
    await expect(page.getByRole("radio", { name: "Support" })).toBeChecked();
    await expectItem(getPrimarySlot(page), "M249");
    await expect(getPrimarySlot(page)).toBeFocused();
    await expect(page.getByRole("region", { name: "What the game would not accept" })).toHaveCount(0);
    await page.keyboard.press("Control+z");
    await expectItem(getPrimarySlot(page), "AK-12");
    await expect(page.getByRole("radio", { name: "Assault" })).toBeChecked();
  });
}

test("a gadget of the other slot can be chosen, which changes the other slot", async ({ page }) => {
  await openNewLoadout(page, "&kit=assault", "bf2042");
  const firstItem = await getItem(getSlot(page, "Gadget 1"));
  await openAndSearch(page, "Gadget 2", firstItem);
  await getPicker(page)
    .getByRole("button", { name: /^Switch Gadget 1 to / })
    .click();
  await expectItem(getSlot(page, "Gadget 2"), firstItem);
  await expect(getSlot(page, "Gadget 1")).not.toContainText(firstItem);
  await expect(page.getByRole("region", { name: "What the game would not accept" })).toHaveCount(0);
});

test("on a phone the picker fills the screen, and its last option is reachable", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 664 });
  await openNewLoadout(page);
  await openAndSearch(page, "Primary weapon", "");
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  expect(await getPicker(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 664 });
  await page.keyboard.press("End");
  const lastOption = getPicker(page).getByRole("option").last();
  await expect(lastOption).toBeInViewport({ ratio: 0.99 });
  const { height } = (await lastOption.boundingBox()) ?? { height: 0 };
  expect(height).toBeGreaterThanOrEqual(44);
  await page.keyboard.press("Escape");
  await expectNoHorizontalScroll(page);
});
