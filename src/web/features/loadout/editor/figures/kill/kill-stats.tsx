import { formatTtk } from "#domain/game-data/text/figure-words.ts";
import type { Ballistics } from "#domain/weapons/ballistics.ts";
import type { Spread } from "#domain/weapons/lethality/hit-rate.ts";
import { figure } from "#web/components/charts/chart-scale.ts";
import { Stat } from "#web/components/figures/stat.tsx";
import type { Target } from "#web/features/loadout/editor/figures/aim.ts";
import { type Kill, killAt } from "./kill.ts";

type KillStatsProps = { build: Ballistics; asIssued: Ballistics | null; target: Target };

/** What a build does at the chosen range, each figure with its change against the weapon as issued. */
export function KillStats({ build, asIssued, target }: KillStatsProps) {
  const now = killAt(build, target);
  const then = asIssued && killAt(asIssued, target);
  const { magazine, velocityMps, rateOfFireRpm } = build;
  return (
    <dl aria-live="polite" className="grid grid-cols-3 gap-x-4 gap-y-3">
      <Stat
        label="Damage"
        value={now.damage === null ? null : figure(now.damage)}
        note={change(now.damage, then?.damage)}
      />
      <Stat label="Hits to kill" value={now.hits} note={change(now.hits, then?.hits)} />
      <Stat
        label="Time to kill"
        value={now.time && formatTtk(now.time.mean)}
        note={getBand(now, target) ?? change(now.time?.mean ?? null, then?.time?.mean, "ms")}
      />
      {target.hitRate < 1 && (
        <Stat label="Shots to kill" value={now.shots && figure(now.shots.mean)} note={shotsBand(now.shots)} />
      )}
      <Stat
        label="Magazine kills"
        value={now.magazineKills === null ? null : figure(now.magazineKills)}
        note={target.hitRate < 1 ? "on average" : change(now.magazineKills, then?.magazineKills)}
      />
      <Stat label="Magazine" value={magazine} note={change(magazine, asIssued?.magazine)} />
      <Stat
        label="Rate of fire"
        value={rateOfFireRpm === null ? null : figure(rateOfFireRpm)}
        unit="rpm"
        note={change(rateOfFireRpm, asIssued?.rateOfFireRpm)}
      />
      <Stat label="Velocity" value={velocityMps} unit="m/s" note={change(velocityMps, asIssued?.velocityMps)} />
      <ReloadStat build={build} />
    </dl>
  );
}

function ReloadStat({ build: { reload } }: Pick<KillStatsProps, "build">) {
  if (!reload) return <Stat label="Reload" value={null} />;
  const [left, empty] = [reload.tacticalS / reload.speed, reload.emptyS / reload.speed];
  return <Stat label="Reload" value={figure(left)} unit="s" note={`${figure(empty)} s when empty`} />;
}

function getBand({ time }: Kill, { hitRate }: Target): string | null {
  if (!time || hitRate === 1) return null;
  return `${formatTtk(time.p10)} to ${formatTtk(time.p90)} in 8 of 10`;
}

const shotsBand = (shots: Spread | null) => shots && `${figure(shots.p10)} to ${figure(shots.p90)} in 8 of 10`;

/** A signed change against the weapon as issued; nothing where there is none. */
function change(now: number | null, then: number | null | undefined, unit = ""): string | null {
  if (now === null || then === null || then === undefined) return null;
  const difference = Math.round((now - then) * 10) / 10;
  if (difference === 0) return null;
  return `${difference < 0 ? "−" : "+"}${figure(Math.abs(difference), unit)} vs issued`;
}
