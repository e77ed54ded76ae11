import type { VehicleClass } from "#domain/loadout/armoury.ts";
import { Glyph } from "#web/components/ui/glyph.tsx";
import { vehicleGlyph } from "#web/features/loadout/glyphs.ts";
import { StepLink } from "#web/features/loadout/step-link.tsx";

type VehicleBoardProps = {
  vehicles: readonly VehicleClass[];
  onStart: (beginning: { vehicle: string }) => void;
};

/** The classes of vehicles a new loadout may be for; nothing where there are none to choose. */
export function VehicleBoard({ vehicles, onStart }: VehicleBoardProps) {
  const choosable = vehicles.filter(({ slots }) => slots.length > 0);
  if (choosable.length === 0) return null;
  return (
    <section aria-labelledby="vehicles" className="grid gap-3">
      <h3 id="vehicles" className="text-2">
        Or with a vehicle
      </h3>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {choosable.map(({ id, name }) => (
          <li key={id} className="panel">
            <StepLink
              href={`?tab=loadouts&edit=new&vehicle=${id}`}
              onStep={() => onStart({ vehicle: id })}
              className="group flex min-h-12 items-center gap-2 px-4 py-2"
            >
              <Glyph name={vehicleGlyph(id)} className="size-6 text-accent" />
              <span className="font-cond text-1 font-bold group-hover:text-accent group-hover:underline">{name}</span>
            </StepLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
