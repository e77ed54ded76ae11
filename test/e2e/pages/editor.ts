// Page object of the editor's slots and their picker.
import { expect, type Locator, type Page } from "@playwright/test";

/** Returns the tile of a slot, such as "Primary, Optic". Its accessible name is the slot and the item in it. */
export const getSlot = (page: Page, label: string): Locator =>
  page.getByRole("button", { name: new RegExp(`^${label} `, "i") });

export const getPrimarySlot = (page: Page): Locator => getSlot(page, "Primary weapon");

/** Expects the item in the slot of a tile. */
export const expectItem = (tile: Locator, name: string): Promise<void> =>
  expect(tile).toHaveAccessibleName(new RegExp(` ${name.replaceAll(/[^\w\s]/g, "\\$&")}$`));

export const getItem = async (tile: Locator): Promise<string> => (await tile.locator("b").textContent()) ?? "";

export const getPicker = (page: Page): Locator => page.getByRole("dialog");
export const getOption = (page: Page, name: string | RegExp): Locator => getPicker(page).getByRole("option", { name });

/** Opens the picker of a slot, or of an "Add" button of the Plus board, and types into its search. */
export async function openAndSearch(page: Page, label: string, text: string): Promise<void> {
  const tile = label.startsWith("Add ") ? page.getByRole("button", { name: label, exact: true }) : getSlot(page, label);
  await tile.focus();
  await page.keyboard.press("Enter");
  await expect(getPicker(page).getByRole("combobox")).toBeFocused();
  await page.keyboard.type(text);
}

/** Picks the first option that matches the typed text, by keyboard alone. */
export async function pickFirst(page: Page, label: string, typed: string): Promise<void> {
  await openAndSearch(page, label, typed);
  await page.keyboard.press("Enter");
  await expect(getPicker(page)).toHaveCount(0);
}

/** Returns the heading of the editor, which is the name of the loadout. */
export const getLoadoutName = (page: Page): Locator => page.locator("main h2:has(+ button[aria-haspopup=dialog])");

/** Names the loadout in the editor, without saving it. */
export async function nameLoadout(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Rename loadout" }).click();
  const dialog = page.getByRole("dialog", { name: "Rename loadout" });
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
}
