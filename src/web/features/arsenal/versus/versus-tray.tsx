import { VERSUS_BUILDS } from "#domain/weapons/versus.ts";
import { m } from "#messages";
import type { ListedWeapon } from "#web/features/arsenal/listed-weapon.ts";
import type { Terms } from "#web/features/arsenal/terms.ts";
import { Button } from "#web/ui/button.tsx";
import { X } from "#web/ui/icons.tsx";
import { useTrayHeight } from "#web/ui/use-tray-height.ts";

type VersusTrayProps = {
  weapons: readonly ListedWeapon[];
  compared: readonly string[];
  onToggle: (weaponId: string) => void;
  onChange: (changes: Partial<Terms>) => void;
  onOpen: () => void;
  /** The id of the button that opens Versus; focus returns to it. */
  buttonId: string;
};

/** Shows the weapons selected for Versus at the bottom of the window. */
export function VersusTray({ weapons, compared, onToggle, onChange, onOpen, buttonId }: VersusTrayProps) {
  const ref = useTrayHeight();
  const chosen = compared.flatMap((id) => weapons.find((weapon) => weapon.id === id) ?? []);
  if (chosen.length === 0) return null;
  const isEnough = chosen.length >= VERSUS_BUILDS.min;
  return (
    <section
      ref={ref}
      aria-label={m.arsenal_weapons_to_compare()}
      className="tray bottom-(--foot-h) tall:sticky z-(--z-bar) -mx-(--gutter) mt-4 flex flex-wrap items-center gap-3 border-t border-line-strong bg-surface-1 px-(--gutter) py-3"
    >
      <ul className="flex grow flex-wrap gap-2">
        {chosen.map(({ id, name }) => (
          <li key={id} className="flex items-center rounded-1 bg-tint text-0">
            <span className="py-1 pl-2.5 font-cond font-semibold">{name}</span>
            <button
              type="button"
              aria-label={m.common_remove_name({ name })}
              onClick={() => onToggle(id)}
              className="grid size-8 place-items-center rounded-1 text-ink-2 hover:text-ink pointer-coarse:size-11"
            >
              <X aria-hidden="true" className="size-4" strokeWidth={1.75} />
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="text-00 text-ink-2">
        {chosen.length === VERSUS_BUILDS.max
          ? m.arsenal_compare_up_to_four()
          : isEnough
            ? ""
            : m.arsenal_choose_one_more()}
      </p>
      <Button kind="quiet" size="small" onClick={() => onChange({ compared: [] })}>
        {m.common_clear()}
      </Button>
      <Button id={buttonId} kind="primary" size="small" disabled={!isEnough} onClick={onOpen}>
        {m.arsenal_compare_count({ count: chosen.length })}
      </Button>
    </section>
  );
}
