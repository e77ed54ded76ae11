import { isVehicleLoadout, type Loadout } from "#domain/loadout/loadout.ts";
import { EquipmentPicture } from "#web/data/equipment-pictures.tsx";
import { CarriedSilhouette } from "#web/data/silhouettes.tsx";

type LoadoutPictureProps = {
  loadout: Loadout;
  /** The classes of a vehicle's picture, and of a weapon's. */
  vehicle: string;
  weapon: string;
};

/** The vehicle of a loadout, or its primary weapon with what it has mounted. */
export const LoadoutPicture = ({ loadout, vehicle, weapon }: LoadoutPictureProps) =>
  isVehicleLoadout(loadout) ? (
    <EquipmentPicture
      of={{ game: "bf4", catalogue: "vehicle-loadouts", id: loadout.vehicleClassId }}
      className={vehicle}
    />
  ) : (
    <CarriedSilhouette weapon={loadout.primary} className={weapon} />
  );
