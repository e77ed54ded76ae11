import type { Mechanics } from "#domain/game-data/schemas/mechanics.ts";
import type { Source } from "#domain/game-data/source.ts";
import { m } from "#messages";
import { figure } from "#web/components/charts/chart-scale.ts";
import { Stat } from "#web/components/figures/stat.tsx";
import { Badge } from "#web/components/ui/badge.tsx";
import { SourceNote } from "./source-note.tsx";

type SeasonTwoProps = { mechanics: Mechanics; sources: ReadonlyMap<string, Source> };

const precise = new Intl.NumberFormat("en", { maximumFractionDigits: 3 });
const degrees = (value: number) => `${precise.format(value)}°`;

/** Handling as the game's files of September 2022 have it, marked with its season. */
export function SeasonTwo({ mechanics, sources }: SeasonTwoProps) {
  const { deployS, adsTransitionS, gravityMps2, drag, rateOfFireRpm } = mechanics;
  return (
    <section className="grid gap-3 border-t border-line pt-4">
      <h3 className="flex flex-wrap items-center gap-2 text-2">
        Handling <Badge>{m.common_season_2()}</Badge>
      </h3>
      <p className="text-0 text-ink-2">
        {m.arsenal_figures_of_september_2022_the_gun()} <SourceNote source={sources.get(mechanics.sourceId)} isFull />
      </p>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3">
        <Stat label={m.arsenal_rate_of_fire_auto()} value={figure(rateOfFireRpm.auto)} unit="rpm" />
        <Stat label={m.common_time_to_draw()} value={figure(deployS)} unit="s" />
        <Stat label={m.common_zoom_transition()} value={precise.format(adsTransitionS)} unit="s" />
        <Stat label={m.arsenal_gravity()} value={precise.format(gravityMps2)} unit="m/s²" />
        <Stat label={m.arsenal_drag()} value={precise.format(drag)} />
        {mechanics.reload.kind === "round" && <Stat label={m.common_reload()} value="Round by round" />}
      </dl>
      <Stances title={m.arsenal_recoil_of_a_shot()} columns={["Up", "Left", "Right"]} rows={recoilRows(mechanics)} />
      <Stances
        title={m.arsenal_spread()}
        columns={["Least", "Greatest", m.arsenal_by_a_shot()]}
        rows={spreadRows(mechanics)}
      />
    </section>
  );
}

type StanceRow = { name: string; values: readonly number[] };

const AIMS = [
  ["ads", "Aimed"],
  ["hip", m.arsenal_from_the_hip()],
] as const;
const STANCES = ["stand", "crouch", "prone"] as const;
const STANCE_TITLES = { stand: "standing", crouch: "crouching", prone: "prone" } as const;

function recoilRows({ recoil }: Mechanics): StanceRow[] {
  return AIMS.map(([aim, title]) => {
    const { up, left, right } = recoil[aim].stand;
    return { name: title, values: [up, left, right] };
  });
}

function spreadRows({ spread }: Mechanics): StanceRow[] {
  return AIMS.flatMap(([aim, title]) =>
    STANCES.map((stance) => {
      const { min, max, inc } = spread[aim][stance].base;
      return { name: `${title}, ${STANCE_TITLES[stance]}`, values: [min, max, inc] };
    }),
  );
}

function Stances({ title, columns, rows }: { title: string; columns: readonly string[]; rows: readonly StanceRow[] }) {
  return (
    <div className="overflow-x-auto">
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
                  {degrees(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
