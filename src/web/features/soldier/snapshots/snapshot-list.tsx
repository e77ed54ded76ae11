import { useInfiniteQuery } from "@tanstack/react-query";
import type { GameId } from "#domain/game.ts";
import { getLimit } from "#domain/limits.ts";
import { listFigures } from "#domain/soldier/figures/figures.ts";
import { listDecreased } from "#domain/soldier/reading.ts";
import { isSampleSoldier } from "#domain/soldier/sample.ts";
import { findPrevious } from "#domain/soldier/snapshots.ts";
import type { SnapshotSource } from "#domain/soldier/statistics.ts";
import { THINNED_AFTER_DAYS } from "#domain/soldier/thinning.ts";
import { m } from "#messages";
import { formatDay, formatInstant } from "#messages/format.ts";
import { formatFigure } from "#messages/soldier/figure-words.ts";
import { getMeasureLabel } from "#messages/soldier/measure-labels.ts";
import { QueryList } from "#web/app/shell/query-list.tsx";
import { useInterruptedInput } from "#web/data/offline/typed/interrupted-input.ts";
import { getItems, NEXT_PAGE } from "#web/data/paging.tsx";
import { useTRPC } from "#web/data/trpc.ts";
import type { SnapshotLine, SoldierResponse } from "#web/features/soldier/soldier-search.ts";
import { useSoldierChanges } from "#web/features/soldier/use-soldier-changes.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Trash2 } from "#web/ui/icons.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { useReadOnly } from "#web/ui/read-only.tsx";

const PAGE_SIZE = 20;

const readIds = (value: unknown): readonly string[] | null =>
  Array.isArray(value) ? value.filter((id) => typeof id === "string") : null;

type SnapshotListProps = {
  soldier: SoldierResponse["soldier"];
  onCompare: (from: string, to: string) => void;
};

/** The snapshots of a soldier, newest first; two of them can be compared. */
export function SnapshotList({ soldier, onCompare }: SnapshotListProps) {
  const { id: soldierId, game, relation, keepsAll } = soldier;
  const query = useInfiniteQuery(
    useTRPC().soldier.snapshots.infiniteQueryOptions({ soldierId, limit: PAGE_SIZE }, NEXT_PAGE),
  );
  const { change, removeSnapshot } = useSoldierChanges();
  const isReadOnly = useReadOnly();
  const { value: selectedIds, set: setSelectedIds } = useInterruptedInput(`snapshots:${soldierId}`, [], readIds, "tab");
  const lines = getItems(query.data);
  // The list is sorted newest first, so the second selected snapshot is the older one.
  const [to, from] = lines.filter(({ id }) => selectedIds.includes(id));
  const toggleSelection = (id: string) =>
    setSelectedIds(
      selectedIds.includes(id) ? selectedIds.filter((other) => other !== id) : [...selectedIds, id].slice(-2),
    );
  return (
    <Panel title={m.soldier_snapshots()}>
      {lines.length > 1 && (
        <div className="mb-3 flex flex-wrap items-center gap-3 text-0 text-ink-2">
          <Button
            size="small"
            aria-disabled={!from || !to || undefined}
            onClick={() => from && to && onCompare(from.id, to.id)}
          >
            {m.soldier_show_the_difference()}
          </Button>
          <p role="status">{from && to ? m.soldier_two_snapshots_chosen() : m.soldier_choose_two_snapshots()}</p>
        </div>
      )}
      <QueryList
        query={query}
        items={lines}
        label={m.soldier_snapshots()}
        loading={m.soldier_loading_the_snapshots()}
        rowClassName="h-14"
        isPart
        className="grid"
      >
        {(line) => (
          <SnapshotRow
            key={line.id}
            game={game}
            line={line}
            before={findPrevious(lines, line)}
            isRestart={isRestart(lines, line)}
            isChosen={selectedIds.includes(line.id)}
            onChoose={() => toggleSelection(line.id)}
            onCompare={onCompare}
            onRemove={isSampleSoldier(soldierId) ? null : () => void removeSnapshot({ soldierId, id: line.id })}
          />
        )}
      </QueryList>
      {relation !== "sample" && (
        <div className="mt-4 grid gap-1 border-t border-line pt-3">
          <Switch
            label={m.soldier_keep_all_snapshots()}
            checked={keepsAll}
            disabled={isReadOnly}
            onChange={(checked) => change({ id: soldierId, keepsAll: checked })}
          />
          <p className="text-0 text-ink-2">
            {!keepsAll && <span>{`${m.soldier_snapshots_thin_out({ days: THINNED_AFTER_DAYS })} `}</span>}
            <span>{m.soldier_snapshots_room({ count: getLimit("snapshots", { isGuest: false }) })}</span>
          </p>
        </div>
      )}
    </Panel>
  );
}

type SnapshotRowProps = Pick<SnapshotListProps, "onCompare"> & {
  game: GameId;
  line: SnapshotLine;
  /** The previous snapshot of the same source. */
  before: SnapshotLine | undefined;
  /** Whether the statistics were reset before this snapshot. */
  isRestart: boolean;
  isChosen: boolean;
  onChoose: () => void;
  /** Null for the sample, which cannot be changed. */
  onRemove: (() => void) | null;
};

/** Whether a snapshot is the first one after its statistics were reset. */
function isRestart(newestFirst: readonly SnapshotLine[], line: SnapshotLine): boolean {
  const older = newestFirst.slice(newestFirst.indexOf(line) + 1).find(({ source }) => source === line.source);
  return older !== undefined && older.series !== line.series && listDecreased(older.figures, line.figures).length > 0;
}

const MAX_LISTED_FIGURES = 3;

function SnapshotRow({ game, line, before, isRestart, isChosen, onChoose, onCompare, onRemove }: SnapshotRowProps) {
  const when = formatInstant(line.takenAt);
  const availableFigures = listFigures(game).filter(({ id }) => line.figures[id] !== undefined);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-t border-line py-2 md:flex">
      <label className="flex min-h-10 items-center gap-3 font-semibold">
        <input type="checkbox" checked={isChosen} onChange={onChoose} className="size-5 accent-(--accent)" />
        <span className="num">{when}</span>
      </label>
      <Badge className="justify-self-end">{SOURCE_TITLES[line.source]}</Badge>
      {isRestart && (
        <p className="col-span-2 border-l-4 border-warn pl-2 text-0 font-semibold">
          {m.soldier_restarted_on({ day: formatDay(line.takenAt) })}
        </p>
      )}
      <p className="num min-w-0 grow text-0 text-ink-2 md:basis-36">
        {availableFigures
          .slice(0, MAX_LISTED_FIGURES)
          .map(
            ({ id, labelId, unit }) => `${getMeasureLabel(labelId)}\u00a0${formatFigure(line.figures[id] ?? 0, unit)}`,
          )
          .join(m.common_dot())}
      </p>
      <span className="ml-auto flex shrink-0 items-center gap-1">
        {before && (
          <Button
            kind="quiet"
            size="small"
            aria-label={m.soldier_what_changed_by({ when })}
            onClick={() => onCompare(before.id, line.id)}
          >
            {m.soldier_what_changed()}
          </Button>
        )}
        {onRemove && (
          <IconButton label={m.soldier_delete_snapshot({ when })} onClick={onRemove}>
            <Trash2 aria-hidden="true" className="size-5" strokeWidth={1.75} />
          </IconButton>
        )}
      </span>
    </li>
  );
}

const SOURCE_TITLES: Record<SnapshotSource, string> = {
  service: m.soldier_statistics_service(),
  battlelog: m.soldier_battlelog_file(),
  typed: m.soldier_typed_by_hand(),
  sample: m.soldier_source_sample(),
};
