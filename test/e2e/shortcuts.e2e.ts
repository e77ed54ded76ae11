// @weekly
// Single letters that act anywhere, and the switch that ends that.
import type { Page } from "@playwright/test";
import { expect, test } from "./browser-test.ts";
import { open, saveLoadout, signUpAndIn } from "./site.ts";

async function openWithKeys(page: Page, url: string): Promise<void> {
  await open(page, url);
  await page.locator("html[data-keys]").waitFor({ state: "attached" });
}

const list = (page: Page) => page.getByRole("dialog", { name: "Shortcuts" });

test("g and a letter lead to a page", async ({ page }) => {
  await openWithKeys(page, "/");
  await page.keyboard.type("g4");
  await expect(page).toHaveURL("/bf4");
  await page.keyboard.type("g2");
  await expect(page).toHaveURL("/bf2042");
  await page.keyboard.type("gh");
  await expect(page).toHaveURL("/");
});

test("a question mark lists them all, and Escape gives focus back", async ({ page }) => {
  await openWithKeys(page, "/bf4");
  const search = page.getByRole("banner").getByRole("button", { name: "Search" });
  await search.focus();
  await page.keyboard.type("?");
  await expect(list(page)).toContainText("New loadout for this game");
  await page.keyboard.type("g4");
  await page.keyboard.press("Escape");
  await expect(search).toBeFocused();
});

test("n begins a loadout, s shares it, and a field keeps its letters", async ({ page }) => {
  await openWithKeys(page, "/bf4");
  await page.keyboard.type("n");
  await expect(page).toHaveURL("/bf4?tab=loadouts&edit=new");
  await page.getByLabel("Name", { exact: true }).fill("");
  await page.keyboard.type("snug?");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("snug?");
  await page.getByRole("heading", { name: "New loadout" }).click();
  await page.keyboard.type("s");
  await expect(page.getByRole("dialog", { name: "Share a loadout" })).toBeVisible();
});

test("a slash reaches the page's search field, and search where there is none", async ({ page }) => {
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
  await page.getByText("Link that stores nothing on this site").click();
  await page.getByRole("button", { name: "Copy self-contained link" }).click();
  const link = await page.getByRole("textbox", { name: "Self-contained link" }).inputValue();
  await openWithKeys(page, link);
  await expect(page.getByRole("button", { name: "Compare with mine" })).toBeVisible();
  await page.keyboard.type("c");
  await expect(page.getByRole("dialog", { name: "Compare with mine" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.type("e");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Seen");
});

test("switched off in the list, letters do nothing", async ({ page }) => {
  await openWithKeys(page, "/bf4");
  await page.getByRole("button", { name: "Shortcuts" }).click();
  await list(page).getByRole("switch", { name: "Single-letter shortcuts" }).click();
  await page.keyboard.press("Escape");
  await expect(list(page)).toHaveCount(0);
  await page.keyboard.type("/g2?n");
  await page.reload();
  await openWithKeys(page, "/bf4");
  await page.keyboard.type("/g2?n");
  await expect(page).toHaveURL("/bf4");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("combobox", { name: "Search weapons" })).not.toBeFocused();
});

test("are switched off in the account, too", async ({ page }) => {
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
