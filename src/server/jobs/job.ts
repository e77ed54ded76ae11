// The types of background jobs and of their kinds.
import type { z } from "zod";
import type { ErrorCode } from "#messages/errors.ts";

/** A step that a job has begun, with the instant. */
export type JobStep = { name: string; at: string };

export type JobOutcome =
  | { kind: "done"; result: unknown }
  | { kind: "failed"; fault: ErrorCode | null; details: Readonly<Record<string, unknown>> }
  | { kind: "cancelled" };

/** A job as its owner sees it. */
export type Job = {
  id: string;
  kind: string;
  /** Identifies the subject, e.g. `refresh-soldier:<person>:<soldier>`; two people may have soldiers with the same id. */
  key: string;
  createdAt: string;
  steps: readonly JobStep[];
  /** Null until the job has ended. */
  outcome: JobOutcome | null;
  endedAt: string | null;
  /** Set while the job waits for its next attempt. */
  triesAgainAt: string | null;
};

export type NewJob = { userId: string; kind: string; key: string; input: unknown };

type JobRun<Input> = {
  userId: string;
  input: Input;
  /** Aborted when the owner cancels the job, or this process shuts down. */
  signal: AbortSignal;
  /**
   * Records and publishes that this step has begun.
   * @throws if the signal is aborted
   */
  step(name: string): Promise<void>;
};

/** A kind of job. A run must be repeatable: after a crash it starts again, and the effects of the first run remain. */
export type JobKind<Input = unknown> = {
  input: z.ZodType<Input>;
  run(run: JobRun<Input>): Promise<unknown>;
};

export type JobKinds = Readonly<Record<string, JobKind>>;

/** Returns a kind without the type of its input, for a table of kinds. */
export const jobKind = <Input>({ input, run }: JobKind<Input>): JobKind => ({
  input,
  run: (jobRun) => run({ ...jobRun, input: input.parse(jobRun.input) }),
});
