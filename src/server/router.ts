import { z } from "zod";
import { AppError } from "#messages/errors.ts";
import { protectedProcedure, router } from "#server/trpc/trpc.ts";
import { FEATURES, type FeatureRouters } from "./features.ts";

const jobId = z.object({ id: z.uuid() });

const jobRouter = router({
  /** Returns the user's unfinished jobs, oldest first. */
  underWay: protectedProcedure.query(({ ctx }) => ctx.jobs.listUnfinished(ctx.user.id)),

  /**
   * Returns one job.
   * @throws {AppError} job_missing
   */
  get: protectedProcedure.input(jobId).query(async ({ ctx, input }) => {
    const job = await ctx.jobs.find(ctx.user.id, input.id);
    if (!job) throw new AppError("job_missing");
    return job;
  }),

  /** Cancels a job; an ended job is not changed. */
  cancel: protectedProcedure.input(jobId).mutation(async ({ ctx, input }) => {
    await ctx.jobs.cancel(ctx.user.id, input.id);
    return { id: input.id };
  }),

  /**
   * Streams a job now and after each change, until it has ended; empty if there is no such job.
   * @throws {AppError} too_many
   */
  watch: protectedProcedure
    .input(jobId)
    .subscription(({ ctx, input, signal }) =>
      ctx.streams.open(ctx.user, signal, (ended) => ctx.jobs.watch(ctx.user.id, input.id, ended)),
    ),
});

const routers: FeatureRouters = Object.assign({}, ...(await Promise.all(FEATURES.map((feature) => feature.routers()))));

/** The router of all calls under /api/trpc. */
export const appRouter = router({ ...routers, job: jobRouter });

export type AppRouter = typeof appRouter;
