import { isVehicleLoadout, type Loadout } from "#domain/loadout/loadout.ts";
import { EquipmentPicture } from "#web/data/equipment-pictures.tsx";
import { CarriedSilhouette } from "#web/data/silhouettes.tsx";

type LoadoutPictureProps = {
  loadout: Loadout;
  /** The CSS classes of a vehicle's picture; `weapon` has those of a weapon's. */
  vehicle: string;
  weapon: string;
};

/** The drawing of a loadout's vehicle, or of its primary weapon with its parts. */
export const LoadoutPicture = ({ loadout, vehicle, weapon }: LoadoutPictureProps) =>
  isVehicleLoadout(loadout) ? (
    <EquipmentPicture
      of={{ game: "bf4", catalogue: "vehicle-loadouts", id: loadout.vehicleClassId }}
      className={vehicle}
    />
  ) : (
    <CarriedSilhouette weapon={loadout.primary} className={weapon} />
  );
