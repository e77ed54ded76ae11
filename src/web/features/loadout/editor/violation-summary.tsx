import type { Violation } from "#domain/loadout/violation.ts";
import { StepLink } from "#web/features/loadout/step-link.tsx";
import { type Desk, saying } from "./desk.ts";
import { focusPlace, placesOf } from "./slot-place.ts";

/** Every rule the loadout breaks, each with a link to its slot; nothing where the game would accept it. */
export function ViolationSummary({ desk }: { desk: Desk }) {
  const { violations } = desk;
  if (violations.length === 0) return null;
  return (
    <section aria-labelledby="not-accepted" className="grid gap-2 border-l-3 border-danger bg-surface-1 px-4 py-3">
      <h3 id="not-accepted" className="text-2">
        What the game would not accept
      </h3>
      <ul className="grid gap-1 text-0">
        {violations.map((violation) => (
          <li key={JSON.stringify(violation)}>
            <ToSlot violation={violation}>{saying(violation, desk)}</ToSlot>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ToSlot({ violation, children }: { violation: Violation; children: string }) {
  const places = placesOf(violation);
  if (places.length === 0) return children;
  return (
    <StepLink
      href={`#${places.at(-1)}`}
      onStep={() => focusPlace(places)}
      className="inline-flex min-h-6 items-center underline hover:text-danger pointer-coarse:min-h-11"
    >
      {children}
    </StepLink>
  );
}
