import { z } from "zod";
import { AppError } from "#domain/errors.ts";
import { protectedProcedure, router } from "#server/trpc/trpc.ts";

const jobId = z.object({ id: z.uuid() });

export const jobRouter = router({
  /** The user's work that has not ended, oldest first. */
  underWay: protectedProcedure.query(({ ctx }) => ctx.jobs.underWay(ctx.user.id)),

  /** One job. Faults: `job_missing`. */
  get: protectedProcedure.input(jobId).query(async ({ ctx, input }) => {
    const job = await ctx.jobs.find(ctx.user.id, input.id);
    if (!job) throw new AppError("job_missing");
    return job;
  }),

  /** Ends a job; one that has ended stays as it is. */
  cancel: protectedProcedure.input(jobId).mutation(async ({ ctx, input }) => {
    await ctx.jobs.cancel(ctx.user.id, input.id);
    return { id: input.id };
  }),

  /** A job as it is and after each change, until it has ended. Nothing where there is no such job. Faults: `too_many`. */
  watch: protectedProcedure
    .input(jobId)
    .subscription(({ ctx, input, signal }) =>
      ctx.streams.open(ctx.user, signal, (ended) => ctx.jobs.watch(ctx.user.id, input.id, ended)),
    ),
});
