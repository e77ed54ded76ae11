import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { m } from "#messages";
import { ERRORS, type ErrorCode } from "#messages/errors.ts";
import { formatAge, formatWait } from "#messages/soldier/figure-words.ts";
import { forget, useWork } from "#web/data/jobs.ts";
import { getErrorText } from "#web/data/problem.ts";
import { useNow } from "#web/data/stores/use-now.ts";
import type { Job } from "#web/data/streams/subscriptions.ts";
import { useTRPC } from "#web/data/trpc.ts";
import type { SoldierAnswer } from "#web/features/soldier/soldier-search.ts";
import { useFollow } from "#web/features/soldier/use-soldier-changes.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/class-names.ts";
import { Check, Circle, CircleAlert } from "#web/ui/icons.tsx";
import { LogoMark } from "#web/ui/logo-mark.tsx";

type JobStepsProps = {
  soldierId: string;
  /** How old what is shown is; null where nothing is. */
  lastSeenAt: string | null;
};

const STEPS: Record<string, readonly string[]> = {
  "refresh-soldier": ["reading", "comparing", "stored"],
  "import-statistics": ["reading", "stored"],
};

const STEP_TITLES: Record<string, string> = {
  queued: m.soldier_step_queued(),
  reading: m.soldier_step_reading(),
  comparing: m.soldier_step_comparing(),
  stored: m.soldier_step_stored(),
};

const SECOND_MS = 1000;
/** An error stays until it is dismissed. */
const GOOD_NEWS_MS = 15_000;

/** What is being done about a soldier, step by step, and how it ended. */
export function JobSteps({ soldierId, lastSeenAt }: JobStepsProps) {
  const job = useWork().find(({ about }) => about === soldierId);
  if (!job) return null;
  return job.outcome ? <Ended job={job} lastSeenAt={lastSeenAt} /> : <UnderWay job={job} />;
}

function UnderWay({ job }: { job: Job }) {
  const now = useNow(SECOND_MS);
  const cancel = useMutation(useTRPC().job.cancel.mutationOptions());
  const steps = ["queued", ...(STEPS[job.kind] ?? [])];
  const current = job.steps.at(-1)?.name ?? "queued";
  const at = steps.indexOf(current);
  const elapsedS = Math.max(0, Math.floor((now - Date.parse(job.createdAt)) / SECOND_MS));
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2 border-t border-line pt-4">
      <ol aria-label={m.soldier_steps()} className="flex flex-wrap gap-x-4 gap-y-1 text-0">
        {steps.map((step, index) => (
          <li
            key={step}
            aria-current={index === at ? "step" : undefined}
            className={classes("flex items-center gap-1.5", index > at ? "text-ink-3" : "font-semibold")}
          >
            <StepMark state={index < at ? "done" : index === at ? "current" : "ahead"} />
            <span>{STEP_TITLES[step]}</span>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {STEP_TITLES[current]}
      </p>
      <p className="num text-0 text-ink-2">
        {job.triesAgainAt
          ? m.soldier_trying_again({ wait: formatWait(job.triesAgainAt, now) })
          : m.unit_quantity({ number: elapsedS, unit: m.unit_s() })}
      </p>
      <Button size="small" busy={cancel.isPending} onClick={() => cancel.mutate({ id: job.id })}>
        {m.common_cancel()}
      </Button>
    </div>
  );
}

function StepMark({ state }: { state: "done" | "current" | "ahead" }) {
  if (state === "current") return <LogoMark loading className="size-4 text-accent" />;
  const Icon = state === "done" ? Check : Circle;
  return (
    <>
      <Icon aria-hidden="true" className="size-4" />
      {state === "done" && <span className="sr-only">{m.soldier_step_done()} </span>}
    </>
  );
}

function Ended({ job, lastSeenAt }: { job: Job; lastSeenAt: string | null }) {
  const now = useNow(SECOND_MS * 30);
  const failed = job.outcome?.kind === "failed";
  useEffect(() => {
    if (failed) return;
    const timer = setTimeout(() => forget(job.id), GOOD_NEWS_MS);
    return () => clearTimeout(timer);
  }, [failed, job.id]);
  return (
    <div
      role={failed ? "alert" : "status"}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4 text-0"
    >
      <p className="flex max-w-(--measure) items-start gap-2">
        {failed && <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />}
        <span>
          <span>{getEnd(job)}</span>
          {failed && lastSeenAt && (
            <span>{` ${m.soldier_last_known_figures_stay({ age: formatAge(lastSeenAt, now) })}`}</span>
          )}
        </span>
      </p>
      <Button size="small" kind="quiet" onClick={() => forget(job.id)}>
        {m.soldier_dismiss()}
      </Button>
    </div>
  );
}

function getEnd({ outcome, kind }: Job): string {
  switch (outcome?.kind) {
    case "cancelled":
      return m.soldier_cancelled_nothing_was_changed();
    case "failed":
      return outcome.fault ? formatFault(outcome.fault) : m.soldier_job_failed();
    case "done":
      return kind === "refresh-soldier" && isNothingNew(outcome.result)
        ? m.soldier_nothing_new()
        : m.soldier_a_new_snapshot_is_stored();
    default:
      return "";
  }
}

const formatFault = (code: ErrorCode): string => ERRORS[code].message();

const isNothingNew = (result: unknown): boolean =>
  typeof result === "object" && result !== null && Reflect.get(result, "isNew") === false;

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
  const note = waits ? m.soldier_next_snapshot({ wait: formatWait(getNextSnapshotTime, now) }) : null;
  return (
    <div className="grid justify-items-end gap-1">
      <Button
        kind={waits ? "secondary" : "primary"}
        busy={refresh.isPending || isUnderWay}
        aria-disabled={waits || undefined}
        aria-describedby={note ? "next-snapshot" : undefined}
        onClick={() => !waits && refresh.mutate({ id: soldier.id })}
      >
        {m.soldier_take_snapshot()}
      </Button>
      {note && (
        <p id="next-snapshot" className="text-00 text-ink-2">
          {note}
        </p>
      )}
      {refresh.isError && (
        <p role="alert" className="max-w-56 text-right text-00 text-danger">
          {getErrorText(refresh.error)}
        </p>
      )}
    </div>
  );
}
