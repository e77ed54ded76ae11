import type { WritableAtom } from "nanostores";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { GameId } from "#domain/game.ts";
import { SEASON_TWO } from "#domain/game-data/patch.ts";
import { type Figure, getBallistics } from "#domain/weapons/ballistics.ts";
import type { Target } from "#domain/weapons/lethality/at-range.ts";
import { RANGE_M } from "#domain/weapons/scenario.ts";
import { m } from "#messages";
import { formatTarget } from "#messages/game/scenario-words.ts";
import { useInterruptedInput } from "#web/data/offline/typed/interrupted-input.ts";
import type { ListedWeapon } from "#web/features/arsenal/listed-weapon.ts";
import { COMPARED, type Terms, type TermsChange } from "#web/features/arsenal/terms.ts";
import { type Listing, useAim } from "#web/features/arsenal/use-arsenal.ts";
import {
  BuildChoice,
  type Chosen,
  getBallisticChoice,
  type Mounted,
  readMounted,
} from "#web/features/arsenal/weapon/build-choice.tsx";
import { LoadFailed, useWeaponAnswers, type WeaponAnswer } from "#web/features/arsenal/weapon/source-note.tsx";
import { classOfOne, getEarlierHeads } from "#web/features/arsenal/words.ts";
import { Button } from "#web/ui/button.tsx";
import { useStore } from "#web/ui/environment.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Combobox } from "#web/ui/fields/combobox.tsx";
import { RangeSlider } from "#web/ui/fields/range-slider.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";
import { useFocusOnMount, useHotkey } from "#web/ui/keyboard.ts";
import { CompareCharts, useRangeStore } from "./compare-charts.tsx";
import { type Contestant, compareRows } from "./compare-rows.ts";
import { CompareTable } from "./compare-table.tsx";

type CompareViewProps = {
  game: GameId;
  listing: Listing;
  terms: Terms;
  onChange: (change: TermsChange) => void;
  onOpen: (weaponId: string) => void;
  onDuel: (value: string) => void;
  onClose: () => void;
};

const NOTHING: Chosen = { barrel: null, ammunition: null };

/** Up to four weapons side by side: charts over each other, and every figure in a row. */
export function CompareView({ game, listing, terms, onChange, onOpen, onDuel, onClose }: CompareViewProps) {
  const weapons = useMemo(() => getChosen(listing.weapons, terms.compared), [listing, terms.compared]);
  const { answers, failed, retry } = useWeaponAnswers(game, terms.patch, weapons);
  const answered = useAnswered(weapons, answers);
  const { value: chosen, set: setChosen } = useInterruptedInput("compare", {}, readMounted, "tab");
  const [onlyDifferences, setOnlyDifferences] = useState(false);
  const contestants = useContestants(answered, chosen);
  const target = useAim(terms, listing.combat);
  const rows = useMemo(() => compareRows(contestants, target), [contestants, target]);
  const store = useRangeStore(terms.rangeM, onChange);
  const sources = useMemo(() => new Map(answered[0]?.answer.sources.map((source) => [source.id, source])), [answered]);
  const builds = useMemo(() => getBuilds(answered, chosen, setChosen), [answered, chosen, setChosen]);
  const moves = useMoves(onChange);
  const earlierHeads = terms.heads === 0 ? null : getEarlierHeads(weapons);
  useEscape(onClose);
  return (
    <section aria-labelledby="compare-title" className="grid gap-6">
      <Head
        target={formatConditions(game, terms, target)}
        note={earlierHeads}
        onDuel={contestants.length < 2 ? null : () => onDuel(getDuelAddress(contestants, chosen))}
        onClose={onClose}
      />
      {failed && <LoadFailed onRetry={retry} />}
      <div className="panel grid items-start gap-x-6 gap-y-4 p-4 md:grid-cols-[2fr_1fr] md:p-5">
        <LiveRange store={store} />
        <AddWeapon weapons={listing.weapons} compared={terms.compared} onChange={onChange} />
      </div>
      {contestants.length === 0 && !failed && weapons.length > 0 && (
        <Skeleton label={m.arsenal_loading_the_weapons()} rows={6} />
      )}
      {contestants.length > 0 && (
        <>
          <CompareCharts contestants={contestants} target={target} store={store} />
          <Switch label={m.arsenal_only_differences()} checked={onlyDifferences} onChange={setOnlyDifferences} />
          <CompareTable
            contestants={contestants}
            rows={rows}
            store={store}
            settledM={terms.rangeM}
            onlyDifferences={onlyDifferences}
            sources={sources}
            builds={builds}
            onOpen={onOpen}
            {...moves}
          />
        </>
      )}
    </section>
  );
}

const getChosen = (weapons: readonly ListedWeapon[], ids: readonly string[]) =>
  ids.flatMap((id) => weapons.find((weapon) => weapon.id === id) ?? []);

/** Weapons whose answer has come, in their order; the same list while nothing new comes. */
function useAnswered(
  weapons: readonly ListedWeapon[],
  answers: readonly (Answered["answer"] | null)[],
): readonly Answered[] {
  return useMemo(
    () =>
      weapons.flatMap((weapon) => {
        const answer = answers.find((one) => one?.weapon.id === weapon.id);
        return answer ? [{ weapon, answer }] : [];
      }),
    [weapons, answers],
  );
}

/** A duel of the first two, with what is mounted on them. */
function getDuelAddress(contestants: readonly Contestant[], chosen: Mounted): string {
  const sides = contestants.slice(0, 2).map(({ id }) => {
    const { barrel, ammunition } = chosen[id] ?? NOTHING;
    return `${id}:${barrel ?? ""}:${ammunition ?? ""}`;
  });
  return sides.join(",");
}

type HeadProps = { target: string; note: string | null; onDuel: (() => void) | null; onClose: () => void };

function Head({ target, note, onDuel, onClose }: HeadProps) {
  const title = useFocusOnMount<HTMLHeadingElement>();
  return (
    <header className="flex flex-wrap items-start justify-between gap-3">
      <div>
        <h2 ref={title} id="compare-title" tabIndex={-1} className="text-5 outline-none">
          {m.arsenal_comparison()}
        </h2>
        <p className="text-0 text-ink-2">{target}</p>
        {note && <p className="text-0 text-ink-2">{note}</p>}
      </div>
      <div className="flex gap-2">
        {onDuel && <Button onClick={onDuel}>{m.arsenal_duel()}</Button>}
        <Button onClick={onClose}>{m.arsenal_back_to_all_weapons()}</Button>
      </div>
    </header>
  );
}

function LiveRange({ store }: { store: WritableAtom<number> }) {
  const rangeM = useStore(store);
  return <RangeSlider label={m.common_range()} {...RANGE_M} value={rangeM} unit={m.unit_m()} onChange={store.set} />;
}

function useMoves(onChange: (change: TermsChange) => void) {
  const onRemove = useCallback(
    (id: string) => onChange(({ compared }) => ({ compared: compared.filter((one) => one !== id) })),
    [onChange],
  );
  const onMove = useCallback(
    (id: string, by: -1 | 1) =>
      onChange(({ compared }) => {
        const others = compared.filter((one) => one !== id);
        const place = compared.indexOf(id) + by;
        return { compared: [...others.slice(0, place), id, ...others.slice(place)] };
      }),
    [onChange],
  );
  return { onRemove, onMove };
}

function getBuilds(answered: readonly Answered[], chosen: Mounted, setChosen: (chosen: Mounted) => void) {
  if (!answered.some(({ answer }) => answer.game === "bf2042")) return null;
  return answered.map(({ weapon: { id }, answer }) =>
    answer.game === "bf2042" && answer.weapon.base ? (
      <BuildChoice
        key={id}
        isNarrow
        answer={answer}
        base={answer.weapon.base}
        chosen={chosen[id] ?? NOTHING}
        onChange={(next) => setChosen({ ...chosen, [id]: next })}
      />
    ) : null,
  );
}

/** Escape leaves, unless something opened above the screen takes it first. */
const useEscape = (onClose: () => void): void =>
  useHotkey(({ key }) => {
    if (key === "Escape" && !document.querySelector("[role=dialog]")) onClose();
  });

type AddWeaponProps = Pick<Terms, "compared"> & {
  weapons: readonly ListedWeapon[];
  onChange: (change: TermsChange) => void;
};

/** A picker of one more weapon, until there are four. */
function AddWeapon({ weapons, compared, onChange }: AddWeaponProps) {
  const options = useMemo(
    () =>
      [...weapons]
        .filter(({ id }) => !compared.includes(id))
        .sort((a, b) => a.nameRank - b.nameRank)
        .map((weapon) => ({ value: weapon.id, label: weapon.name, note: classOfOne(weapon.class) })),
    [weapons, compared],
  );
  const picker = useRef<HTMLDivElement>(null);
  const isAlone = compared.length < COMPARED.min;
  // One weapon compares with nothing: the next one is typed at once.
  useEffect(() => {
    if (isAlone) picker.current?.querySelector("input")?.focus();
  }, [isAlone]);
  if (compared.length >= COMPARED.max) return <p className="text-0 text-ink-2">{m.arsenal_compare_up_to_four()}</p>;
  return (
    <div ref={picker}>
      <Combobox
        label={m.arsenal_add_a_weapon()}
        value={null}
        options={options}
        placeholder={m.common_name()}
        onChange={(id) => onChange({ compared: [...compared, id] })}
      />
    </div>
  );
}

/** What is shot at, and how well, in a sentence. */
const formatConditions = (game: GameId, { patch }: Terms, target: Omit<Target, "rangeM">): string =>
  m.arsenal_target({
    conditions: [formatTarget(target), ...(game === "bf2042" ? [formatFiguresOf(patch)] : [])].join(", "),
  });

const formatFiguresOf = (patch: Terms["patch"]): string =>
  patch === SEASON_TWO ? m.arsenal_target_season_two() : m.arsenal_target_patch({ patch });

export type Answered = { weapon: ListedWeapon; answer: WeaponAnswer };

/** The weapons as contestants, each with what is mounted. */
function useContestants(answered: readonly Answered[], chosen: Mounted): readonly Contestant[] {
  return useMemo(
    () => answered.map(({ weapon, answer }) => getContestant(weapon, answer, chosen[weapon.id])),
    [answered, chosen],
  );
}

function getContestant(listed: ListedWeapon, answer: WeaponAnswer, chosen: Chosen | undefined): Contestant {
  const choice = answer.game === "bf2042" && chosen ? getBallisticChoice(chosen) : {};
  const build = getBallistics(answer.weapon, choice);
  return {
    id: listed.id,
    name: listed.name,
    build: build && { ...build, multipliers: listed.multipliers },
    mechanics: answer.game === "bf2042" ? answer.weapon.mechanics : null,
    disputed: getDisputed(answer, build?.disagree ?? false),
  };
}

function getDisputed(answer: WeaponAnswer, disagrees: boolean): readonly Figure[] {
  if (answer.game === "bf4") return answer.weapon.conflicts;
  return disagrees ? ["damage"] : [];
}
