import { type ReactNode, useEffect, useMemo, useState } from "react";
import {
  type Duel,
  type DuelChances,
  type Duellist,
  type Duellists,
  type DuelResult,
  fightOnce,
  getDuel,
  type Shot,
  toHundred,
} from "#domain/weapons/duel.ts";
import { m } from "#messages";
import { formatList } from "#messages/format.ts";
import { formatHeadNote, formatVerdict } from "#messages/game/duel-words.ts";
import { formatTtk } from "#messages/game/figure-words.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/class-names.ts";
import { Segments } from "#web/ui/fields/segments.tsx";
import { Panel } from "#web/ui/panel.tsx";

type OutcomeProps = {
  duel: Duel;
  names: readonly [string, string];
  sides: Duellists;
  /** The controls, between the result and the single fight. */
  children: ReactNode;
};

/** Who wins how often, one fight shot by shot, and how it is computed. */
export function DuelOutcome({ duel, names, sides, children }: OutcomeProps) {
  const { rangeM, hitRate, headShare } = duel;
  const chances = useMemo(() => ({ hitRate, headShare }), [hitRate, headShare]);
  const result = useMemo(() => getDuel(sides, chances), [sides, chances]);
  const note = formatHeadNote(names, sides, chances, result);
  return (
    <>
      <Panel className="grid gap-3">
        {!result.open && <Score names={names} wins={result.wins} />}
        <p role="status" className="text-2 font-semibold">
          {formatVerdict(names, result, rangeM)}
        </p>
        <p className="text-0 text-ink-2">
          {m.arsenal_duel_median({
            left: names[0],
            leftTime: formatTtk(result.medianMs[0], result.medianMs[0] > sides[0].exactUpToMs),
            right: names[1],
            rightTime: formatTtk(result.medianMs[1], result.medianMs[1] > sides[1].exactUpToMs),
          })}
        </p>
        {note && <p className="text-0 text-ink-2">{note}</p>}
      </Panel>
      {children}
      <DuelStage names={names} sides={sides} chances={chances} />
      <Method {...{ sides, names, result }} />
    </>
  );
}

function Score({ names, wins }: { names: readonly [string, string]; wins: DuelResult["wins"] }) {
  const [left, right] = toHundred(wins);
  const trades = 100 - left - right;
  return (
    <>
      <div className="num flex items-end justify-between gap-4" aria-hidden="true">
        <Wins name={names[0]} wins={left} className="text-series-1" />
        {trades > 0 && (
          <span className="pb-1 text-center text-0 text-ink-2">{m.arsenal_trades({ count: trades })}</span>
        )}
        <Wins name={names[1]} wins={right} className="items-end text-series-2" />
      </div>
      <div aria-hidden="true" className="flex h-3 overflow-hidden rounded-1 bg-surface-3">
        <div className="bg-series-1" style={{ width: `${left}%` }} />
        <div className="ml-auto bg-series-2" style={{ width: `${right}%` }} />
      </div>
    </>
  );
}

function Wins({ name, wins, className }: { name: string; wins: number | undefined; className: string }) {
  return (
    <span className={classes("flex min-w-0 flex-col", className)}>
      <b className="text-6 leading-none">{wins}</b>
      <span className="text-0 font-semibold text-ink">{name}</span>
    </span>
  );
}

type MethodProps = { sides: Duellists; names: readonly [string, string]; result: DuelResult };

/** What is left out, and what of these two is not known. */
function Method({ sides, names, result }: MethodProps) {
  const of = (holds: (side: Duellist) => boolean) => names.filter((_, at) => holds(sides[at === 0 ? 0 : 1]));
  const [noReload, atLeast] = [
    of(({ magazine }) => magazine === null),
    of(({ exactUpToMs }) => Number.isFinite(exactUpToMs)),
  ];
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
        {atLeast.length > 0 && <li>{m.arsenal_duel_method_no_burst_pause({ weapons: formatList(atLeast) })}</li>}
      </ul>
    </details>
  );
}

type DuelStageProps = {
  names: readonly [string, string];
  sides: Duellists;
  chances: DuelChances;
};

const SPEEDS = [
  { value: "1", label: m.arsenal_real_time() },
  { value: "0.25", label: m.arsenal_slow_motion() },
] as const;
type Speed = (typeof SPEEDS)[number]["value"];

/** One fight of the many, its shots ticking on two tracks. */
function DuelStage({ names, sides, chances }: DuelStageProps) {
  const [seed, setSeed] = useState(1);
  const [speed, setSpeed] = useState<Speed>("1");
  const fight = useMemo(() => fightOnce(sides, chances, seed), [sides, chances, seed]);
  const endMs = Math.min(...fight.map((shots) => shots.at(-1)?.ms ?? 0));
  const { clockMs, play } = useClock(endMs, Number(speed));
  const start = () => {
    setSeed((now) => now + 1);
    play();
  };
  const isOver = clockMs >= endMs;
  const fired = fight.map((shots) => shots.filter(({ ms }) => ms <= Math.min(clockMs, endMs)));
  return (
    <Panel title={m.arsenal_one_fight()} aria-label={m.arsenal_one_fight()} className="grid gap-4">
      {names.map((name, at) => (
        <Track
          key={at === 0 ? "left" : "right"}
          name={name}
          health={1 - sum(fired[1 - at] ?? [])}
          shots={fired[at] ?? []}
          endMs={endMs}
          colour={at === 0 ? "text-series-1" : "text-series-2"}
        />
      ))}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Button kind="primary" onClick={start}>
          {seed === 1 ? m.arsenal_fight() : m.arsenal_fight_again()}
        </Button>
        <Segments legend={m.arsenal_speed()} name="duel-speed" value={speed} choices={SPEEDS} onChange={setSpeed} />
        <output className="num ml-auto text-2 font-bold">
          {m.unit_quantity({ number: Math.round(Math.min(clockMs, endMs)), unit: m.unit_ms() })}
        </output>
      </div>
      <p role="status" className="min-h-6 text-0 text-ink-2">
        {isOver && describeFight(names, fight, endMs)}
      </p>
    </Panel>
  );
}

const sum = (shots: readonly Shot[]): number => shots.reduce((total, { share }) => total + share, 0);

/** Milliseconds of the fight on screen: at its end until it is played, and at once where motion is not welcome. */
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
  /** Share of this soldier's health that is left; below 0 where the last hit dealt more than was left. */
  health: number;
  shots: readonly Shot[];
  endMs: number;
  colour: string;
};

/** A soldier's health, and the shots they fired: a disc for a hit, a diamond for one to the head, a tick for a miss. */
function Track({ name, health, shots, endMs, colour }: TrackProps) {
  const left = Math.max(0, health);
  return (
    <div className={colour}>
      <div className="flex items-center gap-3">
        <span className="min-w-0 grow truncate text-0 font-semibold text-ink">{name}</span>
        <span className="num text-0 text-ink-2">
          {left === 0 ? m.arsenal_duel_down() : m.arsenal_duel_health_left({ percent: Math.ceil(left * 100) })}
        </span>
      </div>
      <div aria-hidden="true" className="mt-1 h-2 overflow-hidden rounded-1 bg-surface-3">
        <div className="h-full bg-current" style={{ width: `${left * 100}%` }} />
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

/** The fight in a sentence: who fell, when, and after how many shots. */
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
