// A locker filled by data calls, for stories that begin with one.
import { expect, type Page } from "@playwright/test";
import type { GameId } from "#domain/game.ts";
import type { KitId } from "#domain/game-data/kit-id.ts";
import { starterLoadout } from "#domain/loadout/starter.ts";
import { readArsenals } from "#server/arsenals.ts";
import { open, post, type Visitor } from "#test/e2e/site.ts";

const arsenals = readArsenals("data");

type StarterOptions = {
  name: string;
  game?: GameId;
  kit?: KitId;
  /** Another first weapon of Battlefield 4 than the kit begins with. */
  weapon?: string;
  tags?: string[];
  note?: string;
};

/** How the server answers a batch of one whose call it refuses. */
export const REFUSAL = {
  status: 500,
  json: [{ error: { message: "Refused", code: -32603, data: { code: "INTERNAL_SERVER_ERROR", httpStatus: 500 } } }],
};

/** Makes a tRPC call as the user of this page. */
export async function call(visitor: Visitor, procedure: string, input: unknown): Promise<unknown> {
  const answer = await post(visitor, `/api/trpc/${procedure}`, input);
  return (await answer.json()).result.data;
}

/** Signs in as a guest, before any page is open. */
export async function signInAsGuest(visitor: Visitor): Promise<void> {
  await post(visitor, "/api/auth/sign-in/anonymous");
}

/** The input that saves a starter under this name. */
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
    ...starterLoadout(arsenals[game], kit),
    ...(weapon && { primary: { weaponId: weapon, attachments: {} } }),
  },
});

/** Saves starters under these names, the last on top; answers their ids in the order of the names. */
export async function fill(visitor: Visitor, starters: readonly StarterOptions[]): Promise<string[]> {
  const ids: string[] = [];
  for (const starter of starters) {
    const input = buildLoadoutInput(starter);
    await call(visitor, "loadout.save", { ...input, seenVersion: 0 });
    ids.push(input.id);
  }
  return ids;
}

/** Signs in as a guest and opens the locker of a game with these loadouts in it. */
export async function openLockerAsGuest(
  page: Page,
  starters: readonly StarterOptions[],
  path = "/bf4?tab=loadouts",
): Promise<string[]> {
  await signInAsGuest(page);
  const ids = await fill(page, starters);
  await open(page, path);
  for (const { name, game = "bf4" } of starters) {
    if (path.startsWith(`/${game}?`)) await expect(card(page, name)).toBeVisible();
  }
  return ids;
}

export const card = (page: Page, name: string) => page.getByRole("link", { name, exact: true });

/** Chooses an action in the menu of a card. */
export async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

/** The names of the cards of a section, from the top. */
export const namesIn = (page: Page, section: string): Promise<string[]> =>
  page.getByRole("list", { name: section, exact: true }).getByRole("heading", { level: 4 }).allInnerTexts();
