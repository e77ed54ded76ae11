import { useMutation } from "@tanstack/react-query";
import { sayWait } from "#domain/soldier/time-words.ts";
import { problemOf } from "#web/client/problem.ts";
import { useTRPC } from "#web/client/trpc.ts";
import { useWork } from "#web/client/work.ts";
import { Button } from "#web/ui/button.tsx";
import type { SoldierAnswer } from "./answers.ts";
import { useFollow } from "./use-soldier-changes.ts";

/** Has the service asked for the soldier; not before its answer can be another. */
export function TakeSnapshot({ answer: { soldier, nextSnapshotAt }, now }: { answer: SoldierAnswer; now: number }) {
  const followJob = useFollow();
  const work = useWork();
  const refresh = useMutation(
    useTRPC().soldier.refresh.mutationOptions({ onSuccess: ({ job }) => followJob(job, soldier.id) }),
  );
  const isUnderWay = work.some(({ about, outcome }) => about === soldier.id && !outcome);
  const waits = nextSnapshotAt !== null && Date.parse(nextSnapshotAt) > now && !isUnderWay;
  const note = waits ? `Next snapshot ${sayWait(nextSnapshotAt, now)}` : null;
  return (
    <div className="grid justify-items-end gap-1">
      <Button
        kind={waits ? "secondary" : "primary"}
        busy={refresh.isPending || isUnderWay}
        aria-disabled={waits || undefined}
        aria-describedby={note ? "next-snapshot" : undefined}
        onClick={() => !waits && refresh.mutate({ id: soldier.id })}
      >
        Take snapshot
      </Button>
      {note && (
        <p id="next-snapshot" className="text-00 text-ink-2">
          {note}
        </p>
      )}
      {refresh.isError && (
        <p role="alert" className="max-w-56 text-right text-00 text-danger">
          {problemOf(refresh.error).text}
        </p>
      )}
    </div>
  );
}
