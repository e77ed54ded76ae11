import type { GameId } from "#domain/game.ts";
import type { DamageProfile } from "#domain/game-data/schemas/mechanics.ts";
import { m } from "#messages";
import { formatDates } from "#messages/format.ts";
import type { Clients } from "#web/data/query-client.ts";
import { getDataClient } from "#web/data/trpc.ts";

export type ExampleWeapon = { name: string; damage: DamageProfile };

export type HomeData = {
  /** What each game has, as a text: made here, since the page's start has no room for the plurals. */
  overview: Record<GameId, { content: string }>;
  /** Two weapons whose lines cross; empty when the data lacks one of them. */
  example: readonly ExampleWeapon[];
};

const EXAMPLE_IDS = ["ump-45", "ak-12"];

/** Reads what the home page shows of the games. */
export async function readHome(clients: Clients): Promise<HomeData> {
  const { arsenal } = getDataClient(clients);
  const [overview, { weapons }] = await Promise.all([arsenal.overview.query(), arsenal.list.query({ game: "bf4" })]);
  const example = EXAMPLE_IDS.flatMap((id) => {
    const weapon = weapons.find((one) => one.id === id);
    return weapon?.damage ? [{ name: weapon.name, damage: weapon.damage }] : [];
  });
  return {
    overview: { bf2042: toOverview(overview.bf2042), bf4: toOverview(overview.bf4) },
    example: example.length === EXAMPLE_IDS.length ? example : [],
  };
}

/** `portal`: how many of the weapons are only in Portal, the mode with guns of older games. */
type Overview = { weapons: number; portal: number; patch: string | null };

const toOverview = (overview: Overview) => ({ content: describeContent(overview) });

/** How many weapons, and of when their figures are: of a patch by its number, or by the month it came in. */
function describeContent({ weapons, portal, patch }: Overview): string {
  const count = weapons - portal;
  if (!patch) return m.home_weapons({ count });
  if (portal > 0) return m.home_weapons_and_of_portal({ count, portal, patch });
  if (!/^\d{4}-\d{2}-\d{2}$/.test(patch)) return m.home_weapons_figures_of_patch({ count, patch });
  return m.home_weapons_figures_of_month({ count, month: formatDates(patch.slice(0, "2015-04".length)) });
}
