// The picker of the editor's slots: keys, effects, what allows a forbidden option, and its place on small screens.
import type { Page } from "@playwright/test";
import { expectNoSidewaysScroll, expectNothingFound } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { expectHeld, getHeld, option, pick, picker, primary, search, slot } from "./pages/editor.ts";
import { open } from "./site.ts";

const newOne = (page: Page, beginning = "", game = "bf4") => open(page, `/${game}?tab=loadouts&edit=new${beginning}`);

/** The row the keys are at. */
const active = (page: Page) => picker(page).locator("[role=option].bg-surface-3");

const expectActive = async (page: Page, text: string | RegExp) => {
  await expect(active(page)).toContainText(text);
  const id = (await active(page).getAttribute("id")) ?? "";
  await expect(picker(page).getByRole("combobox")).toHaveAttribute("aria-activedescendant", id);
};

test("arrows, Home and End move, Escape changes nothing, and Enter picks", async ({ page }) => {
  await newOne(page, "&kit=assault&weapon=ak-12");
  await search(page, "Primary, Barrel", "");
  await expectActive(page, "Standard Barrel");
  await page.keyboard.press("ArrowDown");
  await expectActive(page, "Muzzle Brake");
  await page.keyboard.press("End");
  const last = (await active(page).locator("span").first().textContent()) ?? "";
  await page.keyboard.press("ArrowDown");
  await expectActive(page, "Standard Barrel");
  await page.keyboard.press("ArrowUp");
  await expectActive(page, last);
  await page.keyboard.press("Home");
  await expectActive(page, "Standard Barrel");
  await page.keyboard.type("heavy");
  await expect(picker(page).getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(picker(page)).toHaveCount(0);
  await expect(slot(page, "Primary, Barrel")).toBeFocused();
  await expectHeld(slot(page, "Primary, Barrel"), "Standard Barrel");
  await pick(page, "Primary, Barrel", "heavy");
  await expect(slot(page, "Primary, Barrel")).toBeFocused();
  await expectHeld(slot(page, "Primary, Barrel"), "Heavy Barrel");
  await page.keyboard.press("Control+z");
  await expectHeld(slot(page, "Primary, Barrel"), "Standard Barrel");
});

test("an option states what it changes against the present one, signed", async ({ page }) => {
  await newOne(page, "&kit=assault&weapon=ak-12");
  await search(page, "Primary weapon", "AEK");
  await expect(option(page, /^AEK-971/)).toContainText(/Better: −86 ms to kill at 30 m.*\+220 rpm/);
  await page.keyboard.press("Escape");
  await search(page, "Primary, Barrel", "");
  await expect(option(page, /^Heavy/)).toContainText(
    /Better:.*aimed spread, still −50 %.*Worse: vertical recoil \+30 %/,
  );
  // No source measured this one.
  await expect(option(page, /^Flash Hider/)).not.toContainText(/Better|Worse/);
  await page.keyboard.press("Escape");
  await pick(page, "Primary, Barrel", "heavy");
  await search(page, "Primary, Barrel", "");
  await expect(option(page, /^Standard/)).toContainText(
    /Better: vertical recoil −23.1 %Worse: aimed spread, still \+100 %/,
  );
  await expectNothingFound(page);
});

test("a part of a 2042 gun states what it changes in place of the one mounted first", async ({ page }) => {
  await newOne(page, "&kit=assault&weapon=ak-24", "bf2042");
  await search(page, "Add barrel to the primary", "Extended");
  await expect(option(page, /^Extended Barrel/)).toContainText(/Better:.*\+\d+ m\/s velocity/);
  await page.keyboard.press("Enter");
  await search(page, "Add barrel to the primary", "");
  await expect(option(page, /^Extended Barrel/)).toContainText("Already on the board.");
  await expect(option(page, /^6KU Suppressor/)).toContainText(/Worse: .*−\d+ m\/s velocity/);
  await expect(picker(page)).toContainText("Compared with Extended Barrel.");
});

test("a part of a 2042 gun states the figures of the chosen patch alone", async ({ page }) => {
  const damageAt = async (patch: string) => {
    await newOne(page, `&kit=assault&weapon=rm68&patch=${patch}`, "bf2042");
    await search(page, "Add ammunition to the primary", "High-Power");
    const text = option(page, /^High-Power(?! \/)/);
    await expect(text).toContainText("damage at 30 m");
    return text.textContent();
  };
  expect(await damageAt("6.2.0")).toContain("+6 damage at 30 m");
  expect(await damageAt("9.2.0")).toContain("+4 damage at 30 m");
});

test("an open picker takes in figures that come late", async ({ page }) => {
  await page.route(/arsenal\.weapon.*6\.2\.0/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await route.continue();
  });
  await newOne(page, "&kit=assault&weapon=rm68&patch=6.2.0", "bf2042");
  await search(page, "Add ammunition to the primary", "High-Power");
  const text = option(page, /^High-Power(?! \/)/);
  await expect(text).not.toContainText("damage at 30 m");
  await expect(text).toContainText("+6 damage at 30 m");
});

for (const way of ["button", "keyboard"]) {
  test(`a forbidden weapon is allowed in one press by ${way}, which can be taken back`, async ({ page }) => {
    await newOne(page, "&kit=assault&weapon=ak-12");
    await search(page, "Primary weapon", "m249");
    await expect(option(page, /^M249/)).toHaveAttribute("aria-disabled", "true");
    await expect(option(page, /^M249/)).toContainText("LMGs are Support-only in Battlefield 4.");
    if (way === "keyboard") await page.keyboard.press("Enter");
    else await picker(page).getByRole("button", { name: "Switch to Support for M249" }).click();
    await expect(picker(page)).toHaveCount(0);
    await expect(page.getByRole("radio", { name: "Support" })).toBeChecked();
    await expectHeld(primary(page), "M249");
    await expect(primary(page)).toBeFocused();
    await expect(page.getByRole("region", { name: "What the game would not accept" })).toHaveCount(0);
    await page.keyboard.press("Control+z");
    await expectHeld(primary(page), "AK-12");
    await expect(page.getByRole("radio", { name: "Assault" })).toBeChecked();
  });
}

test("a gadget of the other slot's kind is allowed by changing the other one", async ({ page }) => {
  await newOne(page, "&kit=assault", "bf2042");
  const first = await getHeld(slot(page, "Gadget 1"));
  await search(page, "Gadget 2", first);
  await picker(page)
    .getByRole("button", { name: /^Switch Gadget 1 to / })
    .click();
  await expectHeld(slot(page, "Gadget 2"), first);
  await expect(slot(page, "Gadget 1")).not.toContainText(first);
  await expect(page.getByRole("region", { name: "What the game would not accept" })).toHaveCount(0);
});

test("on a phone fills the screen, and its last option is in reach", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 664 });
  await newOne(page);
  await search(page, "Primary weapon", "");
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  expect(await picker(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 664 });
  await page.keyboard.press("End");
  const last = picker(page).getByRole("option").last();
  await expect(last).toBeInViewport({ ratio: 0.99 });
  const { height } = (await last.boundingBox()) ?? { height: 0 };
  expect(height).toBeGreaterThanOrEqual(44);
  await page.keyboard.press("Escape");
  await expectNoSidewaysScroll(page);
});
