// Drawings of vehicles, gear and specialists, for the screens that show them.
import type { CatalogueId } from "#domain/game-data/catalogue-id.ts";
import type { Equipment } from "#domain/silhouettes/equipment.ts";
import type { CarriedWeapon } from "#domain/silhouettes/silhouette.ts";
import { Silhouette } from "#web/ui/figures/silhouette.tsx";
import { createDrawHook, type useDrawWeapon } from "./silhouettes.tsx";

/** Draws an item of a catalogue; null until drawings are loaded. */
const useDrawEquipment = createDrawHook<Equipment>(async () => {
  const [{ drawEquipment }, { default: lines }] = await Promise.all([
    import("#domain/silhouettes/equipment.ts"),
    import("#data/equipment.json"),
  ]);
  return (equipment) => drawEquipment(lines, equipment);
});

const GRIDS: Partial<Record<CatalogueId, "wide" | "square">> = {
  vehicles: "wide",
  "vehicle-loadouts": "wide",
  gadgets: "square",
  throwables: "square",
  melee: "square",
  "field-upgrades": "square",
  specialists: "square",
};

/** The grid the entries of a catalogue are drawn on; undefined for a catalogue without drawings. */
export const gridOf = (catalogue: CatalogueId): "wide" | "square" | undefined => GRIDS[catalogue];

type EquipmentPictureProps = { of: Equipment; className?: string };

/** The drawing of a vehicle, an item or a specialist, beside its name. */
export function EquipmentPicture({ of: equipment, className }: EquipmentPictureProps) {
  const draw = useDrawEquipment();
  const grid = gridOf(equipment.catalogue);
  if (!grid) return null;
  return <Silhouette grid={grid} drawing={draw?.(equipment) ?? null} {...(className && { className })} />;
}

/** What a loadout holds in a slot, as far as it can be drawn. */
export type Drawn = CarriedWeapon | Equipment;

type DrawnPictureProps = { drawn: Drawn; draw: ReturnType<typeof useDrawWeapon>; className?: string };

/** A weapon or an item, where a list holds both. */
export function DrawnPicture({ drawn, draw, className }: DrawnPictureProps) {
  const look = className && { className };
  if (!("weaponId" in drawn)) return <EquipmentPicture of={drawn} {...look} />;
  return <Silhouette drawing={draw?.(drawn) ?? null} {...look} />;
}
