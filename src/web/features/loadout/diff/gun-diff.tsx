import { useId, useMemo } from "react";
import type { Mechanics } from "#domain/game-data/schemas/mechanics.ts";
import type { SoldierLoadout } from "#domain/loadout/loadout.ts";
import type { Ballistics } from "#domain/weapons/ballistics.ts";
import {
  type FigureId,
  type FigureSubject,
  getSubject,
  HANDLING_IDS,
  isBetter,
  isMinimum,
  readFigure,
} from "#domain/weapons/figures.ts";
import type { Target } from "#domain/weapons/lethality/at-range.ts";
import { m } from "#messages";
import { formatTtk } from "#messages/game/figure-words.ts";
import { FIGURE_LABELS, formatReading, getLabelAt, getShortLabel } from "#messages/game/figures.ts";
import { formatTtkCaption } from "#messages/game/scenario-words.ts";
import { describeKillDifference } from "#messages/loadout/kill-sentence.ts";
import { createAxis, createDamageSeries, createTtkSeries, DISTANCE } from "#web/data/range-lines.ts";
import { CarriedSilhouette } from "#web/data/silhouettes.tsx";
import { FigureSources } from "#web/features/loadout/editor/figures/figure-sources.tsx";
import type { WeaponResponse } from "#web/features/loadout/loadout-search.ts";
import { LineChart } from "#web/ui/charts/chart.tsx";
import { Announcement } from "#web/ui/feedback/announcement.tsx";
import { Unknown } from "#web/ui/figures/stat.tsx";

type GunDiffProps = {
  title: string;
  /** Null for an empty slot. */
  a: Gun | null;
  b: Gun | null;
  target: Target;
};

/** The comparison of two guns in a slot: a sentence about their times to kill, their figures, and a common chart. */
export function GunDiff({ title, a, b, target }: GunDiffProps) {
  const sentence = useMemo(() => getSentence(a, b, target), [a, b, target]);
  const id = useId();
  return (
    <section aria-labelledby={id} className="panel grid min-w-0 content-start gap-4 p-4 md:p-5">
      <h3 id={id} className="text-2">
        {title}
      </h3>
      <p className="font-semibold">{sentence}</p>
      <Announcement text={sentence} />
      <div className="grid grid-cols-2 gap-4 text-ink-2">
        {[a, b].map((gun, side) => (
          <div key={side === 0 ? "a" : "b"}>
            {gun && <CarriedSilhouette weapon={gun.weaponChoice} className="w-full" />}
          </div>
        ))}
      </div>
      <Figures
        rows={listFigureRows(a, b, target)}
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
  if (!gun?.response || !gun.build) return null;
  return (
    <div className="grid gap-1">
      <h4 className="font-cond text-1 font-bold">{m.loadout_sources_of_side({ side, name: gun.name })}</h4>
      <FigureSources response={gun.response} build={gun.build} />
    </div>
  );
}

/** Returns the difference of the times to kill at all ranges as a sentence. */
function getSentence(a: Gun | null, b: Gun | null, target: Target): string {
  const [stepsA = [], stepsB = []] = [a, b].map((gun) =>
    ((gun?.build && createTtkSeries("", gun.build, target))?.points ?? []).map(([fromM, ttkMs]) => ({ fromM, ttkMs })),
  );
  const isKnown = [...stepsA, ...stepsB].some(({ fromM }) =>
    [stepsA, stepsB].every((steps) => (steps.findLast((step) => step.fromM <= fromM)?.ttkMs ?? null) !== null),
  );
  if (!isKnown) return m.loadout_no_public_time_of_both();
  const sentence = describeKillDifference(stepsA, stepsB);
  const minimums = [a, b].flatMap((gun) => (gun?.build?.hasBurstsOnly ? [gun.name] : []));
  const note = getMinimumsNote([...new Set(minimums)]);
  return note ? `${sentence.replace(/\.?$/, ".")} ${note}` : sentence;
}

/** Returns a sentence that names the weapons whose times are minimums; null if all times are exact. */
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
          <tr key={row.id} className="border-b border-line align-top">
            <th scope="row" className="py-1 pr-2 text-left font-normal break-words hyphens-auto">
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
  const sides = [
    { name: m.loadout_side_a({ name: a?.name ?? "" }), build: a?.build },
    { name: m.loadout_side_b({ name: b?.name ?? "" }), build: b?.build },
  ];
  const damages = sides.flatMap(({ name, build }) => (build?.damage ? [createDamageSeries(name, build.damage)] : []));
  const times = sides.flatMap(({ name, build }) => {
    const line = build && createTtkSeries(name, build, target);
    if (!line) return [];
    // Two bands in a chart would overlap, so only the means are drawn.
    const { band: _, ...mean } = line;
    return [mean];
  });
  const { rangeM } = target;
  return (
    <>
      {damages.length > 0 && (
        <LineChart
          caption={m.common_damage_of_one_bullet_or_pellet()}
          x={DISTANCE}
          y={createAxis(damages, getShortLabel("damage"), "")}
          series={damages}
          defaultX={rangeM}
        />
      )}
      {times.length > 0 && (
        <LineChart
          caption={formatTtkCaption(target)}
          x={DISTANCE}
          y={createAxis(times, FIGURE_LABELS.ttk, m.unit_ms())}
          series={times}
          defaultX={rangeM}
          say={formatTtk}
        />
      )}
    </>
  );
}

// The figures of two guns, and which of them is better.
export type Gun = {
  name: string;
  weaponChoice: SoldierLoadout["primary"];
  /** The data of the weapon with their sources; null if they are not loaded. */
  response: WeaponResponse | null;
  build: Ballistics | null;
  /** Battlefield 2042's handling figures of Season 2 with the parts; null if they are not public. */
  mechanics: Mechanics | null;
};

export type FigureRow = {
  id: FigureId;
  title: string;
  /** Null if the figure is not public. */
  a: string | null;
  b: string | null;
  /** Null if both are equal or one is unknown. */
  better: "a" | "b" | null;
};

/** Returns the figures of both guns for this target, with the better gun marked; empty if a gun is missing. */
export function listFigureRows(a: Gun | null, b: Gun | null, target: Target): readonly FigureRow[] {
  const [subjectA, subjectB] = [a, b].map((gun) => getSubject(gun?.build ?? null, target, gun?.mechanics));
  if (!subjectA || !subjectB) return [];
  const getRow = (id: FigureId): FigureRow => ({
    id,
    title: getLabelAt(id, target),
    a: formatReading(id, subjectA),
    b: formatReading(id, subjectB),
    better: isFirstBetter(id, subjectA, subjectB) ? "a" : isFirstBetter(id, subjectB, subjectA) ? "b" : null,
  });
  const handling = HANDLING_IDS.filter((id) => readFigure(id, subjectA) !== null || readFigure(id, subjectB) !== null);
  return [
    ...(["damageAt", "shots", "ttk", "magazine", "magazineKills"] as const),
    ...(["rateOfFire", "velocity", "reload", "reloadEmpty"] as const),
  ]
    .map(getRow)
    .concat(handling.map(getRow).map((row) => ({ ...row, title: m.loadout_figure_season_2({ figure: row.title }) })));
}

/** Whether the first subject's figure is better. A minimum never counts as better. */
function isFirstBetter(id: FigureId, subject: FigureSubject, otherSubject: FigureSubject): boolean {
  const [value, otherValue] = [readFigure(id, subject), readFigure(id, otherSubject)];
  return value !== null && otherValue !== null && !isMinimum(id, subject) && isBetter(id, value, otherValue);
}
