import type { WritableAtom } from "nanostores";
import { memo, type ReactNode, useMemo, useRef } from "react";
import type { Source } from "#domain/game-data/source.ts";
import { hasEarlierHead } from "#domain/weapons/ballistics.ts";
import { m } from "#messages";
import { useDrawWeapon } from "#web/data/silhouettes.tsx";
import { SourceNote } from "#web/features/arsenal/weapon/source-note.tsx";
import { Button } from "#web/ui/button.tsx";
import { Swatch } from "#web/ui/charts/chart-drawing.tsx";
import { Silhouette } from "#web/ui/figures/silhouette.tsx";
import { Unknown } from "#web/ui/figures/stat.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { ArrowLeft, ArrowRight, X } from "#web/ui/icons.tsx";
import { ScrollFrame } from "#web/ui/scroll-frame.tsx";
import { LiveText } from "./compare-charts.tsx";
import type { CompareRow, Contestant } from "./compare-rows.ts";

type CompareTableProps = {
  contestants: readonly Contestant[];
  rows: readonly CompareRow[];
  store: WritableAtom<number>;
  /** Metres at which the order of the rows was settled. */
  settledM: number;
  onlyDifferences: boolean;
  sources: ReadonlyMap<string, Source>;
  /** What is mounted, of each weapon; null for a game without the choice. */
  builds: readonly ReactNode[] | null;
  onMove: (id: string, by: -1 | 1) => void;
  onRemove: (id: string) => void;
  onOpen: (id: string) => void;
};

/** A row per figure, a column per weapon; rows in which the weapons differ come first. */
export const CompareTable = memo(function CompareTable(props: CompareTableProps) {
  const { contestants, rows, store, settledM, onlyDifferences, sources, builds } = props;
  const frame = useRef<HTMLDivElement>(null);
  const ordered = useMemo(() => {
    const different = rows.filter((row) => row.readAt(settledM).differs);
    return onlyDifferences ? different : [...different, ...rows.filter((row) => !different.includes(row))];
  }, [rows, settledM, onlyDifferences]);
  const turn = (columns: -1 | 1) => {
    const column = frame.current?.querySelector("thead th + th");
    frame.current?.scrollBy({ left: columns * (column?.clientWidth ?? 0), behavior: "smooth" });
  };
  return (
    <div className="grid gap-2">
      <div className="flex justify-end gap-2 md:hidden">
        <Button size="small" onClick={() => turn(-1)}>
          {m.arsenal_previous_weapon()}
        </Button>
        <Button size="small" onClick={() => turn(1)}>
          {m.arsenal_next_weapon()}
        </Button>
      </div>
      <ScrollFrame ref={frame} label={m.arsenal_figures_side_by_side()} hasStickyStart className="relative">
        <table
          aria-label={m.arsenal_figures_side_by_side()}
          className="w-full table-fixed border-separate border-spacing-0 text-0"
        >
          <TableHead {...props} />
          <tbody>
            {builds && (
              <tr>
                <th scope="row" className={LABEL}>
                  {m.arsenal_build()}
                </th>
                {builds.map((build, index) => (
                  <td key={contestants[index]?.id} className="border-b border-line px-2 py-2 align-top md:px-3">
                    {build}
                  </td>
                ))}
              </tr>
            )}
            {ordered.map((row) => (
              <FigureRow key={row.id} row={row} contestants={contestants} store={store} sources={sources} />
            ))}
          </tbody>
        </table>
      </ScrollFrame>
      {ordered.length === 0 && <p className="text-ink-2">{m.arsenal_no_differences()}</p>}
    </div>
  );
});

const LABEL =
  "sticky left-0 z-1 w-20 border-b border-line bg-bg py-2 pr-2 text-left align-top hyphens-auto text-00 font-semibold text-ink-2 md:w-32 md:pr-3 md:text-0 lg:w-48";

function TableHead({ contestants, onMove, onRemove, onOpen }: CompareTableProps) {
  const draw = useDrawWeapon();
  return (
    <thead>
      <tr>
        <th scope="col" className={LABEL}>
          {m.common_figure()}
        </th>
        {contestants.map(({ id, name }, index) => (
          <th
            key={id}
            scope="col"
            className="w-[8.5rem] border-b border-line-strong px-2 py-2 text-left align-top md:w-36 md:px-3 lg:w-48"
          >
            <span className="[--cut:var(--bg)]">
              <Silhouette drawing={draw?.({ weaponId: id }) ?? null} className="mb-1 w-full max-w-44 text-ink-2" />
            </span>
            <span className="flex items-center gap-2">
              <Swatch index={index} />
              <button
                type="button"
                aria-haspopup="dialog"
                onClick={() => onOpen(id)}
                className="min-h-8 text-2 font-bold hover:text-accent hover:underline"
              >
                {name}
              </button>
            </span>
            <span className="-ml-2 flex">
              <IconButton
                label={m.arsenal_move_name_left({ name })}
                disabled={index === 0}
                onClick={() => onMove(id, -1)}
                className={ICON}
              >
                <ArrowLeft aria-hidden="true" className="size-4" strokeWidth={1.75} />
              </IconButton>
              <IconButton
                label={m.arsenal_move_name_right({ name })}
                disabled={index === contestants.length - 1}
                onClick={() => onMove(id, 1)}
                className={ICON}
              >
                <ArrowRight aria-hidden="true" className="size-4" strokeWidth={1.75} />
              </IconButton>
              <IconButton label={m.common_remove_name({ name })} onClick={() => onRemove(id)} className={ICON}>
                <X aria-hidden="true" className="size-4" strokeWidth={1.75} />
              </IconButton>
            </span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

const ICON = "size-8 disabled:text-ink-disabled disabled:hover:bg-transparent";

type FigureRowProps = Pick<CompareTableProps, "contestants" | "store" | "sources"> & { row: CompareRow };

const FigureRow = memo(function FigureRow({ row, contestants, store, sources }: FigureRowProps) {
  const { from } = row;
  return (
    <tr>
      <th scope="row" className={LABEL}>
        {row.label}
      </th>
      {contestants.map((contestant, index) => (
        <td key={contestant.id} className="border-b border-line px-2 py-2 align-top md:px-3">
          {row.isLive ? (
            <LiveValue row={row} index={index} store={store} />
          ) : (
            <Value text={row.readAt(0).texts[index] ?? null} isBest={row.readAt(0).best[index] ?? false} />
          )}
          {from !== undefined && row.readAt(0).texts[index] !== null && (
            <span className="mt-0.5 flex flex-wrap items-center gap-x-2 text-00">
              <SourceNote source={sources.get(getSourceId(contestant, from) ?? "")} />
              {from !== "mechanics" && from !== "earlierHead" && contestant.disputed.includes(from) && (
                <span className="text-warn">{m.arsenal_sources_differ_mark()}</span>
              )}
            </span>
          )}
        </td>
      ))}
    </tr>
  );
});

function getSourceId({ build, mechanics }: Contestant, from: NonNullable<CompareRow["from"]>): string | undefined {
  if (from === "mechanics") return mechanics?.sourceId;
  if (from === "earlierHead") return build && hasEarlierHead(build) ? build.sourceIds.headMultiplier : undefined;
  return build?.sourceIds[from];
}

type LiveValueProps = { row: CompareRow; index: number; store: WritableAtom<number> };

function LiveValue({ row, index, store }: LiveValueProps) {
  const textAt = (rangeM: number) => row.readAt(rangeM).texts[index] ?? null;
  return (
    <span className={VALUE}>
      <span>
        <LiveText store={store} say={(rangeM) => textAt(rangeM) ?? "—"} />
        <LiveText
          store={store}
          say={(rangeM) => (textAt(rangeM) === null ? ` ${m.arsenal_unknown()}` : "")}
          className="sr-only"
        />
      </span>
      <LiveText
        store={store}
        say={(rangeM) => (row.readAt(rangeM).best[index] ? m.arsenal_best() : "")}
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
