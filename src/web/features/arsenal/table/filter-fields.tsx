// The panels behind the arsenal's buttons, loaded on the first press: filters and columns.

import type { KitId } from "#domain/game-data/kit-id.ts";
import { m } from "#messages";
import { KIT_CHOICES } from "#messages/game/titles.ts";
import type { GameControls } from "#web/features/arsenal/search/vocabulary.ts";
import type { Terms } from "#web/features/arsenal/terms.ts";
import { Button } from "#web/ui/button.tsx";
import { NativeSelect } from "#web/ui/fields/native-select.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";
import { type ColumnKey, DEFAULT_COLUMNS, getColumnTitle, inOrder } from "./columns.ts";

type FilterFieldsProps = {
  terms: Terms;
  /** Whether the figures of the player's own soldier are available. */
  hasSoldier: boolean;
  onChange: (changes: Partial<Terms>) => void;
  game: GameControls;
};

/** Filters: kit, unlock state and era. */
export function FilterFields({ terms, hasSoldier, onChange, game }: FilterFieldsProps) {
  return (
    <>
      {game.byKit && (
        <NativeSelect<KitId | "">
          label={m.common_kit()}
          value={terms.kit ?? ""}
          choices={[{ value: "", label: m.common_all_kits() }, ...KIT_CHOICES]}
          onChange={(id) => onChange({ kit: id || null })}
        />
      )}
      {game.byUnlock && hasSoldier && (
        <NativeSelect<NonNullable<Terms["unlocked"]> | "">
          label={m.arsenal_unlocked()}
          value={terms.unlocked ?? ""}
          choices={UNLOCKED_CHOICES}
          onChange={(id) => onChange({ unlocked: id || null })}
        />
      )}
      {game.byEra && (
        <div className="grid gap-1">
          <Switch
            label={m.arsenal_portal_era_guns_too()}
            checked={terms.portal}
            onChange={(next) => onChange({ portal: next })}
          />
          <p className="max-w-64 text-0 text-ink-3">{m.arsenal_portal_explained()}</p>
        </div>
      )}
    </>
  );
}

const UNLOCKED_CHOICES = [
  { value: "", label: m.arsenal_locked_or_not() },
  { value: "yes", label: m.arsenal_unlocked() },
  { value: "no", label: m.arsenal_still_locked() },
] as const satisfies readonly { value: Terms["unlocked"] | ""; label: string }[];

type Columns = readonly ColumnKey[];

export type ColumnChoiceProps = {
  columns: Columns;
  /** The columns that have figures. */
  available: Columns;
  /** True when the default columns are shown. */
  hasDefaultColumns: boolean;
  onChange: (columns: Columns) => void;
};

/** A checkbox for each column except the name. */
export function ColumnList({ columns, available, hasDefaultColumns, onChange }: ColumnChoiceProps) {
  return (
    <fieldset className="grid gap-0.5">
      <legend className="sr-only">{m.arsenal_columns_of_the_table()}</legend>
      {available
        .filter((key) => key !== "name")
        .map((key) => (
          <label
            key={key}
            className="flex min-h-8 items-center gap-3 rounded-1 px-2 text-0 font-semibold hover:bg-surface-2 pointer-coarse:min-h-11"
          >
            <input
              type="checkbox"
              checked={columns.includes(key)}
              onChange={({ target }) =>
                onChange(inOrder(target.checked ? [...columns, key] : columns.filter((column) => column !== key)))
              }
              className="size-4 accent-accent"
            />
            {getColumnTitle(key)}
          </label>
        ))}
      <Button
        kind="quiet"
        size="small"
        disabled={hasDefaultColumns}
        onClick={() => onChange(DEFAULT_COLUMNS)}
        className="mt-1"
      >
        {m.arsenal_usual_columns()}
      </Button>
    </fieldset>
  );
}
