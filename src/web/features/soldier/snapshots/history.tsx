import { useQuery } from "@tanstack/react-query";
import type { GameId } from "#domain/game.ts";
import { formatFigure } from "#domain/soldier/figures/figure-words.ts";
import { listFigures, type Measure } from "#domain/soldier/figures/figures.ts";
import { GAP_DAYS, getStretches } from "#domain/soldier/snapshots.ts";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { TimeChart } from "#web/components/charts/time-chart.tsx";
import { Skeleton } from "#web/components/feedback/skeleton.tsx";
import { Select } from "#web/components/fields/select.tsx";
import { Panel } from "#web/components/ui/panel.tsx";
import { useTRPC } from "#web/data/trpc.ts";
import type { SnapshotLine } from "#web/features/soldier/answers.ts";

/** The newest this many are drawn. */
const MOST = 500;

type HistoryProps = {
  game: GameId;
  soldierId: string;
  metric: string | undefined;
  onMetric: (metric: string) => void;
};

/** One figure over all that was seen of the soldier. */
export function History({ game, soldierId, metric, onMetric }: HistoryProps) {
  const query = useQuery(useTRPC().soldier.snapshots.queryOptions({ soldierId, limit: MOST }));
  const lines = query.data?.items ?? [];
  const known = listFigures(game).filter(({ id }) => lines.some(({ figures }) => figures[id] !== undefined));
  const measure = known.find(({ id }) => id === metric) ?? known.find(({ unit }) => unit !== "rank") ?? known[0];
  return (
    <Panel title="Over time">
      {query.isPending && <Skeleton label="Loading the history" rows={1} className="h-72" />}
      {query.isError && <ErrorPanel isPart error={query.error} onRetry={query.refetch} />}
      {query.data && !measure && <p className="text-ink-2">No snapshot has a figure yet.</p>}
      {measure && (
        <div className="grid gap-4">
          <Select
            label="Figure"
            className="w-64 max-w-full"
            value={measure.id}
            choices={known.map(({ id, label }) => ({ value: id, label }))}
            onChange={onMetric}
          />
          <Plot key={measure.id} measure={measure} lines={lines} />
        </div>
      )}
    </Panel>
  );
}

function Plot({ measure: { id, label, unit }, lines }: { measure: Measure; lines: readonly SnapshotLine[] }) {
  const seen = lines.map(({ takenAt, figures }) => ({ takenAt, value: figures[id] ?? null }));
  const stretches = getStretches(seen);
  const points = stretches.flat();
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const say = (value: number) => formatFigure(value, unit);
  const caption =
    points.length === 1
      ? `One snapshot so far: ${say(last.value)}.`
      : `From ${say(first.value)} to ${say(last.value)} in ${points.length} snapshots. More than ${GAP_DAYS} days between two are a gap.`;
  return (
    <TimeChart
      caption={caption}
      label={label}
      stretches={stretches.map((stretch) =>
        stretch.map(({ takenAt, value }) => ({ atMs: Date.parse(takenAt), value })),
      )}
      say={say}
    />
  );
}
