import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import type { GameId } from "#domain/game.ts";
import { type Layer, SHOWN_PATCH } from "#domain/game-data/patch.ts";
import { getBallistics } from "#domain/weapons/ballistics.ts";
import {
  DUEL_HEAD_SHARE,
  DUEL_HIT_RATE,
  DUEL_RANGE_M,
  type Duel,
  type DuelBuild,
  formatDuel,
  getDuellist,
  type MissingFigure,
  parseDuel,
} from "#domain/weapons/duel.ts";
import { getHealth } from "#domain/weapons/hit-zones.ts";
import { m } from "#messages";
import { formatList } from "#messages/format.ts";
import { useDrawWeapon } from "#web/data/silhouettes.tsx";
import type { ListedWeapon } from "#web/features/arsenal/listed-weapon.ts";
import type { Listing } from "#web/features/arsenal/use-arsenal.ts";
import { BuildChoice } from "#web/features/arsenal/weapon/build-choice.tsx";
import { LoadFailed, useWeaponAnswers, type WeaponAnswer } from "#web/features/arsenal/weapon/source-note.tsx";
import { classOfOne } from "#web/features/arsenal/words.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/class-names.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Combobox } from "#web/ui/fields/combobox.tsx";
import { RangeSlider } from "#web/ui/fields/range-slider.tsx";
import { useCopy } from "#web/ui/fields/use-copy.ts";
import { Silhouette } from "#web/ui/figures/silhouette.tsx";
import { useFocusOnMount } from "#web/ui/keyboard.ts";
import { DuelOutcome } from "./duel-outcome.tsx";

type DuelViewProps = {
  game: GameId;
  listing: Listing;
  patch: Layer;
  /** The duel as it stands in the address. */
  value: string;
  onChange: (value: string) => void;
  onClose: () => void;
};

/** Two builds shooting at each other: who wins how often, and one fight shot by shot. */
export function DuelView({ game, listing, patch, value, onChange, onClose }: DuelViewProps) {
  const [duel, setDuel] = useDuel(value, onChange);
  const weapons = useMemo(
    () => duel?.builds.flatMap(({ weaponId }) => listing.weapons.find(({ id }) => id === weaponId) ?? []) ?? [],
    [duel?.builds, listing],
  );
  const { answers, failed, retry } = useWeaponAnswers(game, patch, weapons);
  const [left, right] = weapons;
  return (
    <section aria-labelledby="duel-title" className="grid gap-5 pt-3">
      <Head game={game} patch={patch} duel={duel} onClose={onClose} />
      {failed && <LoadFailed onRetry={retry} />}
      {duel && left && right ? (
        <>
          <div className="grid grid-cols-2 gap-3 md:gap-5">
            {(["left", "right"] as const).map((side, at) => (
              <Side
                key={side}
                side={side}
                build={duel.builds[at === 0 ? 0 : 1]}
                answer={getAnswer(answers, duel.builds[at === 0 ? 0 : 1])}
                weapons={listing.weapons}
                onChange={(next) =>
                  setDuel({ ...duel, builds: at === 0 ? [next, duel.builds[1]] : [duel.builds[0], next] })
                }
              />
            ))}
          </div>
          <Fights duel={duel} names={[left.name, right.name]} listing={listing} answers={answers}>
            <Controls duel={duel} onChange={setDuel} />
          </Fights>
        </>
      ) : (
        <p>{m.arsenal_duel_weapon_missing()}</p>
      )}
    </section>
  );
}

type Answers = readonly (WeaponAnswer | null)[];

const getAnswer = (answers: Answers, { weaponId }: DuelBuild): WeaponAnswer | null =>
  answers.find((answer) => answer?.weapon.id === weaponId) ?? null;

const SETTLED_MS = 250;

/** The duel on screen. It changes at once, is written to the address when it rests, and follows the address. */
function useDuel(value: string, onChange: (value: string) => void) {
  const [duel, setDuel] = useState(() => parseDuel(value));
  const written = useRef(value);
  useEffect(() => {
    if (value === written.current) return;
    written.current = value;
    setDuel(parseDuel(value));
  }, [value]);
  useEffect(() => {
    const text = duel && formatDuel(duel);
    if (!text || text === written.current) return;
    const timer = setTimeout(() => {
      written.current = text;
      onChange(text);
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [duel, onChange]);
  return [duel, setDuel] as const;
}

type HeadProps = Pick<DuelViewProps, "game" | "patch" | "onClose"> & { duel: Duel | null };

function Head({ game, patch, duel, onClose }: HeadProps) {
  const title = useFocusOnMount<HTMLHeadingElement>();
  const query = new URLSearchParams(duel ? { duel: formatDuel(duel) } : {});
  if (game === "bf2042" && patch !== SHOWN_PATCH) query.set("patch", patch);
  const { outcome, copy } = useCopy(`${location.origin}/${game}?${query}`);
  return (
    <header className="flex flex-wrap items-center gap-3">
      <h2 ref={title} id="duel-title" tabIndex={-1} className="grow text-5 outline-none">
        {m.arsenal_duel_title()}
      </h2>
      {duel && (
        <Button size="small" onClick={copy}>
          {outcome === "copied" ? m.common_link_copied() : m.common_copy_link()}
        </Button>
      )}
      <Button size="small" onClick={onClose}>
        {m.common_back()}
      </Button>
      <p role="status" className="sr-only">
        {outcome === "copied" && m.common_link_copied()}
      </p>
      {outcome === "refused" && <p role="alert">{m.arsenal_copying_blocked()}</p>}
    </header>
  );
}

type SideProps = {
  side: "left" | "right";
  build: DuelBuild;
  answer: WeaponAnswer | null;
  weapons: readonly ListedWeapon[];
  onChange: (build: DuelBuild) => void;
};

/** One weapon of the two, pointing at the other, and what is mounted on it. */
function Side({ side, build, answer, weapons, onChange }: SideProps) {
  const draw = useDrawWeapon();
  const { weaponId, barrel = null, ammunition = null } = build;
  const options = useMemo(
    () =>
      [...weapons]
        .sort((a, b) => a.nameRank - b.nameRank)
        .map(({ id, name, class: weaponClass }) => ({ value: id, label: name, note: classOfOne(weaponClass) })),
    [weapons],
  );
  return (
    <div
      className={classes(
        "panel grid content-start gap-3 border-t-3 p-3 md:p-5",
        side === "left" ? "border-t-series-1" : "border-t-series-2",
      )}
    >
      <Silhouette
        drawing={draw?.({ weaponId }) ?? null}
        className={classes("mx-auto w-full max-w-96", side === "right" && "-scale-x-100")}
      />
      <Combobox
        label={side === "left" ? m.arsenal_left_weapon() : m.arsenal_right_weapon()}
        value={weaponId}
        options={options}
        onChange={(id) => id !== weaponId && onChange({ weaponId: id })}
      />
      {answer?.game === "bf2042" && answer.weapon.base && (
        <BuildChoice
          isNarrow
          answer={answer}
          base={answer.weapon.base}
          chosen={{ barrel, ammunition }}
          onChange={(next) =>
            onChange({
              weaponId,
              ...(next.barrel && { barrel: next.barrel }),
              ...(next.ammunition && { ammunition: next.ammunition }),
            })
          }
        />
      )}
    </div>
  );
}

function Controls({ duel, onChange }: { duel: Duel; onChange: (duel: Duel) => void }) {
  const { rangeM, hitRate, headShare } = duel;
  return (
    <div className="panel grid gap-x-6 gap-y-4 p-4 md:grid-cols-3 md:p-5">
      <RangeSlider
        label={m.common_range()}
        {...DUEL_RANGE_M}
        value={rangeM}
        unit={m.unit_m()}
        onChange={(value) => onChange({ ...duel, rangeM: value })}
      />
      <RangeSlider
        label={m.common_hit_rate()}
        {...DUEL_HIT_RATE}
        value={hitRate}
        unit={m.unit_per_cent()}
        onChange={(value) => onChange({ ...duel, hitRate: value })}
      />
      <RangeSlider
        label={m.arsenal_headshots()}
        {...DUEL_HEAD_SHARE}
        value={headShare}
        unit={m.unit_per_cent()}
        onChange={(value) => onChange({ ...duel, headShare: value })}
      />
    </div>
  );
}

type FightsProps = {
  duel: Duel;
  names: readonly [string, string];
  listing: Listing;
  answers: Answers;
  children: ReactNode;
};

/** The outcome once both weapons are loaded, or what is not public of one of them. */
function Fights({ duel, names, listing, answers, children }: FightsProps) {
  // The fights take a moment: a slider is drawn first.
  const shown = useDeferredValue(duel);
  const sides = useMemo(() => {
    const health = getHealth(listing.combat, "normal");
    return shown.builds.map((build) => {
      const multipliers = listing.weapons.find(({ id }) => id === build.weaponId)?.multipliers;
      const answer = getAnswer(answers, build);
      if (!answer || !multipliers) return null;
      return getDuellist(getBallistics(answer.weapon, build), { multipliers, health, rangeM: shown.rangeM });
    });
  }, [shown, listing, answers]);
  const missing = sides.flatMap((side, at) =>
    side && "missing" in side ? [formatMissing(names[at] ?? "", side)] : [],
  );
  if (missing.length > 0)
    return (
      <ul className="grid gap-2">
        {missing.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    );
  const [left, right] = sides.flatMap((side) => (side && !("missing" in side) ? [side] : []));
  if (!left || !right) return <Skeleton label={m.arsenal_loading_the_weapons()} rows={4} />;
  return (
    <DuelOutcome duel={shown} names={names} sides={[left, right]}>
      {children}
    </DuelOutcome>
  );
}

const formatMissing = (name: string, { missing }: { missing: readonly MissingFigure[] }): string =>
  missing.length === 0
    ? m.arsenal_duel_build_not_in_patch({ weapon: name })
    : m.arsenal_duel_missing_figures({ figures: formatList(missing.map((figure) => MISSING[figure])), weapon: name });

const MISSING: Record<MissingFigure, string> = {
  damage: m.arsenal_missing_damage(),
  pellets: m.arsenal_missing_pellets(),
  "rate of fire": m.arsenal_missing_rate_of_fire(),
  health: m.arsenal_missing_health(),
};
