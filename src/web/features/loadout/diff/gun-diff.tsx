import { useId, useMemo } from "react";
import type { SoldierLoadout } from "#domain/loadout/loadout.ts";
import type { Ballistics } from "#domain/weapons/ballistics.ts";
import { exactUpToMs } from "#domain/weapons/lethality/at-range.ts";
import { m } from "#messages";
import { formatSeconds, formatTtk } from "#messages/game/figure-words.ts";
import { killSentence } from "#messages/loadout/kill-sentence.ts";
import { LineChart } from "#web/components/charts/chart.tsx";
import { figure } from "#web/components/charts/chart-scale.ts";
import { Unknown } from "#web/components/figures/stat.tsx";
import { CarriedSilhouette } from "#web/data/silhouettes.tsx";
import type { Target } from "#web/features/loadout/editor/figures/aim-controls.tsx";
import { FigureSources } from "#web/features/loadout/editor/figures/figure-sources.tsx";
import { formatHandling, type HandlingFigure } from "#web/features/loadout/editor/figures/handling.ts";
import {
  createAxis,
  DISTANCE,
  damageSeries,
  getKillLine,
  killAt,
  timeLine,
} from "#web/features/loadout/editor/figures/kill/kill.ts";
import { getCaption } from "#web/features/loadout/editor/figures/kill/kill-figures.tsx";
import type { WeaponAnswer } from "#web/features/loadout/loadout-search.ts";

type GunDiffProps = {
  title: string;
  /** Null: an empty slot. */
  a: Gun | null;
  b: Gun | null;
  target: Target;
};

/** Two guns of one slot: a sentence on how they kill, their figures, their charts in one. */
export function GunDiff({ title, a, b, target }: GunDiffProps) {
  const sentence = useMemo(() => getSentence(a, b, target), [a, b, target]);
  const id = useId();
  return (
    <section aria-labelledby={id} className="panel grid min-w-0 content-start gap-4 p-4 md:p-5">
      <h3 id={id} className="text-2">
        {title}
      </h3>
      <p aria-live="polite" className="font-semibold">
        {sentence}
      </p>
      <div className="grid grid-cols-2 gap-4 text-ink-2">
        {[a, b].map((gun, side) => (
          <div key={side === 0 ? "a" : "b"}>
            {gun && <CarriedSilhouette carried={gun.carried} className="w-full" />}
          </div>
        ))}
      </div>
      <Figures
        rows={figureRows(a, b, target)}
        a={a?.name ?? m.loadout_empty_slot()}
        b={b?.name ?? m.loadout_empty_slot()}
      />
      <Charts a={a} b={b} target={target} />
      <Sources side="A" gun={a} />
      {b?.name !== a?.name && <Sources side="B" gun={b} />}
    </section>
  );
}

function Sources({ side, gun }: { side: string; gun: Gun | null }) {
  if (!gun?.answer || !gun.build) return null;
  return (
    <div className="grid gap-1">
      <h4 className="font-cond text-1 font-bold">{m.loadout_sources_of_side({ side, name: gun.name })}</h4>
      <FigureSources answer={gun.answer} build={gun.build} />
    </div>
  );
}

/** How B kills against A, over all ranges. */
function getSentence(a: Gun | null, b: Gun | null, target: Target): string {
  const [stepsA = [], stepsB = []] = [a, b].map((gun) =>
    (gun?.build ? getKillLine(gun.build, target) : []).map(({ fromM, time }) => ({ fromM, ttkMs: time?.mean ?? null })),
  );
  const isKnown = [...stepsA, ...stepsB].some(({ fromM }) =>
    [stepsA, stepsB].every((steps) => (steps.findLast((step) => step.fromM <= fromM)?.ttkMs ?? null) !== null),
  );
  if (!isKnown) return m.loadout_no_public_time_of_both();
  const sentence = killSentence(stepsA, stepsB);
  const minimums = [a, b].flatMap((gun) => (gun?.build?.hasBurstsOnly ? [gun.name] : []));
  const note = getMinimumsNote([...new Set(minimums)]);
  return note ? `${sentence.replace(/\.?$/, ".")} ${note}` : sentence;
}

/** A sentence on whose times are minimums; null where all are exact. */
function getMinimumsNote([weaponA, weaponB]: readonly string[]): string | null {
  if (weaponA === undefined) return null;
  return weaponB === undefined
    ? m.loadout_times_are_minimums({ weapon: weaponA })
    : m.loadout_times_of_both_are_minimums({ weaponA, weaponB });
}

function Figures({ rows, a, b }: { rows: readonly FigureRow[]; a: string; b: string }) {
  return (
    <table className="num w-full table-fixed text-0">
      <thead>
        <tr className="border-b border-line-strong text-left align-bottom text-ink-2">
          <th scope="col" className="py-1 pr-2">
            {m.common_figure()}
          </th>
          <th scope="col" className="px-2 py-1 text-right break-words">
            {m.loadout_side_a({ name: a })}
          </th>
          <th scope="col" className="py-1 pl-2 text-right break-words">
            {m.loadout_side_b({ name: b })}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.title} className="border-b border-line align-top">
            <th scope="row" className="py-1 pr-2 text-left font-normal">
              {row.title}
            </th>
            <Cell value={row.a} isBetter={row.better === "a"} />
            <Cell value={row.b} isBetter={row.better === "b"} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ value, isBetter }: { value: string | null; isBetter: boolean }) {
  return (
    <td className={`px-2 py-1 text-right last:pr-0 ${isBetter ? "font-bold" : ""}`}>
      {value === null ? <Unknown /> : <span>{value}</span>}
      {isBetter && <span className="block text-00 text-ok">{m.loadout_figure_is_better()}</span>}
    </td>
  );
}

function Charts({ a, b, target }: Omit<GunDiffProps, "title">) {
  const named = [
    { name: m.loadout_side_a({ name: a?.name ?? "" }), build: a?.build },
    { name: m.loadout_side_b({ name: b?.name ?? "" }), build: b?.build },
  ];
  const damages = named.flatMap(({ name, build }) => (build?.damage ? [damageSeries(name, build.damage)] : []));
  const times = named.flatMap(({ name, build }) => {
    const line = build ? getKillLine(build, target) : [];
    if (!build || line.every(({ time }) => time === null)) return [];
    return [{ ...timeLine(name, line), exactUpTo: exactUpToMs(build, target.hitRate) }];
  });
  const { hitPoints, rangeM } = target;
  return (
    <>
      {damages.length > 0 && (
        <LineChart
          caption={m.common_damage_of_one_bullet_or_pellet()}
          x={DISTANCE}
          y={createAxis(damages, m.common_damage(), "")}
          series={damages}
          at={rangeM}
        />
      )}
      {times.length > 0 && hitPoints !== null && (
        <LineChart
          caption={[
            getCaption(target, hitPoints),
            ...(target.hitRate < 1 ? [m.loadout_mean_of_many_fights()] : []),
          ].join(" ")}
          x={DISTANCE}
          y={createAxis(times, m.common_ttk(), m.unit_ms())}
          series={times}
          at={rangeM}
          say={formatTtk}
        />
      )}
    </>
  );
}

// The figures of two guns side by side, and which of the two is better.
export type Gun = {
  name: string;
  carried: SoldierLoadout["primary"];
  /** What is known of the weapon, its sources among it; null where that is not at hand. */
  answer: WeaponAnswer | null;
  build: Ballistics | null;
  /** Of Battlefield 2042's Season 2; empty where nothing is public. */
  handling: readonly HandlingFigure[];
};

export type FigureRow = {
  title: string;
  /** Null: no public figure. */
  a: string | null;
  b: string | null;
  /** Null where both are alike or one of them is unknown. */
  better: "a" | "b" | null;
};

type Measure = {
  title: string;
  a: number | null;
  b: number | null;
  say: (value: number, isMinimum?: boolean) => string;
  isMore?: true;
  /** The sides whose value is a minimum, which is never the better one. */
  minimum?: { a: boolean; b: boolean };
};

/** Each figure of both guns at this target, what more or less of is better marked; none for a gun that is missing. */
export function figureRows(a: Gun | null, b: Gun | null, target: Target): readonly FigureRow[] {
  const [one, other] = [getNumbers(a?.build ?? null, target), getNumbers(b?.build ?? null, target)];
  const range = target.rangeM;
  const pair = <Key extends keyof typeof one>(key: Key) => ({ a: one[key], b: other[key] });
  const plain = (value: number) => figure(value);
  const measures: readonly Measure[] = [
    { title: m.loadout_damage_at_range({ range }), ...pair("damage"), say: plain, isMore: true },
    { title: m.loadout_shots_to_kill_at_range({ range }), ...pair("hits"), say: plain },
    { title: m.loadout_ttk_at_range({ range }), ...pair("time"), say: formatTtk, minimum: pair("isMinimum") },
    { title: m.common_magazine(), ...pair("magazine"), say: plain, isMore: true },
    { title: m.loadout_magazine_kills_at_range({ range }), ...pair("kills"), say: plain, isMore: true },
    { title: m.common_rate_of_fire(), ...pair("rpm"), say: (rpm) => figure(rpm, m.unit_rpm()), isMore: true },
    { title: m.common_velocity(), ...pair("velocity"), say: (speed) => figure(speed, m.unit_mps()), isMore: true },
    { title: m.common_reload_round_left(), ...pair("reload"), say: formatSeconds },
    { title: m.common_reload_empty(), ...pair("emptyReload"), say: formatSeconds },
    ...handlingMeasures(a, b),
  ];
  return measures.map(getRow);
}

function getNumbers(build: Ballistics | null, target: Target) {
  const kill = build && killAt(build, target);
  const reload = build?.reload ?? null;
  return {
    damage: kill?.damage ?? null,
    hits: kill?.hits ?? null,
    time: kill?.time?.mean ?? null,
    isMinimum: kill?.isMinimum ?? false,
    magazine: build?.magazine ?? null,
    kills: kill?.magazineKills ?? null,
    rpm: build?.rateOfFireRpm ?? null,
    velocity: build?.velocityMps ?? null,
    reload: reload?.tacticalS ?? null,
    emptyReload: reload?.emptyS ?? null,
  };
}

function handlingMeasures(a: Gun | null, b: Gun | null): readonly Measure[] {
  const titles = new Map([...(a?.handling ?? []), ...(b?.handling ?? [])].map(({ title, unit }) => [title, unit]));
  const getFigure = (gun: Gun | null, title: string) => gun?.handling.find((one) => one.title === title)?.value ?? null;
  return [...titles].map(([title, unit]) => ({
    title: m.loadout_figure_season_2({ figure: title }),
    ...{ a: getFigure(a, title), b: getFigure(b, title) },
    say: (value) => formatHandling(value, unit),
  }));
}

function getRow({ title, a, b, say, isMore, minimum = { a: false, b: false } }: Measure): FigureRow {
  const textA = a === null ? null : say(a, minimum.a);
  const textB = b === null ? null : say(b, minimum.b);
  const better = textA === textB ? null : getBetter(a, b, isMore);
  return { title, a: textA, b: textB, better: better && minimum[better] ? null : better };
}

function getBetter(a: number | null, b: number | null, isMore = false): FigureRow["better"] {
  if (a === null || b === null || a === b) return null;
  return a > b === isMore ? "a" : "b";
}
