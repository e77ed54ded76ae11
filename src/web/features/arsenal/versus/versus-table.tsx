import type { WritableAtom } from "nanostores";
import { memo, useMemo, useRef } from "react";
import type { Source } from "#domain/game-data/source.ts";
import { m } from "#messages";
import { formatList } from "#messages/format.ts";
import { SourceNote } from "#web/features/arsenal/weapon/source-note.tsx";
import { Button } from "#web/ui/button.tsx";
import { Swatch } from "#web/ui/charts/chart-drawing.tsx";
import { Unknown } from "#web/ui/figures/stat.tsx";
import { ScrollFrame } from "#web/ui/scroll-frame.tsx";
import { LiveText } from "./versus-charts.tsx";
import type { Contestant, FigureRow } from "./versus-rows.ts";

type VersusTableProps = {
  contestants: readonly Contestant[];
  rows: readonly FigureRow[];
  store: WritableAtom<number>;
  /** The range at which the slider rests; it decides which rows are shown. */
  rangeM: number;
  onlyDifferences: boolean;
  sources: ReadonlyMap<string, Source>;
};

/** Renders a row per figure and a column per build, and below them the figures that no source gives for any build. */
export const VersusTable = memo(function VersusTable(props: VersusTableProps) {
  const { contestants, rows, store, rangeM, onlyDifferences, sources } = props;
  const frame = useRef<HTMLDivElement>(null);
  const { visible, unknown } = useMemo(() => {
    const isKnown = (row: FigureRow) => row.readAt(rangeM).texts.some((text) => text !== null);
    return {
      visible: rows.filter((row) => isKnown(row) && (!onlyDifferences || row.readAt(rangeM).differs)),
      unknown: rows.filter((row) => !isKnown(row)).map(({ label }) => label),
    };
  }, [rows, rangeM, onlyDifferences]);
  const turn = (columns: -1 | 1) => {
    const column = frame.current?.querySelector("thead th + th");
    frame.current?.scrollBy({ left: columns * (column?.clientWidth ?? 0), behavior: "smooth" });
  };
  return (
    <div className="grid gap-2">
      {contestants.length > 2 && (
        <div className="flex justify-end gap-2 md:hidden">
          <Button size="small" onClick={() => turn(-1)}>
            {m.arsenal_previous_weapon()}
          </Button>
          <Button size="small" onClick={() => turn(1)}>
            {m.arsenal_next_weapon()}
          </Button>
        </div>
      )}
      <ScrollFrame ref={frame} label={m.arsenal_figures_side_by_side()} hasStickyStart className="relative">
        <table
          aria-label={m.arsenal_figures_side_by_side()}
          className="w-full table-fixed border-separate border-spacing-0 text-0"
        >
          <thead>
            <tr>
              <th scope="col" className={LABEL}>
                {m.common_figure()}
              </th>
              {contestants.map(({ key, name }, index) => (
                <th
                  key={key}
                  scope="col"
                  className="w-[8.5rem] border-b border-line-strong px-2 py-2 text-left align-top text-1 font-bold md:w-36 md:px-3 lg:w-48"
                >
                  <span className="flex items-center gap-2">
                    <Swatch index={index} />
                    {name}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {visible.map((row) => (
              <ValueRow key={row.id} row={row} contestants={contestants} store={store} />
            ))}
            <SourceRow contestants={contestants} sources={sources} />
          </tbody>
        </table>
      </ScrollFrame>
      {visible.length === 0 && <p className="text-ink-2">{m.arsenal_no_differences()}</p>}
      {unknown.length > 0 && (
        <p className="text-0 text-ink-2">{m.arsenal_versus_unknown_figures({ figures: formatList(unknown) })}</p>
      )}
    </div>
  );
});

const LABEL =
  "sticky left-0 z-1 w-20 border-b border-line bg-bg py-2 pr-2 text-left align-top hyphens-auto text-00 font-semibold text-ink-2 md:w-32 md:pr-3 md:text-0 lg:w-48";
const CELL = "border-b border-line px-2 py-2 align-top md:px-3";

type ValueRowProps = Pick<VersusTableProps, "contestants" | "store"> & { row: FigureRow };

const ValueRow = memo(function ValueRow({ row, contestants, store }: ValueRowProps) {
  const { from } = row;
  const { texts, best } = row.readAt(0);
  return (
    <tr>
      <th scope="row" className={LABEL}>
        {row.label}
      </th>
      {contestants.map(({ key, disputed }, index) => (
        <td key={key} className={CELL}>
          {row.isLive ? (
            <LiveValue row={row} index={index} store={store} />
          ) : (
            <Value text={texts[index] ?? null} isBest={best[index] ?? false} />
          )}
          {from && from !== "mechanics" && disputed.includes(from) && (
            <span className="block text-00 text-warn">{m.arsenal_sources_differ_mark()}</span>
          )}
        </td>
      ))}
    </tr>
  );
});

/** Lists each source of a build once; a head multiplier may be from another record than its damage. */
function SourceRow({ contestants, sources }: Pick<VersusTableProps, "contestants" | "sources">) {
  return (
    <tr>
      <th scope="row" className={LABEL}>
        {m.common_sources()}
      </th>
      {contestants.map(({ key, build, mechanics }) => {
        const ids = new Set([...Object.values(build?.sourceIds ?? {}), ...(mechanics ? [mechanics.sourceId] : [])]);
        return (
          <td key={key} className={CELL}>
            <span className="flex flex-wrap gap-x-3 gap-y-1 text-00">
              {[...ids].map((id) => (
                <SourceNote key={id} source={sources.get(id)} />
              ))}
            </span>
          </td>
        );
      })}
    </tr>
  );
}

type LiveValueProps = { row: FigureRow; index: number; store: WritableAtom<number> };

function LiveValue({ row, index, store }: LiveValueProps) {
  const textAt = (rangeM: number) => row.readAt(rangeM).texts[index] ?? null;
  return (
    <span className={VALUE}>
      <span>
        <LiveText store={store} format={(rangeM) => textAt(rangeM) ?? "—"} />
        <LiveText
          store={store}
          format={(rangeM) => (textAt(rangeM) === null ? ` ${m.arsenal_unknown()}` : "")}
          className="sr-only"
        />
      </span>
      <LiveText
        store={store}
        format={(rangeM) => (row.readAt(rangeM).best[index] ? m.arsenal_best() : "")}
        className={BEST}
      />
    </span>
  );
}

const VALUE = "num flex items-baseline gap-2 text-1 font-bold";
const BEST = "text-00 font-semibold text-ok";

function Value({ text, isBest }: { text: string | null; isBest: boolean }) {
  return (
    <span className={VALUE}>
      {text === null ? <Unknown /> : <span>{text}</span>}
      {isBest && <span className={BEST}>{m.arsenal_best()}</span>}
    </span>
  );
}
