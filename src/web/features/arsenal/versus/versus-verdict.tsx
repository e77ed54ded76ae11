import { memo, useMemo } from "react";
import type { Ballistics } from "#domain/weapons/ballistics.ts";
import {
  type Duellists,
  type DuelResult,
  getDuel,
  listMissingFigures,
  type MissingFigure,
  toHundred,
} from "#domain/weapons/duel.ts";
import { getSubject } from "#domain/weapons/figures.ts";
import { getMagazine } from "#domain/weapons/fire.ts";
import { getExactLimitMs, type Target } from "#domain/weapons/lethality/at-range.ts";
import { m } from "#messages";
import { formatList } from "#messages/format.ts";
import { formatHeadNote, formatVerdict } from "#messages/game/duel-words.ts";
import { formatReading } from "#messages/game/figures.ts";
import { classes } from "#web/ui/class-names.ts";
import { Announcement } from "#web/ui/feedback/announcement.tsx";
import { Panel } from "#web/ui/panel.tsx";
import type { Contestant } from "./versus-rows.ts";

/** The first two builds, with their figures. */
export type Rivals = { names: readonly [string, string]; builds: Duellists };

type Rival = Pick<Contestant, "weaponId" | "name" | "build">;

/** Returns the two builds as rivals, or the reasons why they cannot be compared. */
export function getRivals(
  [left, right]: readonly [Rival, Rival],
  target: Target,
): Rivals | { reasons: readonly string[] } {
  const reasons = [left, right].flatMap(({ name, build }) => {
    if (!build) return [m.arsenal_duel_build_not_in_patch({ weapon: name })];
    const missing = listMissingFigures(build, target).map((figure) => MISSING[figure]);
    return missing.length === 0 ? [] : [m.arsenal_duel_missing_figures({ figures: formatList(missing), weapon: name })];
  });
  if (!left.build || !right.build || reasons.length > 0) return { reasons };
  return {
    names: [left.name, right.name],
    builds: [
      { ...left.build, weaponId: left.weaponId },
      { ...right.build, weaponId: right.weaponId },
    ],
  };
}

const MISSING: Record<MissingFigure, string> = {
  damage: m.arsenal_missing_damage(),
  pellets: m.arsenal_missing_pellets(),
  "rate of fire": m.arsenal_missing_rate_of_fire(),
  health: m.arsenal_missing_health(),
  "body multiplier": m.arsenal_missing_body_multiplier(),
};

type BuildsVerdictProps = { contestants: readonly [Rival, Rival]; target: Target };

/** The verdict on two builds. */
export function BuildsVerdict({ contestants, target }: BuildsVerdictProps) {
  return <VersusVerdict rivals={getRivals(contestants, target)} target={target} />;
}

type VersusVerdictProps = { rivals: ReturnType<typeof getRivals>; target: Target };

/** Shows how often each build wins, with the assumptions; or why no winner can be named. */
export const VersusVerdict = memo(function VersusVerdict({ rivals, target }: VersusVerdictProps) {
  if ("reasons" in rivals) {
    return (
      <ul className="panel grid gap-2 p-4 md:p-5">
        {rivals.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    );
  }
  return <Result rivals={rivals} target={target} />;
});

function Result({ rivals, target }: { rivals: Rivals; target: Target }) {
  const { names, builds } = rivals;
  const result = useMemo(() => getDuel(builds, target), [builds, target]);
  const verdict = formatVerdict(names, result, target.rangeM);
  const note = formatHeadNote(names, builds, target, result);
  return (
    <Panel className="grid gap-3">
      <Score
        rivals={rivals}
        // The times use the same assumption as the result.
        target={result.ignoresHeadshots ? { ...target, heads: 0 } : target}
        wins={result.decisiveUnknown ? null : result.wins}
      />
      <p className="text-2 font-semibold">{verdict}</p>
      <Announcement text={verdict} />
      {note && <p className="text-0 text-ink-2">{note}</p>}
      <Method rivals={rivals} result={result} />
    </Panel>
  );
}

type ScoreProps = { rivals: Rivals; target: Target; wins: DuelResult["wins"] | null };

/** Shows how many of a hundred fights each side wins and its time to kill; without counts if no winner can be named. */
function Score({ rivals: { names, builds }, target, wins }: ScoreProps) {
  const [left, right] = wins ? toHundred(wins) : [null, null];
  const trades = left === null || right === null ? 0 : 100 - left - right;
  const getTime = (build: Ballistics) => formatReading("ttk", getSubject(build, target)) ?? m.arsenal_unknown();
  return (
    <>
      <div className="num flex items-end justify-between gap-4">
        <Side name={names[0]} wins={left} time={getTime(builds[0])} className="text-series-1" />
        {trades > 0 && (
          <span className="pb-1 text-center text-0 text-ink-2">{m.arsenal_trades({ count: trades })}</span>
        )}
        <Side name={names[1]} wins={right} time={getTime(builds[1])} className="items-end text-right text-series-2" />
      </div>
      {left !== null && right !== null && (
        <svg
          aria-hidden="true"
          viewBox="0 0 100 1"
          preserveAspectRatio="none"
          className="h-3 w-full rounded-1 bg-surface-3"
        >
          <rect width={left} height={1} className="fill-series-1" />
          <rect x={100 - right} width={right} height={1} className="fill-series-2" />
        </svg>
      )}
    </>
  );
}

type SideProps = { name: string; wins: number | null; time: string; className: string };

const Side = ({ name, wins, time, className }: SideProps) => (
  <span className={classes("flex min-w-0 flex-col", className)}>
    {/* The sentence below contains the numbers. */}
    {wins !== null && (
      <b aria-hidden="true" className="text-6 leading-none">
        {wins}
      </b>
    )}
    <span className="text-0 font-semibold text-ink">{name}</span>
    <span className="text-0 text-ink-2">{m.arsenal_versus_ttk({ time })}</span>
  </span>
);

type MethodProps = { rivals: Rivals; result: DuelResult };

/** Lists what the computed distribution leaves out, and which figures of these two are unknown. */
function Method({ rivals: { names, builds }, result }: MethodProps) {
  const listNames = (holds: (build: Ballistics) => boolean) =>
    names.filter((_, index) => holds(builds[index === 0 ? 0 : 1]));
  const noReload = listNames((build) => getMagazine(build) === null);
  const noPause = listNames((build) => Number.isFinite(getExactLimitMs(build)));
  return (
    <details className="text-0 text-ink-2">
      <summary className="flex min-h-8 items-center font-semibold text-accent pointer-coarse:min-h-11">
        {m.arsenal_how_is_this_computed()}
      </summary>
      <ul className="mt-2 grid max-w-(--measure) list-disc gap-1 pl-5">
        <li>{m.arsenal_duel_method_start()}</li>
        <li>{m.arsenal_duel_method_hits()}</li>
        <li>{result.hasFlight ? m.arsenal_duel_method_flight_counts() : m.arsenal_duel_method_flight_left_out()}</li>
        {noReload.length > 0 && <li>{m.arsenal_duel_method_no_reload({ weapons: formatList(noReload) })}</li>}
        {noPause.length > 0 && <li>{m.arsenal_duel_method_no_burst_pause({ weapons: formatList(noPause) })}</li>}
      </ul>
    </details>
  );
}
