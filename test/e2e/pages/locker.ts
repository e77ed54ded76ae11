// Page object of the locker, and calls that fill it for tests.
import { expect, type Page } from "@playwright/test";
import type { GameId } from "#domain/game.ts";
import type { KitId } from "#domain/game-data/kit-id.ts";
import { createStarterLoadout } from "#domain/loadout/starter.ts";
import { readArsenals } from "#server/arsenals.ts";
import { open, post, type Visitor } from "#test/e2e/site.ts";

const arsenals = readArsenals("data");

type StarterOptions = {
  name: string;
  game?: GameId;
  kit?: KitId;
  /** The primary weapon of a Battlefield 4 loadout, if it is not the kit's first. */
  weapon?: string;
  tags?: string[];
  note?: string;
};

/** The server's response to a batch of one call that it refuses. */
export const REFUSAL = {
  status: 500,
  json: [{ error: { message: "Refused", code: -32603, data: { code: "INTERNAL_SERVER_ERROR", httpStatus: 500 } } }],
};

/** Makes a tRPC call as the user of this page. */
export async function call(visitor: Visitor, procedure: string, input: unknown): Promise<unknown> {
  const response = await post(visitor, `/api/trpc/${procedure}`, input);
  return (await response.json()).result.data;
}

/** Signs in as a guest, before any page is open. */
export async function signInAsGuest(visitor: Visitor): Promise<void> {
  await post(visitor, "/api/auth/sign-in/anonymous");
}

/** Returns the input that saves a starter loadout under this name. */
export const buildLoadoutInput = ({
  name,
  game = "bf4",
  kit = "assault",
  weapon,
  tags = [],
  note = "",
}: StarterOptions) => ({
  id: crypto.randomUUID(),
  name,
  note,
  tags,
  loadout: {
    ...createStarterLoadout(arsenals[game], kit),
    ...(weapon && { primary: { weaponId: weapon, attachments: {} } }),
  },
});

/** Saves starter loadouts under these names; returns their ids in the same order. The last one is at the top of the locker. */
export async function saveLoadouts(visitor: Visitor, starters: readonly StarterOptions[]): Promise<string[]> {
  const ids: string[] = [];
  for (const starter of starters) {
    const input = buildLoadoutInput(starter);
    await call(visitor, "loadout.save", { ...input, seenVersion: 0 });
    ids.push(input.id);
  }
  return ids;
}

const IMPORT_PAGE = 50;

/** Adds this many loadouts to the locker, "No. 0" at the top. */
export async function importLoadouts(visitor: Visitor, count: number): Promise<void> {
  const importId = crypto.randomUUID();
  const loadouts = Array.from({ length: count }, (_, number) => ({
    ...buildLoadoutInput({ name: `No. ${number}` }),
    number,
    seenVersion: 0,
  }));
  for (let start = 0; start < count; start += IMPORT_PAGE)
    await call(visitor, "lockerImport.send", { importId, loadouts: loadouts.slice(start, start + IMPORT_PAGE) });
  await call(visitor, "lockerImport.commit", { importId, loadouts: count });
}

/** Signs in as a guest and opens the locker of a game with these loadouts in it. */
export async function openLockerAsGuest(
  page: Page,
  starters: readonly StarterOptions[],
  path = "/bf4?tab=loadouts",
): Promise<string[]> {
  await signInAsGuest(page);
  const ids = await saveLoadouts(page, starters);
  await open(page, path);
  for (const { name, game = "bf4" } of starters) {
    if (path.startsWith(`/${game}?`)) await expect(getCard(page, name)).toBeVisible();
  }
  return ids;
}

export const getCard = (page: Page, name: string) => page.getByRole("link", { name, exact: true });

/** Chooses an action in the menu of a card. */
export async function chooseCardAction(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

/** Returns the names of the cards of a section from the top. */
export const listNames = (page: Page, section: string): Promise<string[]> =>
  page.getByRole("list", { name: section, exact: true }).getByRole("heading", { level: 4 }).allInnerTexts();
