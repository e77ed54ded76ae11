import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { m } from "#messages";
import { ERRORS, type ErrorCode } from "#messages/errors.ts";
import { formatAge, formatWait } from "#messages/soldier/figure-words.ts";
import { forgetJob, useTrackedJobs } from "#web/data/jobs.ts";
import { getErrorText } from "#web/data/problem.ts";
import { useNow } from "#web/data/stores/use-now.ts";
import type { Job } from "#web/data/streams/subscriptions.ts";
import { useTRPC } from "#web/data/trpc.ts";
import type { SoldierResponse } from "#web/features/soldier/soldier-search.ts";
import { useTrackSoldierJob } from "#web/features/soldier/use-soldier-changes.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/class-names.ts";
import { Check, Circle, CircleAlert } from "#web/ui/icons.tsx";
import { LogoMark } from "#web/ui/logo-mark.tsx";

type JobStepsProps = {
  soldierId: string;
  /** When the shown figures were read; null if there are none. */
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
/** Errors stay until they are dismissed. */
const SUCCESS_DISPLAY_MS = 15_000;

/** The steps of a soldier's running job, or its outcome. */
export function JobSteps({ soldierId, lastSeenAt }: JobStepsProps) {
  const job = useTrackedJobs().find(({ about }) => about === soldierId);
  if (!job) return null;
  return job.outcome ? <EndedJob job={job} lastSeenAt={lastSeenAt} /> : <RunningJob job={job} />;
}

function RunningJob({ job }: { job: Job }) {
  const now = useNow(SECOND_MS);
  const cancel = useMutation(useTRPC().job.cancel.mutationOptions());
  const steps = ["queued", ...(STEPS[job.kind] ?? [])];
  const current = job.steps.at(-1)?.name ?? "queued";
  const currentIndex = steps.indexOf(current);
  const elapsedS = Math.max(0, Math.floor((now - Date.parse(job.createdAt)) / SECOND_MS));
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2 border-t border-line pt-4">
      <ol aria-label={m.soldier_steps()} className="flex flex-wrap gap-x-4 gap-y-1 text-0">
        {steps.map((step, index) => (
          <li
            key={step}
            aria-current={index === currentIndex ? "step" : undefined}
            className={classes("flex items-center gap-1.5", index > currentIndex ? "text-ink-3" : "font-semibold")}
          >
            <StepMark state={index < currentIndex ? "done" : index === currentIndex ? "current" : "ahead"} />
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

function EndedJob({ job, lastSeenAt }: { job: Job; lastSeenAt: string | null }) {
  const now = useNow(SECOND_MS * 30);
  const failed = job.outcome?.kind === "failed";
  useEffect(() => {
    if (failed) return;
    const timer = setTimeout(() => forgetJob(job.id), SUCCESS_DISPLAY_MS);
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
          <span>{formatOutcome(job)}</span>
          {failed && lastSeenAt && (
            <span>{` ${m.soldier_last_known_figures_stay({ age: formatAge(lastSeenAt, now) })}`}</span>
          )}
        </span>
      </p>
      <Button size="small" kind="quiet" onClick={() => forgetJob(job.id)}>
        {m.soldier_dismiss()}
      </Button>
    </div>
  );
}

function formatOutcome({ outcome, kind }: Job): string {
  switch (outcome?.kind) {
    case "cancelled":
      return m.soldier_cancelled_nothing_was_changed();
    case "failed":
      return outcome.fault ? formatErrorCode(outcome.fault) : m.soldier_job_failed();
    case "done":
      return kind === "refresh-soldier" && isNothingNew(outcome.result)
        ? m.soldier_nothing_new()
        : m.soldier_a_new_snapshot_is_stored();
    default:
      return "";
  }
}

const formatErrorCode = (code: ErrorCode): string => ERRORS[code].message();

const isNothingNew = (result: unknown): boolean =>
  typeof result === "object" && result !== null && Reflect.get(result, "isNew") === false;

/** The button that takes a snapshot; disabled until the service can have new figures. */
export function TakeSnapshot({
  response: { soldier, nextSnapshotAt },
  now,
}: {
  response: SoldierResponse;
  now: number;
}) {
  const followJob = useTrackSoldierJob();
  const jobs = useTrackedJobs();
  const refresh = useMutation(
    useTRPC().soldier.refresh.mutationOptions({ onSuccess: ({ job }) => followJob(job, soldier.id) }),
  );
  const isRunning = jobs.some(({ about, outcome }) => about === soldier.id && !outcome);
  const mustWait = nextSnapshotAt !== null && Date.parse(nextSnapshotAt) > now && !isRunning;
  const note = mustWait ? m.soldier_next_snapshot({ wait: formatWait(nextSnapshotAt, now) }) : null;
  return (
    <div className="grid justify-items-end gap-1">
      <Button
        kind={mustWait ? "secondary" : "primary"}
        busy={refresh.isPending || isRunning}
        aria-disabled={mustWait || undefined}
        aria-describedby={note ? "next-snapshot" : undefined}
        onClick={() => !mustWait && refresh.mutate({ id: soldier.id })}
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
