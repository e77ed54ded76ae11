import type { Armoury } from "#domain/loadout/armoury.ts";
import { describeLoadout } from "#domain/loadout/description/describe.ts";
import type { VehicleLoadout } from "#domain/loadout/loadout.ts";

/** What is known of a vehicle's loadout: its items. Their effects are unpublished. */
export function VehicleFigures({ loadout, armoury }: { loadout: VehicleLoadout; armoury: Armoury }) {
  return (
    <>
      <p className="text-0 text-ink-2">
        No public figure for the damage, reload and health of vehicles and what they mount. Known are the slots and what
        goes into them.
      </p>
      <dl className="grid gap-2">
        {describeLoadout(loadout, armoury).map(({ label, value }) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4 border-b border-line pb-1">
            <dt className="text-0 text-ink-2">{label}</dt>
            <dd className="font-cond text-1 font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
