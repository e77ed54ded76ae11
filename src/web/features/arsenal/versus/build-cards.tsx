import { useQuery } from "@tanstack/react-query";
import { memo, useEffect, useMemo, useRef } from "react";
import type { GameId } from "#domain/game.ts";
import { getMounted as getMountedParts } from "#domain/loadout/build.ts";
import { isVehicleLoadout } from "#domain/loadout/loadout.ts";
import type { Choice as Mounted } from "#domain/weapons/ballistics.ts";
import { VERSUS_BUILDS, type VersusBuild } from "#domain/weapons/versus.ts";
import { m } from "#messages";
import { useLocker } from "#web/data/gathered-locker.ts";
import { useSession } from "#web/data/session/session.ts";
import { useDrawWeapon } from "#web/data/silhouettes.tsx";
import { useTRPC } from "#web/data/trpc.ts";
import type { Listing } from "#web/features/arsenal/use-arsenal.ts";
import { BuildChoice, getMounted } from "#web/features/arsenal/weapon/build-choice.tsx";
import type { WeaponResponse } from "#web/features/arsenal/weapon/source-note.tsx";
import { getSingularClassTitle } from "#web/features/arsenal/words.ts";
import { classes } from "#web/ui/class-names.ts";
import { Combobox, type Option } from "#web/ui/fields/combobox.tsx";
import { Silhouette } from "#web/ui/figures/silhouette.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { ArrowLeft, ArrowRight, Info, X } from "#web/ui/icons.tsx";

type BuildCardsProps = {
  game: GameId;
  builds: readonly VersusBuild[];
  listing: Listing;
  responses: readonly (WeaponResponse | null)[];
  onChange: (builds: readonly VersusBuild[]) => void;
  onOpen: (build: VersusBuild) => void;
};

/** Renders a card for each build, with its weapon, its parts and its position, and a picker while there are fewer than four. */
export const BuildCards = memo(function BuildCards(props: BuildCardsProps) {
  const { game, builds, listing, responses, onChange, onOpen } = props;
  const { options, getBuild } = useOptions(game, listing);
  const replace = (index: number, ...next: readonly VersusBuild[]) => onChange(builds.toSpliced(index, 1, ...next));
  const move = (from: number, to: number) => {
    const build = builds[from];
    if (!build) return;
    onChange(builds.toSpliced(from, 1).toSpliced(to, 0, build));
    focusLater(getButtonId(to < from ? "left" : "right", to));
  };
  return (
    <div className="grid gap-3 min-[360px]:grid-cols-2 md:grid-cols-[repeat(auto-fit,minmax(12rem,1fr))]">
      {builds.map((build, index) => (
        <BuildCard
          key={PLACES[index]}
          {...{ build, index, options, getBuild, onOpen }}
          count={builds.length}
          response={responses.find((response) => response?.weapon.id === build.weaponId) ?? null}
          onChange={(next) => replace(index, next)}
          onRemove={() => {
            replace(index);
            focusLater(getButtonId("remove", Math.max(0, Math.min(index, builds.length - 2))));
          }}
          onMove={(by) => move(index, index + by)}
        />
      ))}
      {builds.length < VERSUS_BUILDS.max && (
        <AddBuild
          {...{ options, getBuild }}
          isNeeded={builds.length < VERSUS_BUILDS.min}
          onAdd={(build) => {
            onChange([...builds, build]);
            // The picker disappears with the fourth build, so the focus moves to a button that stays.
            if (builds.length + 1 === VERSUS_BUILDS.max) focusLater(getButtonId("remove", builds.length));
          }}
        />
      )}
    </div>
  );
});

/** The React keys of the cards: by position, so that a card stays mounted while its build changes. */
const PLACES = ["first", "second", "third", "fourth"];

const getButtonId = (button: "left" | "right" | "remove", index: number): string => `versus-${button}-${index}`;

/** Focuses a button after the cards are rendered again. */
const focusLater = (id: string): void => void requestAnimationFrame(() => document.getElementById(id)?.focus());

type GetBuild = (value: string) => VersusBuild | undefined;

/** Returns the options of a picker (the user's loadouts, then all weapons by name) and a function that returns the build of an option. */
function useOptions(game: GameId, { weapons }: Listing): { options: readonly Option[]; getBuild: GetBuild } {
  const { items } = useLocker(Boolean(useSession()));
  const loadouts = useMemo(
    () =>
      items.flatMap(({ id, name, loadout }) =>
        isVehicleLoadout(loadout) || loadout.game !== game || !loadout.primary.weaponId ? [] : [{ id, name, loadout }],
      ),
    [items, game],
  );
  const trpc = useTRPC();
  const { data } = useQuery({ ...trpc.arsenal.builds.queryOptions({ game }), enabled: loadouts.length > 0 });
  return useMemo(() => {
    const names = new Map(weapons.map(({ id, name }) => [id, name]));
    const builds = new Map<string, VersusBuild>(weapons.map(({ id }) => [id, { weaponId: id }]));
    const own = loadouts.flatMap(({ id, name, loadout: { primary } }): Option[] => {
      const weaponName = names.get(primary.weaponId ?? "");
      if (!data || !primary.weaponId || !weaponName) return [];
      const parts = data.parts.find(({ weaponId }) => weaponId === primary.weaponId) ?? null;
      const { barrel, ammunition }: Mounted = "board" in primary ? getMountedParts(primary.board, parts) : {};
      const value = `loadout:${id}`;
      if (ammunition === null) return [{ value, label: name, note: m.arsenal_no_source_for_build(), disabled: true }];
      builds.set(value, {
        weaponId: primary.weaponId,
        ...(barrel && { barrel }),
        ...(ammunition && { ammunition }),
      });
      return [{ value, label: name, note: weaponName }];
    });
    const all = weapons
      .toSorted((a, b) => a.nameRank - b.nameRank)
      .map(({ id, name, class: weaponClass }) => ({
        value: id,
        label: name,
        note: getSingularClassTitle(weaponClass),
      }));
    return { options: [...own, ...all], getBuild: (value) => builds.get(value) };
  }, [weapons, loadouts, data]);
}

const COLOURS = ["border-t-series-1", "border-t-series-2", "border-t-series-3", "border-t-series-4"];

type BuildCardProps = {
  build: VersusBuild;
  index: number;
  count: number;
  options: readonly Option[];
  getBuild: GetBuild;
  response: WeaponResponse | null;
  onChange: (build: VersusBuild) => void;
  onRemove: () => void;
  onMove: (by: -1 | 1) => void;
  onOpen: (build: VersusBuild) => void;
};

function BuildCard(props: BuildCardProps) {
  const { build, index, count, options, getBuild, response, onChange, onRemove, onMove, onOpen } = props;
  const draw = useDrawWeapon();
  const { weaponId, barrel = null, ammunition = null } = build;
  const name = response?.weapon.name ?? weaponId;
  return (
    <div className={classes("panel grid min-w-0 grid-cols-1 content-start gap-2 border-t-3 p-3", COLOURS[index])}>
      <Silhouette
        drawing={draw?.({ weaponId }) ?? null}
        // The second drawing of a pair is mirrored to face the first.
        className={classes("mx-auto w-full max-w-64", count === 2 && index === 1 && "-scale-x-100")}
      />
      <Combobox
        label={m.arsenal_versus_weapon({ number: index + 1 })}
        value={weaponId}
        options={options}
        onChange={(value) => {
          const next = getBuild(value);
          if (next && value !== weaponId) onChange(next);
        }}
      />
      {response?.game === "bf2042" && response.weapon.base && (
        <BuildChoice
          isNarrow
          response={response}
          base={response.weapon.base}
          chosen={{ barrel, ammunition }}
          onChange={(next) => onChange({ weaponId, ...getMounted(next) })}
        />
      )}
      <span className="-mx-2 flex">
        <IconButton label={m.arsenal_details_of_name({ name })} onClick={() => onOpen(build)} className={ICON}>
          <Info aria-hidden="true" className="size-4" strokeWidth={1.75} />
        </IconButton>
        <IconButton
          id={getButtonId("left", index)}
          label={m.arsenal_move_name_left({ name })}
          aria-disabled={index === 0}
          onClick={() => index > 0 && onMove(-1)}
          className={ICON}
        >
          <ArrowLeft aria-hidden="true" className="size-4" strokeWidth={1.75} />
        </IconButton>
        <IconButton
          id={getButtonId("right", index)}
          label={m.arsenal_move_name_right({ name })}
          aria-disabled={index === count - 1}
          onClick={() => index < count - 1 && onMove(1)}
          className={ICON}
        >
          <ArrowRight aria-hidden="true" className="size-4" strokeWidth={1.75} />
        </IconButton>
        <IconButton
          id={getButtonId("remove", index)}
          label={m.common_remove_name({ name })}
          onClick={onRemove}
          className={classes(ICON, "ml-auto")}
        >
          <X aria-hidden="true" className="size-4" strokeWidth={1.75} />
        </IconButton>
      </span>
    </div>
  );
}

const ICON = "size-8 aria-disabled:text-ink-disabled aria-disabled:hover:bg-transparent pointer-coarse:size-11";

type AddBuildProps = {
  options: readonly Option[];
  getBuild: GetBuild;
  isNeeded: boolean;
  onAdd: (build: VersusBuild) => void;
};

function AddBuild({ options, getBuild, isNeeded, onAdd }: AddBuildProps) {
  const picker = useRef<HTMLDivElement>(null);
  // The picker takes focus while a single build has no rival.
  useEffect(() => {
    if (isNeeded) picker.current?.querySelector("input")?.focus();
  }, [isNeeded]);
  return (
    <div ref={picker} className="grid min-w-0 content-center border border-dashed border-line-strong p-3">
      <Combobox
        label={m.arsenal_add_a_weapon_or_loadout()}
        value={null}
        options={options}
        placeholder={m.common_name()}
        onChange={(value) => {
          const build = getBuild(value);
          if (build) onAdd(build);
        }}
      />
    </div>
  );
}
