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
import { killSentence } from "#messages/loadout/kill-sentence.ts";
import { createAxis, DISTANCE, damageLine, ttkLine } from "#web/data/range-lines.ts";
import { CarriedSilhouette } from "#web/data/silhouettes.tsx";
import { FigureSources } from "#web/features/loadout/editor/figures/figure-sources.tsx";
import type { WeaponAnswer } from "#web/features/loadout/loadout-search.ts";
import { LineChart } from "#web/ui/charts/chart.tsx";
import { Unknown } from "#web/ui/figures/stat.tsx";

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
            {gun && <CarriedSilhouette weapon={gun.weaponChoice} className="w-full" />}
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
    ((gun?.build && ttkLine("", gun.build, target))?.points ?? []).map(([fromM, ttkMs]) => ({ fromM, ttkMs })),
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
          <tr key={row.id} className="border-b border-line align-top">
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
  const damages = named.flatMap(({ name, build }) => (build?.damage ? [damageLine(name, build.damage)] : []));
  const times = named.flatMap(({ name, build }) => {
    const line = build && ttkLine(name, build, target);
    if (!line) return [];
    // Two bands in one chart would hide each other.
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
          at={rangeM}
        />
      )}
      {times.length > 0 && (
        <LineChart
          caption={formatTtkCaption(target)}
          x={DISTANCE}
          y={createAxis(times, FIGURE_LABELS.ttk, m.unit_ms())}
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
  weaponChoice: SoldierLoadout["primary"];
  /** What is known of the weapon, its sources among it; null where that is not at hand. */
  answer: WeaponAnswer | null;
  build: Ballistics | null;
  /** Of Battlefield 2042's Season 2 with the parts; null where nothing is public. */
  mechanics: Mechanics | null;
};

export type FigureRow = {
  id: FigureId;
  title: string;
  /** Null: no public figure. */
  a: string | null;
  b: string | null;
  /** Null where both are alike or one of them is unknown. */
  better: "a" | "b" | null;
};

/** Each figure of both guns at this target, what more or less of is better marked; none for a gun that is missing. */
export function figureRows(a: Gun | null, b: Gun | null, target: Target): readonly FigureRow[] {
  const [one, other] = [a, b].map((gun) => getSubject(gun?.build ?? null, target, gun?.mechanics));
  if (!one || !other) return [];
  const getRow = (id: FigureId): FigureRow => ({
    id,
    title: getLabelAt(id, target),
    a: formatReading(id, one),
    b: formatReading(id, other),
    better: isFirstBetter(id, one, other) ? "a" : isFirstBetter(id, other, one) ? "b" : null,
  });
  const handling = HANDLING_IDS.filter((id) => readFigure(id, one) !== null || readFigure(id, other) !== null);
  return [
    ...(["damageAt", "shots", "ttk", "magazine", "magazineKills"] as const),
    ...(["rateOfFire", "velocity", "reload", "reloadEmpty"] as const),
  ]
    .map(getRow)
    .concat(handling.map(getRow).map((row) => ({ ...row, title: m.loadout_figure_season_2({ figure: row.title }) })));
}

/** A minimum is never the better one. */
function isFirstBetter(id: FigureId, subject: FigureSubject, than: FigureSubject): boolean {
  const [value, other] = [readFigure(id, subject), readFigure(id, than)];
  return value !== null && other !== null && !isMinimum(id, subject) && isBetter(id, value, other);
}
