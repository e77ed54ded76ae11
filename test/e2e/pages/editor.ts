// The slots of the editor and the picker they open, as people use them.
import { expect, type Locator, type Page } from "@playwright/test";

/** The tile of a slot, such as "Primary, Optic"; it is named by the slot and what is in it. */
export const slot = (page: Page, label: string): Locator =>
  page.getByRole("button", { name: new RegExp(`^${label} `, "i") });

export const primary = (page: Page): Locator => slot(page, "Primary weapon");

/** What the slot of this tile holds. */
export const expectHeld = (tile: Locator, name: string): Promise<void> =>
  expect(tile).toHaveAccessibleName(new RegExp(` ${name.replaceAll(/[^\w\s]/g, "\\$&")}$`));

export const getHeld = async (tile: Locator): Promise<string> => (await tile.locator("b").textContent()) ?? "";

export const picker = (page: Page): Locator => page.getByRole("dialog");
export const option = (page: Page, name: string | RegExp): Locator => picker(page).getByRole("option", { name });

/** Opens the picker of a slot, or the one that adds to a list of the Plus board, and types into its search. */
export async function search(page: Page, label: string, typed: string): Promise<void> {
  const tile = label.startsWith("Add ") ? page.getByRole("button", { name: label, exact: true }) : slot(page, label);
  await tile.focus();
  await page.keyboard.press("Enter");
  await expect(picker(page).getByRole("combobox")).toBeFocused();
  await page.keyboard.type(typed);
}

/** Picks the first option of a slot that the typed text leaves, by keyboard alone. */
export async function pick(page: Page, label: string, typed: string): Promise<void> {
  await search(page, label, typed);
  await page.keyboard.press("Enter");
  await expect(picker(page)).toHaveCount(0);
}
