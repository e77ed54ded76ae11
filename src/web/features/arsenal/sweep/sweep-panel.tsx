import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import { WEAPON_CLASSES, type WeaponClass } from "#domain/game-data/weapon-class.ts";
import { getHealth } from "#domain/weapons/hit-zones.ts";
import type { Sweep, SweepProgress, SweepResult } from "#domain/weapons/simulation/sweep.ts";
import { m } from "#messages";
import { formatTtk } from "#messages/game/figure-words.ts";
import { FIGURE_LABELS } from "#messages/game/figures.ts";
import { WEAPON_CLASS_TITLES } from "#messages/game/titles.ts";
import { useInterruptedInput } from "#web/data/offline/typed/interrupted-input.ts";
import { createAxis, DISTANCE } from "#web/data/range-lines.ts";
import type { ListedWeapon } from "#web/features/arsenal/listed-weapon.ts";
import type { Row } from "#web/features/arsenal/table/row-figures.ts";
import type { Terms } from "#web/features/arsenal/terms.ts";
import { getEarlierHeads } from "#web/features/arsenal/words.ts";
import { Button } from "#web/ui/button.tsx";
import { LineChart } from "#web/ui/charts/chart.tsx";
import { NativeSelect } from "#web/ui/fields/native-select.tsx";
import { RangeSlider } from "#web/ui/fields/range-slider.tsx";
import { useFocusOnMount } from "#web/ui/keyboard.ts";
import { ScrollFrame } from "#web/ui/scroll-frame.tsx";
import {
  bestLines,
  formatMean,
  getPercents,
  getSweep,
  listOneHit,
  type OneHitTerms,
  PLACES,
  readPercents,
  readRankedClass,
  splitRanking,
} from "./sweep-terms.ts";
import type { SweepWord } from "./sweep-worker.ts";

type SweepPanelProps = {
  rows: readonly Row[];
  /** Ids of the weapons the search leaves. */
  left: ReadonlySet<string>;
  terms: Terms;
  combat: Combat;
  onOpen: (weaponId: string) => void;
  onClose: () => void;
};

/** Which weapon kills fastest at each distance: fights tried by chance for every weapon the search leaves. */
export function SweepPanel({ rows, left, terms, combat, onOpen, onClose }: SweepPanelProps) {
  const { value: percents, set } = useInterruptedInput("sweep", getPercents(terms), readPercents, "tab");
  const { part, defensive, hitRate } = terms;
  const health = getHealth(combat, terms.health);
  const weapons = useMemo(
    () => rows.filter(({ weapon }) => left.has(weapon.id)).map(({ weapon }) => weapon),
    [rows, left],
  );
  const request = useMemo(
    () => (health === null ? null : getSweep(weapons, { part, defensive, hitRate, health, ...percents })),
    [weapons, part, defensive, hitRate, health, percents],
  );
  const earlierHeads = percents.headPercent > 0 && getEarlierHeads(weapons);
  const { state, start, cancel } = useSweep();
  const title = useFocusOnMount<HTMLHeadingElement>();
  const count = request?.sweep.contenders.length ?? 0;
  return (
    <section aria-labelledby="sweep-title" className="mt-6 grid gap-5">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <h2 ref={title} id="sweep-title" tabIndex={-1} className="text-4 outline-none">
          {m.arsenal_sweep_title()}
        </h2>
        <Button onClick={onClose}>{m.arsenal_back_to_the_list()}</Button>
      </header>
      <div className="panel grid items-end gap-x-6 gap-y-4 p-4 md:grid-cols-[1fr_1fr_auto] md:p-5">
        <RangeSlider
          label={m.arsenal_headshots()}
          value={percents.headPercent}
          min={0}
          max={100}
          step={5}
          unit={m.unit_per_cent()}
          onChange={(headPercent) => set({ ...percents, headPercent })}
        />
        <RangeSlider
          label={m.arsenal_pellets_of_a_shell_that_hit()}
          value={percents.pelletPercent}
          min={10}
          max={100}
          step={10}
          unit={m.unit_per_cent()}
          onChange={(pelletPercent) => set({ ...percents, pelletPercent })}
        />
        <Button
          kind="primary"
          disabled={count === 0 || state.kind === "running"}
          onClick={() => request && start(request.sweep)}
        >
          {m.arsenal_rank_weapons({ count })}
        </Button>
      </div>
      <p className="text-0 text-ink-2">
        <span>{m.arsenal_sweep_method()}</span>{" "}
        <span>
          {request && request.leftOut > 0
            ? m.arsenal_sweep_left_out_with_weapons({ count: request.leftOut })
            : m.arsenal_sweep_left_out()}
        </span>
      </p>
      {earlierHeads && <p className="text-0 text-ink-2">{earlierHeads}</p>}
      {health === null && <p>{m.arsenal_no_source_for_health()}</p>}
      <Progress state={state} onCancel={cancel} />
      {state.kind === "done" && request && (
        <Ranking result={state.result} contenders={request.sweep} weapons={weapons} onOpen={onOpen} />
      )}
    </section>
  );
}

function Progress({ state, onCancel }: { state: SweepState; onCancel: () => void }) {
  if (state.kind === "failed") return <p role="alert">{m.arsenal_ranking_failed()}</p>;
  if (state.kind !== "running")
    return (
      <p role="status" className="sr-only">
        {state.kind === "done" ? m.arsenal_ranked() : ""}
      </p>
    );
  const { done, total } = state.progress;
  return (
    <div className="flex flex-wrap items-center gap-4">
      <progress aria-label={m.arsenal_weapons_tried()} value={done} max={total} className="h-3 grow accent-accent" />
      <span className="num text-0">{m.arsenal_weapons_tried_of_total({ done, total })}</span>
      <Button size="small" onClick={onCancel}>
        {m.common_cancel()}
      </Button>
    </div>
  );
}

type RankingProps = {
  result: SweepResult;
  contenders: OneHitTerms;
  weapons: readonly ListedWeapon[];
  onOpen: (weaponId: string) => void;
};

/** The quickest weapons of a class at each distance, those that kill with one hit apart, and the best as lines. */
function Ranking({ result, contenders, weapons, onOpen }: RankingProps) {
  const classesHere = WEAPON_CLASSES.filter((id) => weapons.some((weapon) => weapon.class === id));
  const { value: chosen, set } = useInterruptedInput("sweep-class", classesHere[0] ?? "all", readRankedClass, "tab");
  const byId = useMemo(() => new Map(weapons.map((weapon) => [weapon.id, weapon])), [weapons]);
  const nameOf = (id: string) => byId.get(id)?.name ?? id;
  const split = useMemo(() => {
    const isListed = (id: string) => chosen === "all" || byId.get(id)?.class === chosen;
    return result.map(({ distanceM, ranking }) => {
      const oneHit = listOneHit(contenders, distanceM);
      return { distanceM, ...splitRanking(ranking, { isListed, isOneHit: (id) => oneHit.has(id) }) };
    });
  }, [result, contenders, byId, chosen]);
  const hasOneHit = split.some(({ oneHit }) => oneHit.length > 0);
  const lines = useMemo(
    () =>
      bestLines(
        split.map(({ distanceM, timed }) => ({ distanceM, ranking: timed })),
        (id) => byId.get(id)?.name ?? id,
      ),
    [split, byId],
  );
  return (
    <div className="grid gap-6">
      {classesHere.length > 1 && (
        <NativeSelect<WeaponClass | "all">
          label={m.arsenal_ranked_class()}
          value={chosen}
          choices={[
            ...classesHere.map((id) => ({ value: id, label: WEAPON_CLASS_TITLES[id] })),
            { value: "all" as const, label: m.arsenal_all_classes_together() },
          ]}
          onChange={set}
          className="w-60"
        />
      )}
      <ScrollFrame label={m.arsenal_lowest_mean_ttk_by_distance()} hasStickyStart>
        <table className="num w-full min-w-[44rem] text-0">
          <caption className="mb-2 text-left font-cond text-1 font-bold">
            {m.arsenal_lowest_mean_ttk_by_distance()}
          </caption>
          <thead>
            <tr className="border-b border-line-strong text-00 text-ink-2">
              <th scope="col" className="sticky left-0 bg-bg py-1.5 pr-3 text-left">
                {m.common_distance()}
              </th>
              {hasOneHit && (
                <th scope="col" className="px-2 text-left">
                  {m.arsenal_one_hit_kills()}
                </th>
              )}
              {PLACES.map((place) => (
                <th key={place} scope="col" className="px-2 text-left">
                  {place}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {split.map(({ distanceM, oneHit, timed }) => (
              <tr key={distanceM} className="border-b border-line">
                <th scope="row" className="sticky left-0 bg-bg py-1.5 pr-3 text-left">
                  {m.unit_quantity({ number: distanceM, unit: m.unit_m() })}
                </th>
                {hasOneHit && (
                  <td className="px-2 align-top">
                    {oneHit.slice(0, PLACES.length).map(({ weaponId }) => (
                      <WeaponButton key={weaponId} name={nameOf(weaponId)} onOpen={() => onOpen(weaponId)} />
                    ))}
                    {oneHit.length > PLACES.length && (
                      <span className="text-ink-2">{m.arsenal_and_more({ count: oneHit.length - PLACES.length })}</span>
                    )}
                  </td>
                )}
                {PLACES.map((place, index) => {
                  const ranked = timed[index];
                  return (
                    <td key={place} className="px-2 align-top">
                      {ranked && (
                        <>
                          <WeaponButton name={nameOf(ranked.weaponId)} onOpen={() => onOpen(ranked.weaponId)} />
                          <span className="text-ink-2">{formatMean(ranked)}</span>
                          {ranked.place !== index + 1 && (
                            <span className="ml-2 text-00 text-ink-3">{m.arsenal_same_place()}</span>
                          )}
                        </>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollFrame>
      {lines.length > 0 && (
        <LineChart
          caption={m.arsenal_sweep_chart()}
          x={DISTANCE}
          y={createAxis(lines, FIGURE_LABELS.ttk, m.unit_ms())}
          series={lines}
          say={formatTtk}
        />
      )}
    </div>
  );
}

function WeaponButton({ name, onOpen }: { name: string; onOpen: () => void }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="block min-h-6 text-left font-bold hover:text-accent hover:underline pointer-coarse:min-h-11"
    >
      {name}
    </button>
  );
}

type SweepState =
  | { kind: "none" | "failed" }
  | { kind: "running"; progress: SweepProgress }
  | { kind: "done"; result: SweepResult };

/** A sweep in a worker of its own: how it stands, how to start it anew, and how to stop it. */
function useSweep(): { state: SweepState; start: (sweep: Sweep) => void; cancel: () => void } {
  const [state, setState] = useState<SweepState>({ kind: "none" });
  const worker = useRef<Worker | null>(null);
  const stop = useCallback(() => {
    worker.current?.terminate();
    worker.current = null;
  }, []);
  useEffect(() => stop, [stop]);
  const start = useCallback(
    (sweep: Sweep) => {
      stop();
      const running = new Worker(new URL("./sweep-worker.ts", import.meta.url), { type: "module" });
      worker.current = running;
      setState({ kind: "running", progress: { done: 0, total: sweep.contenders.length } });
      running.addEventListener("message", ({ data }: MessageEvent<SweepWord>) => {
        if (data.kind === "progress") return setState({ kind: "running", progress: data });
        setState({ kind: "done", result: data.result });
        stop();
      });
      running.addEventListener("error", () => {
        setState({ kind: "failed" });
        stop();
      });
      running.postMessage(sweep);
    },
    [stop],
  );
  const cancel = useCallback(() => {
    stop();
    setState({ kind: "none" });
  }, [stop]);
  return { state, start, cancel };
}
