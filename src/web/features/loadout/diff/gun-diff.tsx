import { useMemo } from "react";
import { formatTtk } from "#domain/game-data/text/figure-words.ts";
import { killSentence } from "#domain/loadout/description/kill-sentence.ts";
import { LineChart } from "#web/components/charts/chart.tsx";
import { Unknown } from "#web/components/figures/stat.tsx";
import type { Target } from "#web/features/loadout/editor/figures/aim.ts";
import { FigureSources } from "#web/features/loadout/editor/figures/figure-sources.tsx";
import {
  createAxis,
  DISTANCE,
  damageSeries,
  getKillLine,
  timeLine,
} from "#web/features/loadout/editor/figures/kill/kill.ts";
import { getCaption } from "#web/features/loadout/editor/figures/kill/ttk-chart.tsx";
import { type FigureRow, figureRows, type Gun } from "./compare.ts";

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
  const id = `diff-${title.toLowerCase()}`;
  return (
    <section aria-labelledby={id} className="panel grid min-w-0 content-start gap-4 p-4 md:p-5">
      <h3 id={id} className="text-2">
        {title}
      </h3>
      <p aria-live="polite" className="font-semibold">
        {sentence}
      </p>
      <Figures rows={figureRows(a, b, target)} a={a?.name ?? "Empty"} b={b?.name ?? "Empty"} />
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
      <h4 className="font-cond text-1 font-bold">
        Sources of {side}: {gun.name}
      </h4>
      <FigureSources answer={gun.answer} build={gun.build} />
    </div>
  );
}

/** How B kills against A, over all ranges. */
function getSentence(a: Gun | null, b: Gun | null, target: Target): string {
  const [stepsA, stepsB] = [a, b].map((gun) =>
    (gun?.build ? getKillLine(gun.build, target) : []).map(({ fromM, time }) => ({ fromM, ttkMs: time?.mean ?? null })),
  );
  const sentence = killSentence(stepsA ?? [], stepsB ?? []);
  return sentence === "No public figure" ? "No public figure for the time to kill of both" : sentence;
}

function Figures({ rows, a, b }: { rows: readonly FigureRow[]; a: string; b: string }) {
  return (
    <table className="num w-full table-fixed text-0">
      <thead>
        <tr className="border-b border-line-strong text-left align-bottom text-ink-2">
          <th scope="col" className="py-1 pr-2">
            Figure
          </th>
          <th scope="col" className="px-2 py-1 text-right break-words">
            A: {a}
          </th>
          <th scope="col" className="py-1 pl-2 text-right break-words">
            B: {b}
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
      {value ?? <Unknown />}
      {isBetter && <span className="block text-00 text-ok">better</span>}
    </td>
  );
}

function Charts({ a, b, target }: Omit<GunDiffProps, "title">) {
  const named = [
    { name: `A: ${a?.name ?? "empty"}`, build: a?.build },
    { name: `B: ${b?.name ?? "empty"}`, build: b?.build },
  ];
  const damages = named.flatMap(({ name, build }) => (build?.damage ? [damageSeries(name, build.damage)] : []));
  const times = named.flatMap(({ name, build }) => {
    const line = build ? getKillLine(build, target) : [];
    return line.some(({ time }) => time !== null) ? [timeLine(name, line)] : [];
  });
  const { hitPoints, rangeM } = target;
  return (
    <>
      {damages.length > 0 && (
        <LineChart
          caption="Damage of one bullet or pellet to the chest by distance."
          x={DISTANCE}
          y={createAxis(damages, "Damage", "")}
          series={damages}
          at={rangeM}
        />
      )}
      {times.length > 0 && hitPoints !== null && (
        <LineChart
          caption={`${getCaption(target, hitPoints)}${target.hitRate < 1 ? " The mean of many fights." : ""}`}
          x={DISTANCE}
          y={createAxis(times, "Time to kill", "ms")}
          series={times}
          at={rangeM}
          say={formatTtk}
        />
      )}
    </>
  );
}
