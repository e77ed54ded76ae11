// A locker filled by data calls, for stories that begin with one.
import { expect, type Page } from "@playwright/test";
import type { GameId } from "#domain/game.ts";
import type { KitId } from "#domain/game-data/kit-id.ts";
import { starterLoadout } from "#domain/loadout/starter.ts";
import { readArsenals } from "#server/arsenals.ts";
import { open, post, type Visitor } from "#test/e2e/site.ts";

const arsenals = readArsenals("data");

type Good = {
  name: string;
  game?: GameId;
  kit?: KitId;
  /** Another first weapon of Battlefield 4 than the kit begins with. */
  weapon?: string;
  tags?: string[];
  note?: string;
};

/** Makes a tRPC call as the user of this page. */
/** How the server answers a batch of one whose call it refuses. */
export const REFUSAL = {
  status: 500,
  json: [{ error: { message: "Refused", code: -32603, data: { code: "INTERNAL_SERVER_ERROR", httpStatus: 500 } } }],
};

export async function call(visitor: Visitor, procedure: string, input: unknown): Promise<unknown> {
  const answer = await post(visitor, `/api/trpc/${procedure}`, input);
  return (await answer.json()).result.data;
}

/** A guest, before any page is open. */
export async function beGuest(visitor: Visitor): Promise<void> {
  await post(visitor, "/api/auth/sign-in/anonymous");
}

/** What a save of a starter under this name sends. */
export const aGood = ({ name, game = "bf4", kit = "assault", weapon, tags = [], note = "" }: Good) => ({
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
export async function fill(visitor: Visitor, goods: readonly Good[]): Promise<string[]> {
  const ids: string[] = [];
  for (const good of goods) {
    const saved = aGood(good);
    await call(visitor, "loadout.save", { ...saved, seenVersion: 0 });
    ids.push(saved.id);
  }
  return ids;
}

/** A guest in the locker of a game, with these loadouts in it. */
export async function guestWith(page: Page, goods: readonly Good[], path = "/bf4?tab=loadouts"): Promise<string[]> {
  await beGuest(page);
  const ids = await fill(page, goods);
  await open(page, path);
  for (const { name, game = "bf4" } of goods) {
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
