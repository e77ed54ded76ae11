import { useQuery } from "@tanstack/react-query";
import { listDecreased } from "#domain/soldier/reading.ts";
import type { SnapshotSource, Statistics } from "#domain/soldier/statistics.ts";
import { m } from "#messages";
import { formatDay } from "#messages/format.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { Switch } from "#web/ui/fields/switch.tsx";

type Source = Extract<SnapshotSource, "battlelog" | "typed">;

/** Returns the last snapshot of this source before `atMs` if its lifetime counts are higher than these. */
export function useHigherSnapshot(source: Source, soldierId: string, { figures }: Statistics, atMs = Infinity) {
  const { data } = useQuery(useTRPC().soldier.snapshots.queryOptions({ soldierId }));
  const before = data?.items.find((item) => item.source === source && Date.parse(item.takenAt) <= atMs);
  return before && listDecreased(before.figures, figures).length > 0 ? before : undefined;
}

const TEXTS = { battlelog: m.soldier_import_lower, typed: m.soldier_typed_lower };

type LowerFiguresProps = {
  source: Source;
  /** The time of the higher snapshot. */
  takenAt: string;
  isRestarted: boolean;
  onChange: (isRestarted: boolean) => void;
};

/** Asks whether the statistics were reset after the higher snapshot. */
export const LowerFigures = ({ source, takenAt, isRestarted, onChange }: LowerFiguresProps) => (
  <div role="alert" className="grid gap-1 border-l-4 border-warn pl-3 text-0">
    <p>{TEXTS[source]({ day: formatDay(takenAt) })}</p>
    <Switch label={m.soldier_import_restarted()} checked={isRestarted} onChange={onChange} />
  </div>
);
