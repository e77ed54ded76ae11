import { KIT_IDS, KIT_TITLES, type KitId } from "#domain/game-data/kit-id.ts";
import { Glyph } from "#web/components/ui/glyph.tsx";
import { KIT_GLYPHS } from "#web/features/loadout/glyphs.ts";

type KitChoiceProps = { legend: string; value: KitId; onChange: (kit: KitId) => void };

/** One of the four kits or classes. */
export function KitChoice({ legend, value, onChange }: KitChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-1 font-cond text-0 font-semibold text-ink-2">{legend}</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {KIT_IDS.map((id) => (
          <label
            key={id}
            className="flex min-h-12 cursor-pointer items-center gap-2 rounded-1 border border-line-strong bg-surface-1 px-3 font-semibold has-checked:border-accent has-checked:bg-tint has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="kit"
              value={id}
              checked={id === value}
              onChange={() => onChange(id)}
              className="sr-only"
            />
            <Glyph name={KIT_GLYPHS[id]} className="size-6 text-accent" />
            {KIT_TITLES[id]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
