// Sets up the soldiers of a page's user for tests that need them.
import { expect, type Page } from "@playwright/test";
import type { GameId } from "#domain/game.ts";
import { open } from "#test/e2e/site.ts";
import { call, signInAsGuest } from "./locker.ts";

/** A reading goes on behind the page, and a busy machine comes to it late. */
export const READING_MS = 15_000;

/** Adds the invented soldier of a game by a call; answers its id. */
export async function addSample(page: Page, game: GameId): Promise<string> {
  const id = crypto.randomUUID();
  await call(page, "soldier.addSample", { id, game });
  return id;
}

/** A guest who looks at the sample of a game. */
export async function guestWithSample(page: Page, game: GameId, more = ""): Promise<string> {
  await signInAsGuest(page);
  const id = await addSample(page, game);
  await open(page, `/${game}?tab=soldier&soldier=${id}${more}`);
  await expect(page.getByRole("region", { name: "Sample soldier" })).toBeVisible();
  return id;
}

/** Adds a soldier as people do, by its name. */
export async function addSoldier(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Add a soldier" }).click();
  await fillAdd(page, name);
}

/** Searches in the open dialog and adds the first soldier found, or the name itself if the search finds none. */
export async function fillAdd(page: Page, name: string): Promise<void> {
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

/** A guest with a soldier of this name, whose first reading has ended. */
export async function guestWithSoldier(page: Page, name: string, game: GameId = "bf4"): Promise<void> {
  await signInAsGuest(page);
  const id = crypto.randomUUID();
  await call(page, "soldier.add", { id, game, platform: "pc", name, playerId: null, relation: "mine" });
  await open(page, `/${game}?tab=soldier&soldier=${id}`);
  await expect(header(page, name).getByText("Updated just now")).toBeVisible({ timeout: READING_MS });
}

export const header = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** What stands under a headline. */
export const figure = (page: Page, label: string) =>
  page
    .getByRole("region", { name: "Figures" })
    .locator("dl > div", { has: page.getByText(label, { exact: true }) })
    .first()
    .locator("dd");

/** Chooses what the button beside the soldier's name offers. */
export async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `More about ${name}` }).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

export const snapshots = (page: Page) => page.getByRole("list", { name: "Snapshots" }).getByRole("listitem");

/** Takes a snapshot and waits for what is said at its end. */
export async function takeSnapshot(page: Page, end: RegExp): Promise<void> {
  await page.getByRole("button", { name: "Take snapshot" }).click();
  await expect(page.getByText(end)).toBeVisible({ timeout: READING_MS });
}
