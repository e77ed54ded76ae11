import { z } from "zod";
import { Fault } from "#domain/fault.ts";
import { router, signedIn } from "#server/trpc/trpc.ts";

const jobId = z.object({ id: z.uuid() });

export const jobRouter = router({
  /** The user's work that has not ended, oldest first. */
  underWay: signedIn.query(({ ctx }) => ctx.jobs.underWay(ctx.user.id)),

  /** One job. Faults: `job_missing`. */
  get: signedIn.input(jobId).query(async ({ ctx, input }) => {
    const job = await ctx.jobs.find(ctx.user.id, input.id);
    if (!job) throw new Fault("job_missing");
    return job;
  }),

  /** Ends a job; one that has ended stays as it is. */
  cancel: signedIn.input(jobId).mutation(async ({ ctx, input }) => {
    await ctx.jobs.cancel(ctx.user.id, input.id);
    return { id: input.id };
  }),

  /** A job as it is and after each change, until it has ended. Nothing where there is no such job. Faults: `too_many`. */
  watch: signedIn
    .input(jobId)
    .subscription(({ ctx, input, signal }) =>
      ctx.streams.open(ctx.user, signal, (ended) => ctx.jobs.watch(ctx.user.id, input.id, ended)),
    ),
});
