import { useMutation } from "@tanstack/react-query";
import { formatWait } from "#domain/soldier/time-words.ts";
import { Button } from "#web/components/ui/button.tsx";
import { useWork } from "#web/data/jobs.ts";
import { getProblem } from "#web/data/problem.ts";
import { useTRPC } from "#web/data/trpc.ts";
import type { SoldierAnswer } from "#web/features/soldier/answers.ts";
import { useFollow } from "#web/features/soldier/use-soldier-changes.ts";

/** Has the service asked for the soldier; not before its answer can be another. */
export function TakeSnapshot({
  answer: { soldier, nextSnapshotAt: getNextSnapshotTime },
  now,
}: {
  answer: SoldierAnswer;
  now: number;
}) {
  const followJob = useFollow();
  const work = useWork();
  const refresh = useMutation(
    useTRPC().soldier.refresh.mutationOptions({ onSuccess: ({ job }) => followJob(job, soldier.id) }),
  );
  const isUnderWay = work.some(({ about, outcome }) => about === soldier.id && !outcome);
  const waits = getNextSnapshotTime !== null && Date.parse(getNextSnapshotTime) > now && !isUnderWay;
  const note = waits ? `Next snapshot ${formatWait(getNextSnapshotTime, now)}` : null;
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
          {getProblem(refresh.error).text}
        </p>
      )}
    </div>
  );
}
