import { GRADE_TITLES } from "#domain/game-data/figure.ts";
import type { Source } from "#domain/game-data/source.ts";
import { formatPatch, getTrust } from "#domain/game-data/text/figure-words.ts";
import { TrustMark } from "#web/components/figures/trust-mark.tsx";

/** The mark of a fact that is not from where the rest of its entry is from. */
export function SourceMark({ source }: { source: Source | undefined }) {
  if (!source) return null;
  return (
    <span className="ml-2 inline-flex gap-1 font-cond text-00 text-ink-2">
      <TrustMark trust={getTrust(source.grade)} text={`${source.title}, ${formatPatch(source)}`} />
    </span>
  );
}

/** Where an entry is from: each source with its grade, its patch and what to know of it. */
export function Provenance({ sources }: { sources: readonly Source[] }) {
  return (
    <section className="grid gap-3 border-t border-line pt-4">
      <h3 className="text-2">Where this is from</h3>
      {sources.map((source) => (
        <div key={source.id} className="grid gap-1 text-0">
          <p className="flex flex-wrap items-baseline gap-x-2 font-semibold">
            {source.title}
            <span className="inline-flex gap-1 font-cond text-00 text-ink-2">
              <TrustMark trust={getTrust(source.grade)} text={formatPatch(source)} />
            </span>
          </p>
          <p className="text-ink-2">
            Grade {source.grade}, {GRADE_TITLES[source.grade].toLowerCase()}.
            {source.origin && <span className="break-all"> {source.origin}</span>}
          </p>
          {source.note && <p className="text-ink-2">{source.note}</p>}
        </div>
      ))}
    </section>
  );
}
