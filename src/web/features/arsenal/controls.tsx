import { memo, type ReactNode, type RefObject, useState } from "react";
import { KIT_IDS, KIT_TITLES, type KitId } from "#domain/arsenal/kit-id.ts";
import { WEAPON_CLASS_TITLES, type WeaponClass } from "#domain/arsenal/weapon-class.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/class-names.ts";
import { INPUT_LOOK } from "#web/ui/field.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { RangeSlider } from "#web/ui/range-slider.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { HIT_POINTS } from "./figures.ts";
import type { GameControls } from "./game-controls.ts";
import { type HeadHits, type HealthId, RANGE_M, type Terms } from "./terms.ts";

type ControlsProps = {
  terms: Terms;
  onChange: (changes: Partial<Terms>) => void;
  game: GameControls;
  /** Classes that occur, in the order of the filter. */
  classesHere: readonly WeaponClass[];
  searchInput: RefObject<HTMLInputElement | null>;
};

/** Everything that decides which weapons are listed and what their figures mean. */
export function Controls({ terms, onChange, game, classesHere, searchInput }: ControlsProps) {
  const [open, setOpen] = useState(false);
  const set = [terms.class, terms.kit, terms.head !== "0", terms.health !== "normal", terms.portal];
  const count = set.filter(Boolean).length;
  return (
    <search
      aria-label="Weapons"
      className="panel grid gap-x-6 gap-y-4 p-4 md:p-5 lg:grid-cols-[1fr_minmax(20rem,26rem)]"
    >
      <div className="grid content-start gap-4">
        <div className="flex items-end gap-3">
          <SearchField input={searchInput} value={terms.q} onChange={(q) => onChange({ q })} />
          <Button aria-expanded={open} onClick={() => setOpen(!open)} className="md:hidden">
            {count > 0 ? `Filters (${count})` : "Filters"}
          </Button>
        </div>
        <div className={classes("flex-wrap items-end gap-4 md:flex", open ? "flex" : "hidden")}>
          <Filters
            weaponClass={terms.class}
            kit={terms.kit}
            head={terms.head}
            health={terms.health}
            portal={terms.portal}
            onChange={onChange}
            game={game}
            classesHere={classesHere}
          />
        </div>
      </div>
      <RangeSlider
        label="Range"
        value={terms.rangeM}
        min={RANGE_M.min}
        max={RANGE_M.max}
        step={RANGE_M.step}
        unit="m"
        className="content-start"
        onChange={(rangeM) => onChange({ rangeM })}
      />
    </search>
  );
}

type SearchFieldProps = { input: RefObject<HTMLInputElement | null>; value: string; onChange: (value: string) => void };

function SearchField({ input, value, onChange }: SearchFieldProps): ReactNode {
  return (
    <label className="grid grow gap-1 text-0 font-semibold text-ink-2">
      Search weapons
      <span className="relative block">
        <input
          ref={input}
          type="search"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          placeholder="Name, class or kit"
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          aria-keyshortcuts="/"
          className={`${INPUT_LOOK} peer font-text font-normal`}
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-3 hidden -translate-y-1/2 rounded-1 border border-line-strong px-1.5 font-cond text-00 text-ink-3 md:peer-placeholder-shown:block"
        >
          /
        </span>
      </span>
    </label>
  );
}

const HEAD_CHOICES = [
  { value: "0", label: "None" },
  { value: "1", label: "First hit" },
  { value: "2", label: "First two hits" },
  { value: "all", label: "Every hit" },
] as const satisfies readonly { value: HeadHits; label: string }[];

const HEALTH_LABELS = {
  normal: `Normal, ${HIT_POINTS.normal}`,
  hardcore: `Hardcore, ${HIT_POINTS.hardcore}`,
} as const satisfies Record<HealthId, string>;

type FiltersProps = Pick<ControlsProps, "onChange" | "game" | "classesHere"> &
  Pick<Terms, "kit" | "head" | "health" | "portal"> & { weaponClass: Terms["class"] };

const Filters = memo(function Filters(props: FiltersProps) {
  const { weaponClass, kit, head, health, portal, onChange, game, classesHere } = props;
  return (
    <>
      <NativeSelect<WeaponClass | "">
        label="Class"
        value={weaponClass ?? ""}
        choices={[
          { value: "", label: "All classes" },
          ...classesHere.map((id) => ({ value: id, label: WEAPON_CLASS_TITLES[id] })),
        ]}
        onChange={(id) => onChange({ class: id || null })}
        className="min-w-36 grow md:grow-0"
      />
      {game.byKit && (
        <NativeSelect<KitId | "">
          label="Kit"
          value={kit ?? ""}
          choices={[{ value: "", label: "All kits" }, ...KIT_IDS.map((id) => ({ value: id, label: KIT_TITLES[id] }))]}
          onChange={(id) => onChange({ kit: id || null })}
          className="min-w-32 grow md:grow-0"
        />
      )}
      <NativeSelect
        label="Head hits"
        value={head}
        choices={HEAD_CHOICES}
        onChange={(next) => onChange({ head: next })}
        className="min-w-32 grow md:grow-0"
      />
      {game.healths.length > 1 && (
        <NativeSelect
          label="Health"
          value={health}
          choices={game.healths.map((id) => ({ value: id, label: HEALTH_LABELS[id] }))}
          onChange={(next) => onChange({ health: next })}
          className="min-w-32 grow md:grow-0"
        />
      )}
      {game.byEra && (
        <Switch label="Portal-era guns too" checked={portal} onChange={(next) => onChange({ portal: next })} />
      )}
    </>
  );
});
