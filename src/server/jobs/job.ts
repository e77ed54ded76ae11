// Work after the answer, as people see it and as each kind of it is written.
import type { z } from "zod";
import type { ErrorCode } from "#messages/errors.ts";

/** Something a job has begun, with the instant. */
export type JobStep = { name: string; at: string };

export type JobOutcome =
  | { kind: "done"; result: unknown }
  | { kind: "failed"; fault: ErrorCode | null; details: Readonly<Record<string, unknown>> }
  | { kind: "cancelled" };

/** A job as its owner sees it. */
export type Job = {
  id: string;
  kind: string;
  /** What it is about, e.g. `refresh-soldier:<person>:<soldier>`: two people may have the same ids. */
  key: string;
  createdAt: string;
  steps: readonly JobStep[];
  /** Null while it has not ended. */
  outcome: JobOutcome | null;
  endedAt: string | null;
  /** Set while it waits for its next try. */
  triesAgainAt: string | null;
};

export type NewJob = { userId: string; kind: string; key: string; input: unknown };

type JobRun<Input> = {
  userId: string;
  input: Input;
  /** Ends when its owner cancels the job, or this process closes. */
  signal: AbortSignal;
  /**
   * Reports to watchers that this step has begun.
   * @throws once the signal is aborted
   */
  step(name: string): Promise<void>;
};

/** A kind of work. A run may be the second of its job: what the first had done when its process died stays done. */
export type JobKind<Input = unknown> = {
  input: z.ZodType<Input>;
  run(run: JobRun<Input>): Promise<unknown>;
};

export type JobKinds = Readonly<Record<string, JobKind>>;

/** A kind with its input's type forgotten, as a table of kinds holds it. */
export const jobKind = <Input>({ input, run }: JobKind<Input>): JobKind => ({
  input,
  run: (given) => run({ ...given, input: input.parse(given.input) }),
});
