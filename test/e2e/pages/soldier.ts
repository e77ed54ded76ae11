// Page object of the soldier section, and calls that create soldiers for tests.
import { expect, type Page } from "@playwright/test";
import type { GameId } from "#domain/game.ts";
import { open } from "#test/e2e/site.ts";
import { call, signInAsGuest } from "./locker.ts";

/** The maximum time of a reading, which runs in the background and may be late on a busy machine. */
export const READING_MS = 15_000;

/** Adds the sample soldier of a game by a call; returns its id. */
export async function addSample(page: Page, game: GameId): Promise<string> {
  const id = crypto.randomUUID();
  await call(page, "soldier.addSample", { id, game });
  return id;
}

/** Opens the sample soldier of a game as a guest. */
export async function openSampleAsGuest(page: Page, game: GameId, more = ""): Promise<string> {
  await signInAsGuest(page);
  const id = await addSample(page, game);
  await open(page, `/${game}?tab=soldier&soldier=${id}${more}`);
  await expect(page.getByRole("region", { name: "Sample soldier" })).toBeVisible();
  return id;
}

/** Adds a soldier by name through the dialog. */
export async function addSoldier(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Add a soldier" }).click();
  await searchAndAdd(page, name);
}

/** Searches in the open dialog and adds the first soldier found, or the name itself if the search finds none. */
export async function searchAndAdd(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Add a soldier" });
  await dialog.getByLabel("Name in the game").fill(name);
  await dialog.getByRole("button", { name: "Search" }).click();
  await dialog
    .getByRole("region", { name: "Found" })
    .getByRole("button", { name: new RegExp(`^Add .?${name}`) })
    .first()
    .click();
  await expect(dialog).toHaveCount(0);
}

/** Signs in as a guest with a soldier of this name, and waits until its first reading has ended. */
export async function openSoldierAsGuest(page: Page, name: string, game: GameId = "bf4"): Promise<void> {
  await signInAsGuest(page);
  const id = crypto.randomUUID();
  await call(page, "soldier.add", { id, game, platform: "pc", name, playerId: null, relation: "mine" });
  await open(page, `/${game}?tab=soldier&soldier=${id}`);
  await expect(getHeader(page, name).getByText("Updated just now")).toBeVisible({ timeout: READING_MS });
}

export const getHeader = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Returns the figure with this label. */
export const getFigure = (page: Page, label: string) =>
  page
    .getByRole("region", { name: "Stats", exact: true })
    .locator("dl > div", { has: page.getByText(label, { exact: true }) })
    .first()
    .locator("dd");

/** Chooses an action in the menu beside the soldier's name. */
export async function chooseAction(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `More about ${name}` }).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

export const getSnapshots = (page: Page) => page.getByRole("list", { name: "Snapshots" }).getByRole("listitem");

/** Takes a snapshot and waits for the message at its end. */
export async function takeSnapshot(page: Page, end: RegExp): Promise<void> {
  await page.getByRole("button", { name: "Take snapshot" }).click();
  await expect(page.getByText(end)).toBeVisible({ timeout: READING_MS });
}
