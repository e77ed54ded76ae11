import type { GameId } from "#domain/game.ts";
import type { WeaponClass } from "#domain/game-data/weapon-class.ts";
import { m } from "#messages";
import { compareNames, formatDates } from "#messages/format.ts";
import type { Clients } from "#web/data/query-client.ts";
import { getDataClient } from "#web/data/trpc.ts";

export type HomeData = {
  /** The description of each game as text. It is created here, because plural rules do not fit in the first load. */
  overview: Record<GameId, { content: string }>;
  /** The weapons to choose from in the showcase, by name. */
  choices: readonly { value: string; label: string }[];
};

const SHOWN_CLASSES: readonly WeaponClass[] = ["assault-rifle", "carbine", "pdw"];

/** Fetches the home page's data about the games. */
export async function readHome(clients: Clients): Promise<HomeData> {
  const { arsenal } = getDataClient(clients);
  const [overview, { weapons }] = await Promise.all([arsenal.overview.query(), arsenal.list.query({ game: "bf4" })]);
  return {
    overview: { bf2042: toOverview(overview.bf2042), bf4: toOverview(overview.bf4) },
    choices: weapons
      .filter((weapon) => SHOWN_CLASSES.includes(weapon.class) && weapon.availability === "loadout")
      .map(({ id, name }) => ({ value: id, label: name }))
      .toSorted((a, b) => compareNames(a.label, b.label)),
  };
}

/** `portal`: the number of weapons that exist only in Portal, the mode with weapons of older games. */
type Overview = { weapons: number; portal: number; patch: string | null };

const toOverview = (overview: Overview) => ({ content: describeContent(overview) });

/** Returns the number of weapons and the version of their figures: the patch number, or its date. */
function describeContent({ weapons, portal, patch }: Overview): string {
  const count = weapons - portal;
  if (!patch) return m.home_weapons({ count });
  if (portal > 0) return m.home_weapons_and_of_portal({ count, portal, patch });
  if (!/^\d{4}-\d{2}-\d{2}$/.test(patch)) return m.home_weapons_figures_of_patch({ count, patch });
  return m.home_weapons_figures_of_day({ count, day: formatDates(patch) });
}
