// @weekly
// The comparison of two loadouts.

import type { Page } from "@playwright/test";
import { GAMES } from "#domain/game.ts";
import { createVehicleStarter } from "#domain/loadout/starter.ts";
import { buildLoadoutInput, call, saveLoadouts, signInAsGuest } from "#test/e2e/pages/locker.ts";
import { expectNoAxeViolations, expectNoHorizontalScroll } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { expectItem, getLoadoutName, getPrimarySlot } from "./pages/editor.ts";
import { open } from "./site.ts";

const getStatus = (page: Page, text: string | RegExp) => page.getByRole("status").filter({ hasText: text });

/** Signs in as a guest with these loadouts; returns their ids. */
async function openLockerWith(page: Page, ...starters: Parameters<typeof saveLoadouts>[1]): Promise<string[]> {
  await signInAsGuest(page);
  return saveLoadouts(page, starters);
}

const OLD = { name: "Old", weapon: "ak-12" };
const NEW = { name: "New", weapon: "famas" };

test("two loadouts show their slots, their times to kill and which figures are better", async ({ page }) => {
  const [a, b] = await openLockerWith(page, OLD, NEW);
  await open(page, `/bf4?tab=loadouts&diff=${a},${b}`);
  const slots = page.getByRole("region", { name: "Slots" });
  await expect(slots.getByRole("row").nth(1)).toContainText(/Primary\s*changed\s*AK-12\s*FAMAS/);
  await expect(slots.getByText("1 of 8 slots differs.")).toBeVisible();
  await slots.getByRole("switch", { name: "Only changes" }).click();
  await expect(slots.getByRole("row")).toHaveCount(2);
  const guns = page.getByRole("region", { name: "Primary", exact: true });
  await expect(guns.getByText(/^B kills (up to )?\d+ ms faster/)).toBeVisible();
  await expect(guns.getByRole("row", { name: /^Rate of fire .* better$/ })).toBeVisible();
  await page.getByRole("button", { name: "Swap" }).click();
  await expect(guns.getByText(/^B kills (up to )?\d+ ms slower/)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${b}(,|%2C)${a}`));
});

test("a slot copied to A opens as an unsaved change that can be undone", async ({ page }) => {
  const [a, b] = await openLockerWith(page, OLD, NEW);
  await open(page, `/bf4?tab=loadouts&diff=${a},${b}`);
  await page.getByRole("button", { name: "Copy B's Primary to A" }).press("Enter");
  const weapon = getPrimarySlot(page);
  await expectItem(weapon, "FAMAS");
  await expect(getLoadoutName(page)).toHaveText("Old");
  await expect(getStatus(page, "Draft stored on this device")).toBeVisible();
  await page.keyboard.press("Control+z");
  await expectItem(weapon, "AK-12");
  await expect(getStatus(page, "Undone: Primary of “New”")).toHaveCount(1);
  await page.goBack();
  await page.getByRole("button", { name: "Copy all of B's changes to A" }).click();
  await expectItem(weapon, "FAMAS");
});

test("a saved loadout is compared with its draft, chosen by keyboard", async ({ page }) => {
  const base = { name: "Base", game: "bf2042", kit: "support" } as const;
  const [a] = await openLockerWith(page, base, { name: "Beside", game: "bf2042", kit: "recon" });
  await open(page, `/bf2042?tab=loadouts&edit=${a}`);
  await page.getByRole("button", { name: "Compare" }).click();
  await expect(page.getByText("Choose a second loadout to compare.")).toBeVisible();
  const secondSelect = page.getByRole("combobox", { name: "Loadout B" });
  await secondSelect.focus();
  await secondSelect.pressSequentially("Beside");
  await expect(page.getByRole("option", { name: /^Beside/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Slots" }).getByRole("row", { name: /Class/ })).toContainText("Recon");
  await open(page, `/bf2042?tab=loadouts&edit=${a}`);
  await page.getByRole("radio", { name: "Engineer" }).check({ force: true });
  await expect(getStatus(page, "Draft stored on this device")).toBeVisible();
  await page.getByRole("button", { name: "Compare" }).click();
  await expect(page.getByText("A: Base vs B: Base (draft)")).toBeVisible();
  await page.getByRole("button", { name: "Swap" }).click();
  await page.getByRole("button", { name: "Copy all of B's changes to A" }).click();
  await expect(page.getByRole("radio", { name: "Support" })).toBeChecked();
  await page.keyboard.press("Control+z");
  await expect(page.getByRole("radio", { name: "Engineer" })).toBeChecked();
});

test("a visitor without a session compares only drafts, and is asked to sign in", async ({ page }) => {
  await open(page, "/bf4?tab=loadouts&diff=3f0e1a52-7c1b-4f0a-9d7e-2b6a1c9d8e70,draft");
  await expect(page.getByText("Sign in to open this loadout.")).toBeVisible();
});

test("a soldier and a vehicle, and two games, are distinguished", async ({ page }) => {
  const onFoot = { name: "On foot", kit: "recon" } as const;
  const otherLoadout = { ...onFoot, name: "Other game", game: "bf2042" } as const;
  const [a, c] = await openLockerWith(page, onFoot, otherLoadout);
  const tank = { ...buildLoadoutInput({ name: "Tank" }), loadout: createVehicleStarter("vehiclembt"), seenVersion: 0 };
  await call(page, "loadout.save", tank);
  await open(page, `/bf4?tab=loadouts&diff=${a},${tank.id}`);
  await expect(page.getByText("One is a soldier's loadout and the other a vehicle's")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Copy/ })).toHaveCount(0);
  await open(page, `/bf4?tab=loadouts&diff=${a},${c}`);
  await expect(page.getByText("Only loadouts for the same game can be compared.")).toBeVisible();
});

for (const game of GAMES) {
  test(`a comparison in /${game} is accessible in both themes, and fits a small phone`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    const [a, b] = await openLockerWith(page, { name: "First", game }, { name: "Second", game, kit: "recon" });
    await open(page, `/${game}?tab=loadouts&diff=${a},${b}`);
    await expect(page.getByRole("region", { name: "Slots" })).toBeVisible();
    await expectNoAxeViolations(page);
    await expectNoHorizontalScroll(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await expectNoAxeViolations(page);
  });
}
