import type { Source } from "#domain/game-data/source.ts";
import type { Layer } from "./layers.ts";
import { SourceNote } from "./source-note.tsx";

type LayerListProps = { layers: readonly Layer[]; sources: ReadonlyMap<string, Source> };

/** Each source with all its figures of a weapon. */
export function LayerList({ layers, sources }: LayerListProps) {
  return (
    <ul className="grid gap-px">
      {layers.map(({ sourceId, figures }) => (
        <li key={sourceId} className="border-b border-line py-2">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h4 className="font-cond text-1 font-semibold">{sources.get(sourceId)?.title ?? sourceId}</h4>
            <SourceNote source={sources.get(sourceId)} />
          </div>
          <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 text-0">
            {figures.map(({ label, text }) => (
              <div key={`${label} ${text}`} className="col-span-2 grid grid-cols-subgrid">
                <dt className="text-ink-2">{label}</dt>
                <dd className="num text-right font-semibold">{text}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
