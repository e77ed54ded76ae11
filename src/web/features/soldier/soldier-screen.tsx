import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { GameId } from "#domain/game.ts";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { EmptyState } from "#web/components/feedback/empty-state.tsx";
import { Skeleton } from "#web/components/feedback/skeleton.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Changing } from "#web/components/ui/read-only.tsx";
import { getErrorCode } from "#web/data/problem.ts";
import { shouldRetry } from "#web/data/query-client.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { Difference } from "#web/features/soldier/snapshots/difference.tsx";
import { History } from "#web/features/soldier/snapshots/history.tsx";
import { SnapshotList } from "#web/features/soldier/snapshots/snapshot-list.tsx";
import type { Listed, SoldierAnswer } from "./answers.ts";
import { Headlines } from "./headlines.tsx";
import { SoldierHeader } from "./soldier-header.tsx";
import type { SoldierSearch } from "./soldier-search.ts";
import type { Opened } from "./soldiers.tsx";
import { Tables } from "./tables.tsx";
import { useFollow } from "./use-soldier-changes.ts";

export type SoldierScreenProps = {
  game: GameId;
  soldierId: string;
  /** The person's other soldiers of this game. */
  others: readonly Listed[];
  search: SoldierSearch;
  /** Writes the address; the soldier stays in it. */
  onSearch: (search: Omit<SoldierSearch, "soldier">, step: "push" | "replace") => void;
  onOpen: (opened: Opened) => void;
};

/** One soldier: what is known of it, how that came about, and what changed. */
export function SoldierScreen({ game, soldierId, others, search, onSearch, onOpen }: SoldierScreenProps) {
  const query = useQuery({
    ...useTRPC().soldier.get.queryOptions({ id: soldierId }),
    retry: (failures, error) => getErrorCode(error) !== "soldier_missing" && shouldRetry(failures, error),
  });
  const answer = query.data;
  useJobOf(answer?.job ?? null, soldierId);
  if (query.isPending) return <Skeleton label="Loading the soldier" rows={4} className="h-24" />;
  if (!answer) return <ErrorPanel error={query.error} onRetry={query.refetch} className="panel p-5" />;
  const { from, to, soldier: _, ...rest } = search;
  return (
    <>
      <Changing>
        <SoldierHeader answer={answer} others={others} onSearch={onSearch} onOpen={onOpen} />
      </Changing>
      {from && to ? (
        <Difference soldierId={soldierId} from={from} to={to} onClose={() => onSearch(rest, "push")} />
      ) : (
        <Known {...{ game, soldierId, answer, onSearch, onOpen }} search={rest} />
      )}
    </>
  );
}

type KnownProps = Pick<SoldierScreenProps, "game" | "soldierId" | "search" | "onSearch" | "onOpen"> & {
  answer: SoldierAnswer;
};

function Known({ game, soldierId, answer, search, onSearch, onOpen }: KnownProps) {
  if (!answer.current) {
    return (
      <Changing>
        <Nothing {...{ game, soldierId, onOpen }} />
      </Changing>
    );
  }
  return (
    <>
      <Headlines game={game} answer={answer} />
      <Changing>
        <History
          game={game}
          soldierId={soldierId}
          metric={search.metric}
          onMetric={(metric) => onSearch({ ...search, metric }, "replace")}
        />
      </Changing>
      <Tables
        statistics={answer.current}
        table={search.table}
        onTable={(table) => onSearch({ ...search, table }, "replace")}
      />
      <Changing>
        <SnapshotList
          game={game}
          soldierId={soldierId}
          onCompare={(from, to) => onSearch({ ...search, from, to }, "push")}
        />
      </Changing>
    </>
  );
}

/** Shown without any snapshot. */
const Nothing = ({ game, soldierId, onOpen }: Pick<KnownProps, "game" | "soldierId" | "onOpen">) => (
  <EmptyState text="No figures yet. They come with the first snapshot, or from what you bring yourself.">
    <div className="flex flex-wrap justify-center gap-3">
      {game === "bf4" && <Button onClick={() => onOpen({ kind: "import", soldierId })}>Import from Battlelog…</Button>}
      <Button onClick={() => onOpen({ kind: "typed", soldierId })}>Type figures by hand…</Button>
    </div>
  </EmptyState>
);

/** A reading that the server began by itself is followed like any other. */
function useJobOf(job: SoldierAnswer["job"], soldierId: string) {
  const followJob = useFollow();
  useEffect(() => {
    if (job) followJob(job, soldierId);
  });
}
