import { KIT_TITLES } from "#domain/arsenal/kit-id.ts";
import { WEAPON_CLASS_TITLES } from "#domain/arsenal/weapon-class.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import type { Terms } from "./terms.ts";

type NoMatchProps = { terms: Terms; byEra: boolean; onChange: (changes: Partial<Terms>) => void };

/** Says that nothing is left and offers to take back each term. */
export function NoMatch({ terms, byEra, onChange }: NoMatchProps) {
  const { q, class: weaponClass, kit, portal } = terms;
  const removals: { label: string; changes: Partial<Terms> }[] = [
    ...(q.trim() ? [{ label: `Remove “${q.trim()}”`, changes: { q: "" } }] : []),
    ...(weaponClass ? [{ label: `Remove class ${WEAPON_CLASS_TITLES[weaponClass]}`, changes: { class: null } }] : []),
    ...(kit ? [{ label: `Remove kit ${KIT_TITLES[kit]}`, changes: { kit: null } }] : []),
    ...(byEra && !portal ? [{ label: "Look among Portal-era guns too", changes: { portal: true } }] : []),
  ];
  return (
    <EmptyState text="No weapon matches all of this.">
      <span className="flex flex-wrap justify-center gap-2">
        {removals.map(({ label, changes }) => (
          <Button key={label} size="small" onClick={() => onChange(changes)} className="max-w-full whitespace-normal">
            {label}
          </Button>
        ))}
      </span>
    </EmptyState>
  );
}
