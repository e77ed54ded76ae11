import { m } from "#messages";
import type { ListedWeapon } from "#web/features/arsenal/listed-weapon.ts";
import { COMPARED, type Terms } from "#web/features/arsenal/terms.ts";
import { Button } from "#web/ui/button.tsx";
import { X } from "#web/ui/icons.tsx";

type CompareTrayProps = {
  weapons: readonly ListedWeapon[];
  compared: readonly string[];
  onToggle: (weaponId: string) => void;
  onChange: (changes: Partial<Terms>) => void;
  onOpen: (value: string) => void;
  onDuel: (value: string) => void;
  /** Of the button that opens the comparison: focus comes back to it. */
  buttonId: string;
};

/** The weapons chosen for the comparison, at the bottom of the window. */
export function CompareTray({ weapons, compared, onToggle, onChange, onOpen, onDuel, buttonId }: CompareTrayProps) {
  const chosen = compared.flatMap((id) => weapons.find((weapon) => weapon.id === id) ?? []);
  if (chosen.length === 0) return null;
  const isEnough = chosen.length >= COMPARED.min;
  return (
    <section
      aria-label={m.arsenal_weapons_to_compare()}
      className="sticky bottom-(--foot-h) z-(--z-bar) -mx-(--gutter) mt-4 flex flex-wrap items-center gap-3 border-t border-line-strong bg-surface-1 px-(--gutter) py-3"
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
        {chosen.length === COMPARED.max ? m.arsenal_compare_up_to_four() : isEnough ? "" : m.arsenal_choose_one_more()}
      </p>
      <Button kind="quiet" size="small" onClick={() => onChange({ compared: [] })}>
        {m.common_clear()}
      </Button>
      {chosen.length === 2 && (
        <Button size="small" onClick={() => onDuel(compared.join(","))}>
          {m.arsenal_duel()}
        </Button>
      )}
      <Button id={buttonId} kind="primary" size="small" disabled={!isEnough} onClick={() => onOpen("1")}>
        {m.arsenal_compare_count({ count: chosen.length })}
      </Button>
    </section>
  );
}
