// Pictures of vehicles, gear and specialists.
import type { CatalogueId } from "#domain/game-data/catalogue-id.ts";
import type { Equipment } from "#domain/silhouettes/equipment.ts";
import type { CarriedWeapon } from "#domain/silhouettes/silhouette.ts";
import { Silhouette } from "#web/ui/figures/silhouette.tsx";
import { createDrawHook, type useDrawWeapon } from "./silhouettes.tsx";

/** Returns the function that draws a catalogue item; null until the drawings are loaded. */
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

/** Returns the grid on which a catalogue's items are drawn; undefined for a catalogue without drawings. */
export const getGrid = (catalogue: CatalogueId): "wide" | "square" | undefined => GRIDS[catalogue];

type EquipmentPictureProps = { of: Equipment; className?: string };

/** The picture of a vehicle, an item or a specialist, shown beside its name. */
export function EquipmentPicture({ of: equipment, className }: EquipmentPictureProps) {
  const draw = useDrawEquipment();
  const grid = getGrid(equipment.catalogue);
  if (!grid) return null;
  return <Silhouette grid={grid} drawing={draw?.(equipment) ?? null} {...(className && { className })} />;
}

/** A weapon or an item in a slot of a loadout. */
export type DrawableItem = CarriedWeapon | Equipment;

type ItemPictureProps = { drawn: DrawableItem; draw: ReturnType<typeof useDrawWeapon>; className?: string };

/** The picture of a weapon or an item, for lists that contain both. */
export function ItemPicture({ drawn, draw, className }: ItemPictureProps) {
  const look = className && { className };
  if (!("weaponId" in drawn)) return <EquipmentPicture of={drawn} {...look} />;
  return <Silhouette drawing={draw?.(drawn) ?? null} {...look} />;
}
