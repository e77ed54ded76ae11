import type { GameId } from "#domain/game.ts";
import type { DamageProfile } from "#domain/game-data/schemas/mechanics.ts";
import { m } from "#messages";
import type { Clients } from "#web/data/query-client.ts";
import { getDataClient } from "#web/data/trpc.ts";

export type ExampleWeapon = { name: string; damage: DamageProfile };

export type HomeData = {
  overview: Record<GameId, { weapons: number; figuresFrom: string | null }>;
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

const toOverview = ({ weapons, patch }: { weapons: number; patch: string | null }) => ({
  weapons,
  figuresFrom: patch && describePatch(patch),
});

/** A patch by its number, or by the month it came in. */
const describePatch = (patch: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(patch)
    ? new Date(patch).toLocaleDateString("en", { month: "long", year: "numeric", timeZone: "UTC" })
    : m.home_patch_patch({ patch });
