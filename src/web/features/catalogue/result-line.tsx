import type { Source } from "#domain/game-data/source.ts";
import { formatPatch, getTrust } from "#domain/game-data/text/figure-words.ts";
import { TrustMark } from "#web/components/figures/trust-mark.tsx";
import { useSettled } from "#web/components/ui/use-settled.ts";
import { formatEntries } from "./words.ts";

const IDLE_MS = 500;
const FEW = 3;

/** How many entries there are, and where they are from. */
export function ResultLine({ count, sources }: { count: number; sources: readonly Source[] }) {
  const announced = useSettled(`${formatEntries(count)} listed`, IDLE_MS);
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
      <p className="num text-1 font-bold">{formatEntries(count)}</p>
      <p role="status" className="sr-only">
        {announced}
      </p>
      <p className="flex flex-wrap gap-x-4 font-cond text-00 text-ink-2">
        {sources.length <= FEW &&
          sources.map((source) => (
            <span key={source.id} className="inline-flex gap-1">
              <TrustMark trust={getTrust(source.grade)} text={`${source.title}, ${formatPatch(source)}`} />
            </span>
          ))}
      </p>
    </div>
  );
}
