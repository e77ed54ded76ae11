import type { Violation } from "#domain/loadout/rules/violation.ts";
import { type EditorContext, saying } from "#web/features/loadout/editor/editor-context.ts";
import { StepLink } from "#web/features/loadout/step-link.tsx";
import { focusPlace, getPlaces } from "./slot-place.ts";

/** Every rule the loadout breaks, each with a link to its slot; nothing where the game would accept it. */
export function ViolationSummary({ desk }: { desk: EditorContext }) {
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
  const places = getPlaces(violation);
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
