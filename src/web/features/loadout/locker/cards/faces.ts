// What a card shows of the loadout on it.

import type { GameId } from "#domain/game.ts";
import { KIT_TITLES } from "#domain/game-data/kit-id.ts";
import type { WeaponSummary } from "#domain/game-data/summary.ts";
import type { VehicleClass } from "#domain/loadout/armoury.ts";
import { isVehicleLoadout, type Loadout, type SoldierLoadout, type VehicleLoadout } from "#domain/loadout/loadout.ts";
import type { GlyphName } from "#web/components/ui/glyph.tsx";
import { KIT_GLYPHS, vehicleGlyph } from "#web/features/loadout/glyphs.ts";

/** What is known of a game, by id; empty until it is known. */
export type GameFacts = {
  weapons: ReadonlyMap<string, WeaponSummary>;
  vehicles: ReadonlyMap<string, VehicleClass>;
  /** Of the soldier the times are for; null where no source gives it. */
  hitPoints: number | null;
};

export type Facts = Readonly<Record<GameId, GameFacts>>;

/** Who or what a loadout is for. */
export function getOwner(loadout: Loadout, vehicles: GameFacts["vehicles"]): { glyph: GlyphName; title: string } {
  if (isVehicleLoadout(loadout)) {
    const { vehicleClassId } = loadout;
    return { glyph: vehicleGlyph(vehicleClassId), title: vehicles.get(vehicleClassId)?.name ?? "Vehicle" };
  }
  const kit = loadout.game === "bf4" ? loadout.kitId : loadout.classId;
  return { glyph: KIT_GLYPHS[kit], title: KIT_TITLES[kit] };
}

/** The first parts of a vehicle by name. */
export function getMounted(loadout: VehicleLoadout, vehicles: GameFacts["vehicles"]): string {
  const [primary, secondary] = vehicles.get(loadout.vehicleClassId)?.slots ?? [];
  const names = [primary, secondary].flatMap((place) => {
    const mountedId = place && (loadout.parts[place.slot] ?? place.options[0]?.id);
    return place?.options.find(({ id }) => id === mountedId)?.name ?? [];
  });
  return names.join(" · ");
}

/** A barrel or an ammunition of the board may give other figures than those of the list. */
export const changesGun = ({ primary }: SoldierLoadout): boolean =>
  "board" in primary && primary.board.barrel.length + primary.board.ammunition.length > 0;
