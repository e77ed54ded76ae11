// @weekly
// Single-letter shortcuts, and the switch that turns them off.

import type { Page } from "@playwright/test";
import { expect, test } from "./browser-test.ts";
import { getLoadoutName } from "./pages/editor.ts";
import { open, saveLoadout, signUpAndIn } from "./site.ts";

async function openWithKeys(page: Page, url: string): Promise<void> {
  await open(page, url);
  await page.locator("html[data-keys]").waitFor({ state: "attached" });
}

const getShortcutList = (page: Page) => page.getByRole("dialog", { name: "Shortcuts" });

test("g and a letter open a page", async ({ page }) => {
  await openWithKeys(page, "/");
  await page.keyboard.type("g4");
  await expect(page).toHaveURL("/bf4");
  await page.keyboard.type("g2");
  await expect(page).toHaveURL("/bf2042");
  await page.keyboard.type("gh");
  await expect(page).toHaveURL("/");
});

test("a question mark lists all shortcuts, and Escape restores the focus", async ({ page }) => {
  await openWithKeys(page, "/bf4");
  const search = page.getByRole("banner").getByRole("button", { name: "Search" });
  await search.focus();
  await page.keyboard.type("?");
  await expect(getShortcutList(page)).toContainText("New loadout for this game");
  await page.keyboard.type("g4");
  await page.keyboard.press("Escape");
  await expect(search).toBeFocused();
});

test("n creates a loadout, s shares it, and letters in a field are not shortcuts", async ({ page }) => {
  await openWithKeys(page, "/bf4");
  await page.keyboard.type("n");
  await expect(page).toHaveURL("/bf4?tab=loadouts&edit=new");
  await page.getByRole("button", { name: "Rename loadout" }).click();
  await page.keyboard.type("snug?");
  await page.keyboard.press("Enter");
  await expect(getLoadoutName(page)).toHaveText("snug?");
  await page.keyboard.type("s");
  await expect(page.getByRole("dialog", { name: "Share a loadout" })).toBeVisible();
});

test("a slash focuses the page's search field, or opens the palette if there is none", async ({ page }) => {
  await openWithKeys(page, "/bf4");
  await page.keyboard.type("/");
  await expect(page.getByRole("combobox", { name: "Search weapons" })).toBeFocused();
  await openWithKeys(page, "/");
  await page.keyboard.type("/");
  await expect(page.getByRole("dialog", { name: "Search and commands" })).toBeVisible();
});

test("e and c act on a shared loadout", async ({ page }) => {
  await saveLoadout(page, "Seen");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByText("Link with the loadout inside (nothing uploaded)").click();
  await page.getByRole("button", { name: "Copy self-contained link" }).click();
  const link = await page.getByRole("textbox", { name: "Self-contained link" }).inputValue();
  await openWithKeys(page, link);
  await expect(page.getByRole("button", { name: "Compare with mine" })).toBeVisible();
  await page.keyboard.type("c");
  await expect(page.getByRole("dialog", { name: "Compare with mine" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.type("e");
  await expect(getLoadoutName(page)).toHaveText("Seen");
});

test("shortcuts can be switched off in their list", async ({ page }) => {
  await openWithKeys(page, "/bf4");
  await page.getByRole("button", { name: "Shortcuts" }).click();
  await getShortcutList(page).getByRole("switch", { name: "Single-letter shortcuts" }).click();
  await page.keyboard.press("Escape");
  await expect(getShortcutList(page)).toHaveCount(0);
  await page.keyboard.type("/g2?n");
  await page.reload();
  await openWithKeys(page, "/bf4");
  await page.keyboard.type("/g2?n");
  await expect(page).toHaveURL("/bf4");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("combobox", { name: "Search weapons" })).not.toBeFocused();
});

test("shortcuts can be switched off in the account", async ({ page }) => {
  await signUpAndIn(page);
  await openWithKeys(page, "/account");
  await page.getByRole("switch", { name: "Single-letter shortcuts" }).click();
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.type("gh");
  await expect(page).toHaveURL("/account");
  await page.getByRole("switch", { name: "Single-letter shortcuts" }).click();
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.type("gh");
  await expect(page).toHaveURL("/");
});
