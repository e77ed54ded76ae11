import type { GameId } from "#domain/game.ts";
import { formatFigure, formatGain } from "#domain/soldier/figures/figure-words.ts";
import { FURTHER, HEADLINES, type Measure } from "#domain/soldier/figures/figures.ts";
import { Stat } from "#web/components/figures/stat.tsx";
import { formatInstant } from "#web/features/soldier/snapshots/snapshot-words.ts";
import type { SoldierAnswer } from "./answers.ts";

type HeadlinesProps = { game: GameId; answer: SoldierAnswer };

/** What is asked first of a soldier, with the change since the snapshot before. */
export function Headlines({ game, answer }: HeadlinesProps) {
  const isKnown = ({ id }: Measure) => answer.current?.figures[id] !== undefined;
  const further = FURTHER[game].filter(isKnown);
  return (
    <section aria-label="Figures" className="grid gap-4">
      {answer.previous && (
        <p className="text-0 text-ink-2">Changes are since the snapshot of {formatInstant(answer.previous.takenAt)}.</p>
      )}
      <Figures measures={HEADLINES[game]} answer={answer} />
      {further.length > 0 && (
        <details className="group">
          <summary className="inline-flex min-h-10 items-center gap-2 font-semibold text-accent pointer-coarse:min-h-11">
            <span aria-hidden="true" className="inline-block transition-transform group-open:rotate-90">
              ▸
            </span>
            {further.length} more figures
          </summary>
          <div className="mt-3">
            <Figures measures={further} answer={answer} />
          </div>
        </details>
      )}
    </section>
  );
}

function Figures({
  measures,
  answer: { current, last, previous },
}: {
  measures: readonly Measure[];
  answer: SoldierAnswer;
}) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 lg:grid-cols-4">
      {measures.map(({ id, label, unit }) => {
        const value = current?.figures[id];
        const [from, to] = [previous?.figures[id], last?.figures[id]];
        const gain = from === undefined || to === undefined ? null : formatGain(from, to, unit);
        return (
          <Stat
            key={id}
            label={label}
            value={value === undefined ? null : formatFigure(value, unit)}
            {...(gain && { note: <Gain words={gain} /> })}
          />
        );
      })}
    </dl>
  );
}

const Gain = ({ words }: { words: string }) => (
  <span className="num text-ink-2">
    <span aria-hidden="true">{words.startsWith("−") ? "▼" : "▲"} </span>
    {words}
    <span className="sr-only"> since the snapshot before</span>
  </span>
);
