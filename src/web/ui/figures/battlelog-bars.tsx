import { m } from "#messages";

type Bars = { damage: number; accuracy: number; range: number; handling: number; mobility: number };

type BattlelogBarsProps = {
  /** The values without attachments, from 0 to 1. */
  bars: Bars;
  /** The mounted attachments, each of which multiplies the values. */
  parts?: readonly { barFactors: Bars }[];
};

const BARS = [
  ["damage", m.app_bar_damage()],
  ["accuracy", m.app_bar_accuracy()],
  ["range", m.app_bar_range()],
  ["handling", m.app_bar_handling()],
  ["mobility", m.app_bar_mobility()],
] as const satisfies readonly [bar: keyof Bars, title: string][];

/** The five bars of a weapon in Battlelog, and how the mounted attachments change them. */
export function BattlelogBars({ bars, parts = [] }: BattlelogBarsProps) {
  return (
    <dl className="grid gap-1.5">
      {BARS.map(([bar, title]) => {
        const unmodified = toPercent(bars[bar]);
        const modified = toPercent(parts.reduce((value, { barFactors }) => value * barFactors[bar], bars[bar]));
        const change = modified - unmodified;
        return (
          <div key={bar} className="grid grid-cols-[6rem_1fr_4.5rem] items-center gap-3">
            <dt className="font-cond text-0 text-ink-2">{title}</dt>
            <dd>
              <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" className="block h-1.5 w-full">
                <rect width="100" height="1" className="fill-surface-3" />
                <rect width={modified} height="1" className="fill-accent" />
              </svg>
            </dd>
            <dd className="num text-right text-0 font-semibold">
              <span>{modified}</span>
              {change !== 0 && (
                <span className={change > 0 ? "text-ok" : "text-danger"}>
                  {` ${change > 0 ? "+" : "−"}${Math.abs(change)}`}
                </span>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Returns the length of a bar in per cent, at most 100. */
const toPercent = (value: number): number => Math.round(Math.min(1, value) * 100);
