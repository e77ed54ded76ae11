import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { GameId } from "#domain/game.ts";
import { Skeleton } from "#web/components/feedback/skeleton.tsx";
import { RangeSlider } from "#web/components/fields/range-slider.tsx";
import { Switch } from "#web/components/fields/switch.tsx";
import { Button } from "#web/components/ui/button.tsx";
import type { ListedWeapon } from "#web/features/arsenal/listed-weapon.ts";
import { RANGE_M, type Terms } from "#web/features/arsenal/terms.ts";
import { type Listing, useAim } from "#web/features/arsenal/use-arsenal.ts";
import type { TermsChange } from "#web/features/arsenal/use-terms.ts";
import { BuildChoice, type Chosen } from "#web/features/arsenal/weapon/build-choice.tsx";
import { AddWeapon } from "./add-weapon.tsx";
import { CompareCharts } from "./compare-charts.tsx";
import { compareRows } from "./compare-rows.ts";
import { CompareTable } from "./compare-table.tsx";
import { type RangeStore, useRange } from "./range-store.ts";
import { formatTarget } from "./say-target.ts";
import { type Answered, useAnswers, useContestants } from "./use-contestants.ts";
import { useRangeStore } from "./use-range-store.ts";

type CompareViewProps = {
  game: GameId;
  listing: Listing;
  terms: Terms;
  onChange: (change: TermsChange) => void;
  onOpen: (weaponId: string) => void;
  onClose: () => void;
};

const NOTHING: Chosen = { barrel: null, ammunition: null };

/** Up to four weapons side by side: charts over each other, and every figure in a row. */
export function CompareView({ game, listing, terms, onChange, onOpen, onClose }: CompareViewProps) {
  const weapons = useMemo(() => getChosen(listing.weapons, terms.compared), [listing, terms.compared]);
  const { answers, failed, retry } = useAnswers(game, weapons);
  const answered = useAnswered(weapons, answers);
  const [chosen, setChosen] = useState<Readonly<Record<string, Chosen>>>({});
  const [onlyDifferences, setOnlyDifferences] = useState(false);
  const contestants = useContestants(answered, chosen);
  const target = useAim(terms, listing.combat);
  const rows = useMemo(() => compareRows(contestants, target), [contestants, target]);
  const store = useRangeStore(terms.rangeM, onChange);
  const sources = useMemo(() => new Map(answered[0]?.answer.sources.map((source) => [source.id, source])), [answered]);
  const builds = useMemo(() => getBuilds(answered, chosen, setChosen), [answered, chosen]);
  const moves = useMoves(onChange);
  useEscape(onClose);
  return (
    <section aria-labelledby="compare-title" className="grid gap-6">
      <Head target={formatTarget(game, terms, target)} onClose={onClose} />
      {failed && (
        <div role="alert" className="flex items-center gap-3">
          <p>Not every weapon could be loaded.</p>
          <Button size="small" onClick={retry}>
            Try again
          </Button>
        </div>
      )}
      <div className="panel grid items-start gap-x-6 gap-y-4 p-4 md:grid-cols-[2fr_1fr] md:p-5">
        <LiveRange store={store} />
        <AddWeapon weapons={listing.weapons} compared={terms.compared} onChange={onChange} />
      </div>
      {contestants.length === 0 && !failed && weapons.length > 0 && <Skeleton label="Loading the weapons" rows={6} />}
      {contestants.length > 0 && (
        <>
          <CompareCharts contestants={contestants} target={target} store={store} />
          <Switch label="Only differences" checked={onlyDifferences} onChange={setOnlyDifferences} />
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

function Head({ target, onClose }: { target: string; onClose: () => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <header className="flex flex-wrap items-start justify-between gap-3">
      <div>
        <h2 ref={title} id="compare-title" tabIndex={-1} className="text-5 outline-none">
          Comparison
        </h2>
        <p className="text-0 text-ink-2">{target}</p>
      </div>
      <Button onClick={onClose}>Back to all weapons</Button>
    </header>
  );
}

function LiveRange({ store }: { store: RangeStore }) {
  const rangeM = useRange(store);
  return <RangeSlider label="Range" {...RANGE_M} value={rangeM} unit="m" onChange={store.set} />;
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

function getBuilds(
  answered: readonly Answered[],
  chosen: Readonly<Record<string, Chosen>>,
  setChosen: (update: (now: Readonly<Record<string, Chosen>>) => Readonly<Record<string, Chosen>>) => void,
) {
  if (!answered.some(({ answer }) => answer.game === "bf2042")) return null;
  return answered.map(({ weapon: { id }, answer }) =>
    answer.game === "bf2042" && answer.weapon.base ? (
      <BuildChoice
        key={id}
        isNarrow
        answer={answer}
        base={answer.weapon.base}
        chosen={chosen[id] ?? NOTHING}
        onChange={(next) => setChosen((now) => ({ ...now, [id]: next }))}
      />
    ) : null,
  );
}

/** Escape leaves, unless something opened above the screen takes it first. */
function useEscape(onClose: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("[role=dialog]")) return;
      onClose();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [onClose]);
}
