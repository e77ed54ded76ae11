import type { Mechanics } from "#domain/game-data/schemas/mechanics.ts";
import type { Source } from "#domain/game-data/source.ts";
import { m } from "#messages";
import { formatUnit } from "#messages/game/figure-words.ts";
import { FIGURE_LABELS, formatFigure, formatReading, getShortLabel } from "#messages/game/figures.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Stat } from "#web/ui/figures/stat.tsx";
import { ScrollFrame } from "#web/ui/scroll-frame.tsx";
import { SourceNote } from "./source-note.tsx";

type SeasonTwoProps = { mechanics: Mechanics; sources: ReadonlyMap<string, Source> };

/** Shows the handling from the game files of September 2022, labelled with its season. */
export function SeasonTwo({ mechanics, sources }: SeasonTwoProps) {
  return (
    <section className="grid gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="text-2">{m.arsenal_handling()}</h3>
        <Badge>{m.common_season_2()}</Badge>
      </div>
      <p className="text-0 text-ink-2">
        <span>{m.arsenal_what_season_two_figures_are()}</span>{" "}
        <SourceNote source={sources.get(mechanics.sourceId)} isFull />
      </p>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3">
        <Stat label={FIGURE_LABELS.auto} value={formatFigure("auto", mechanics.rateOfFireRpm.auto)} />
        {(["draw", "zoom", "gravity", "drag"] as const).map((id) => (
          <Stat key={id} label={FIGURE_LABELS[id]} value={formatReading(id, { build: null, at: null, mechanics })} />
        ))}
        {mechanics.reload.kind === "round" && (
          <Stat label={getShortLabel("reload")} value={m.arsenal_round_by_round()} />
        )}
      </dl>
      <Stances
        title={m.arsenal_recoil_of_a_shot()}
        columns={[m.arsenal_recoil_up_column(), m.arsenal_recoil_left_column(), m.arsenal_recoil_right_column()]}
        rows={recoilRows(mechanics)}
      />
      <Stances
        title={FIGURE_LABELS.anySpread}
        columns={[m.arsenal_spread_least(), m.arsenal_spread_greatest(), m.arsenal_spread_by_a_shot()]}
        rows={spreadRows(mechanics)}
      />
    </section>
  );
}

type StanceRow = { name: string; values: readonly number[] };

const AIMS = [
  ["ads", m.arsenal_aimed()],
  ["hip", m.arsenal_from_the_hip()],
] as const;
const STANCES = [
  ["ads", "stand", m.arsenal_aimed_standing()],
  ["ads", "crouch", m.arsenal_aimed_crouching()],
  ["ads", "prone", m.arsenal_aimed_prone()],
  ["hip", "stand", m.arsenal_from_the_hip_standing()],
  ["hip", "crouch", m.arsenal_from_the_hip_crouching()],
  ["hip", "prone", m.arsenal_from_the_hip_prone()],
] as const;

function recoilRows({ recoil }: Mechanics): StanceRow[] {
  return AIMS.map(([aim, title]) => {
    const { up, left, right } = recoil[aim].stand;
    return { name: title, values: [up, left, right] };
  });
}

function spreadRows({ spread }: Mechanics): StanceRow[] {
  return STANCES.map(([aim, stance, name]) => {
    const { min, max, inc } = spread[aim][stance].base;
    return { name, values: [min, max, inc] };
  });
}

function Stances({ title, columns, rows }: { title: string; columns: readonly string[]; rows: readonly StanceRow[] }) {
  return (
    <ScrollFrame label={title}>
      <table className="num w-full text-0">
        <caption className="mb-1 text-left font-cond font-bold">{title}</caption>
        <thead>
          <tr className="border-b border-line-strong text-00 text-ink-2">
            <td />
            {columns.map((column) => (
              <th key={column} scope="col" className="px-2 py-1 text-right">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, values }) => (
            <tr key={name} className="border-b border-line">
              <th scope="row" className="py-1 text-left font-normal">
                {name}
              </th>
              {values.map((value, at) => (
                <td key={columns[at]} className="px-2 text-right">
                  {formatUnit("°", value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}
