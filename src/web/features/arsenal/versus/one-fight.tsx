import { useEffect, useMemo, useState } from "react";
import { fightOnce, type Shot } from "#domain/weapons/duel.ts";
import type { Target } from "#domain/weapons/lethality/at-range.ts";
import { m } from "#messages";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/class-names.ts";
import { Segments } from "#web/ui/fields/segments.tsx";
import { Panel } from "#web/ui/panel.tsx";
import type { Rivals } from "./versus-verdict.tsx";

const SPEEDS = [
  { value: "1", label: m.arsenal_real_time() },
  { value: "0.25", label: m.arsenal_slow_motion() },
] as const;
type Speed = (typeof SPEEDS)[number]["value"];

/** Shows the shots of one simulated fight on two tracks over time. */
export function OneFight({ rivals: { names, builds }, target }: { rivals: Rivals; target: Target }) {
  /** 0 until the first fight. */
  const [seed, setSeed] = useState(0);
  const [speed, setSpeed] = useState<Speed>("1");
  const fight = useMemo(() => (seed === 0 ? [[], []] : fightOnce(builds, target, seed)), [builds, target, seed]);
  const endMs = Math.min(...fight.map((shots) => shots.at(-1)?.ms ?? 0));
  const { clockMs, play } = useClock(endMs, Number(speed));
  const start = () => {
    setSeed((now) => now + 1);
    play();
  };
  const isOver = seed > 0 && clockMs >= endMs;
  const fired = fight.map((shots) => shots.filter(({ ms }) => ms <= Math.min(clockMs, endMs)));
  return (
    <Panel title={m.arsenal_one_fight()} aria-label={m.arsenal_one_fight()} className="grid gap-4">
      {names.map((name, index) => (
        <Track
          key={index === 0 ? "left" : "right"}
          name={name}
          health={1 - sum(fired[1 - index] ?? [])}
          shots={fired[index] ?? []}
          endMs={endMs}
          colour={index === 0 ? "text-series-1" : "text-series-2"}
        />
      ))}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Button kind="primary" onClick={start}>
          {seed === 0 ? m.arsenal_fight() : m.arsenal_fight_again()}
        </Button>
        <Segments legend={m.arsenal_speed()} name="fight-speed" value={speed} choices={SPEEDS} onChange={setSpeed} />
        <span aria-hidden="true" className="num ml-auto text-2 font-bold">
          {m.unit_quantity({ number: Math.round(Math.min(clockMs, endMs)), unit: m.unit_ms() })}
        </span>
      </div>
      <p role="status" className="min-h-6 text-0 text-ink-2">
        {isOver && describeFight(names, fight, endMs)}
      </p>
    </Panel>
  );
}

const sum = (shots: readonly Shot[]): number => shots.reduce((total, { share }) => total + share, 0);

/** Returns the time of the fight on screen in milliseconds, and a function that plays it. It is at the end until played, and with reduced motion. */
function useClock(endMs: number, speed: number): { clockMs: number; play: () => void } {
  const [startedAt, setStartedAt] = useState<number | null>(null);
  const [clockMs, setClockMs] = useState(Number.POSITIVE_INFINITY);
  useEffect(() => {
    if (startedAt === null) return;
    let frame = 0;
    const tick = (now: number) => {
      const ms = Math.max(0, now - startedAt) * speed;
      setClockMs(ms);
      if (ms < endMs) frame = requestAnimationFrame(tick);
      else setStartedAt(null);
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [startedAt, endMs, speed]);
  const play = () => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    setClockMs(0);
    setStartedAt(performance.now());
  };
  return { clockMs: startedAt === null ? Number.POSITIVE_INFINITY : clockMs, play };
}

type TrackProps = {
  name: string;
  /** The share of this soldier's health that remains; below 0 if the last hit dealt more than remained. */
  health: number;
  shots: readonly Shot[];
  endMs: number;
  colour: string;
};

/** Shows a soldier's health, and the shots they fired: a disc for a hit, a diamond for a headshot, a tick for a miss. */
function Track({ name, health, shots, endMs, colour }: TrackProps) {
  // A remainder below a millionth is a rounding error of the summed shares.
  const remainingHealth = health < 1e-6 ? 0 : health;
  return (
    <div className={colour}>
      <div className="flex items-center gap-3">
        <span className="min-w-0 grow truncate text-0 font-semibold text-ink">{name}</span>
        <span className="num text-0 text-ink-2">
          {remainingHealth === 0
            ? m.arsenal_duel_down()
            : m.arsenal_duel_health_left({ percent: Math.ceil(remainingHealth * 100) })}
        </span>
      </div>
      <div aria-hidden="true" className="mt-1 h-2 overflow-hidden rounded-1 bg-surface-3">
        <div className="h-full bg-current" style={{ width: `${remainingHealth * 100}%` }} />
      </div>
      <div aria-hidden="true" className="relative mx-2 mt-3 mb-2 h-px bg-line-strong">
        {shots.map(({ ms, share, isHead }) => (
          <span
            key={ms}
            style={{ left: `${(ms / Math.max(1, endMs)) * 100}%` }}
            className={classes(
              "absolute -translate-1/2",
              share === 0 && "h-2 w-px bg-ink-3",
              share > 0 && (isHead ? "size-3 rotate-45 bg-current" : "size-2.5 rounded-full bg-current"),
            )}
          />
        ))}
      </div>
    </div>
  );
}

/** Describes the fight in a sentence: who fell, when, and after how many shots. */
function describeFight(names: readonly [string, string], fight: readonly (readonly Shot[])[], endMs: number): string {
  const [left, right] = fight.map((shots) => shots.at(-1)?.ms === endMs);
  if (left && right) return m.arsenal_duel_both_fall({ ms: Math.round(endMs) });
  const winner = left ? 0 : 1;
  const shots = fight[winner] ?? [];
  const hits = shots.filter(({ share }) => share > 0);
  const heads = hits.filter(({ isHead }) => isHead).length;
  const counts = { weapon: names[winner], ms: Math.round(endMs), hits: hits.length, shots: shots.length };
  return heads === 0 ? m.arsenal_duel_won(counts) : m.arsenal_duel_won_with_head_hits({ ...counts, heads });
}
