import type { Source } from "#domain/game-data/source.ts";
import { m } from "#messages";
import { formatSource, SourceNote } from "./source-note.tsx";

const LETTERS = "abcdefghijklmnop";

/** Returns the letter of the source at this index; the first source has no letter. */
const getLetter = (place: number): string => LETTERS.charAt(place - 1);
const getItemId = (lineId: string, place: number): string => `${lineId}-${place}`;

/**
 * Returns the distinct sources of a group of figures; `sources` has an entry for each figure. The most frequent source is first,
 * the others are in order of appearance.
 */
export function rankSources(sources: readonly Source[]): readonly Source[] {
  const bySource = Map.groupBy(sources, (source) => source);
  const [main] = [...bySource].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
  return main ? [main, ...[...bySource.keys()].filter((source) => source !== main)] : [];
}

type SourceMarkProps = { ranked: readonly Source[]; source: Source | undefined; lineId: string };

/** Links a figure to its source in the source line by a letter; the most frequent source has no letter. */
export function SourceMark({ ranked, source, lineId }: SourceMarkProps) {
  const place = source ? ranked.indexOf(source) : -1;
  if (!source || place < 1) return null;
  const letter = getLetter(place);
  return (
    <button
      type="button"
      aria-label={m.arsenal_source_letter_source({ letter, source: formatSource(source) })}
      onClick={() => document.getElementById(getItemId(lineId, place))?.querySelector("button")?.focus()}
      className="-my-1 inline-grid size-6 content-center justify-items-start pl-1 align-super font-cond text-00 font-semibold text-accent hover:text-accent-hover hover:underline"
    >
      {letter}
    </button>
  );
}

type SourceLineProps = {
  ranked: readonly Source[];
  lineId: string;
  /** A sentence that follows the sources. */
  note?: string | undefined;
};

/** Lists each source of a group of figures once, with its patch and grade. */
export function SourceLine({ ranked, lineId, note }: SourceLineProps) {
  if (ranked.length === 0) return null;
  const title = ranked.length > 1 ? m.arsenal_sources() : m.common_source();
  return (
    <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1 text-00 text-ink-2">
      <span className="text-ink-3">{title}</span>
      <ul aria-label={title} className="contents">
        {ranked.map((source, place) => (
          <li
            key={source.id}
            id={getItemId(lineId, place)}
            className="flex items-baseline rounded-1 focus-within:bg-tint"
          >
            {place > 0 ? (
              <b className="pl-1 font-cond text-accent">{getLetter(place)}</b>
            ) : (
              ranked.length > 1 && <span className="sr-only">{m.arsenal_figures_without_a_letter()} </span>
            )}
            <SourceNote source={source} isFull />
          </li>
        ))}
      </ul>
      {note && <span>{note}</span>}
    </div>
  );
}
