// What opens behind the arsenal's buttons, loaded when one is first pressed: filters, columns, the layout on a phone.

import type { ReactNode } from "react";
import type { KitId } from "#domain/game-data/kit-id.ts";
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import { m } from "#messages";
import { getLayerChoices, KIT_CHOICES } from "#messages/game/titles.ts";
import { ScenarioFields } from "#web/app/shell/scenario-fields.tsx";
import type { GameControls } from "#web/features/arsenal/search/vocabulary.ts";
import type { BodyPart, Terms } from "#web/features/arsenal/terms.ts";
import { Button } from "#web/ui/button.tsx";
import { LazySelect } from "#web/ui/fields/lazy-select.tsx";
import { NativeSelect } from "#web/ui/fields/native-select.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";
import { type ColumnKey, DEFAULT_COLUMNS, getColumnTitle, inOrder } from "./columns.ts";

type FilterFieldsProps = {
  terms: Terms;
  /** The figures of the player's own soldier are known. */
  hasSoldier: boolean;
  onChange: (changes: Partial<Terms>) => void;
  game: GameControls;
  combat: Combat;
};

/** Filters: kit, unlock state, era, hit zone, patch and combat scenario. */
export function FilterFields({ terms, hasSoldier, onChange, game, combat }: FilterFieldsProps) {
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
      {game.byBody && (
        <LazySelect
          label={m.arsenal_other_hits()}
          value={terms.part}
          choices={PART_CHOICES}
          onChange={(next) => onChange({ part: next })}
        />
      )}
      {game.byPatch && (
        <LazySelect
          label={m.common_patch()}
          value={terms.patch}
          choices={getLayerChoices()}
          onChange={(next) => onChange({ patch: next })}
        />
      )}
      {game.byBody && (
        <Switch
          label={m.arsenal_defensive_upgrade()}
          checked={terms.defensive}
          onChange={(next) => onChange({ defensive: next })}
        />
      )}
      <ScenarioFields scenario={terms} healths={game.healths} combat={combat} onChange={onChange} />
    </>
  );
}

const UNLOCKED_CHOICES = [
  { value: "", label: m.arsenal_locked_or_not() },
  { value: "yes", label: m.arsenal_unlocked() },
  { value: "no", label: m.arsenal_still_locked() },
] as const satisfies readonly { value: Terms["unlocked"] | ""; label: string }[];

const PART_CHOICES = [
  { value: "chest", label: m.arsenal_chest() },
  { value: "legs", label: m.arsenal_legs_or_stomach() },
] as const satisfies readonly { value: BodyPart; label: string }[];

type Columns = readonly ColumnKey[];

export type ColumnChoiceProps = {
  columns: Columns;
  /** Columns there are figures for. */
  available: Columns;
  /** True when the default columns are shown. */
  hasDefaultColumns: boolean;
  onChange: (columns: Columns) => void;
};

type LayoutChoiceProps = Omit<ColumnChoiceProps, "onChange"> & {
  sorting: ReactNode;
  onColumns: ColumnChoiceProps["onChange"];
};

/** Sorting and columns, shown among the filters on a phone and in the result bar on wider screens. */
export function LayoutChoice(props: LayoutChoiceProps) {
  const { sorting, columns, available, hasDefaultColumns: isUsual, onColumns } = props;
  return (
    <>
      {sorting}
      <details className="md:hidden">
        <summary className="min-h-11 content-center text-0 font-semibold text-ink-2">{m.arsenal_columns()}</summary>
        <ColumnList {...{ columns, available, hasDefaultColumns: isUsual }} onChange={onColumns} />
      </details>
    </>
  );
}

/** A checkbox for each column except the name. */
export function ColumnList({ columns, available, hasDefaultColumns: isUsual, onChange }: ColumnChoiceProps) {
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
                onChange(inOrder(target.checked ? [...columns, key] : columns.filter((one) => one !== key)))
              }
              className="size-4 accent-accent"
            />
            {getColumnTitle(key)}
          </label>
        ))}
      <Button kind="quiet" size="small" disabled={isUsual} onClick={() => onChange(DEFAULT_COLUMNS)} className="mt-1">
        {m.arsenal_usual_columns()}
      </Button>
    </fieldset>
  );
}
