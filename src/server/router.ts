import { z } from "zod";
import { AppError } from "#messages/errors.ts";
import { accountRouter } from "#server/features/account/router.ts";
import { arsenalRouter } from "#server/features/arsenal/router.ts";
import { catalogueRouter } from "#server/features/catalogue/router.ts";
import { folderRouter } from "#server/features/folder/router.ts";
import { lockerImportRouter } from "#server/features/loadout/import-router.ts";
import { loadoutRouter } from "#server/features/loadout/router.ts";
import { boardRouter } from "#server/features/platoon/board.ts";
import { feedRouter } from "#server/features/platoon/feed.ts";
import { lockerRouter } from "#server/features/platoon/locker.ts";
import { membersRouter } from "#server/features/platoon/members.ts";
import { sheetRouter } from "#server/features/platoon/sheets.ts";
import { squadPlanRouter } from "#server/features/platoon/squad-plan.ts";
import { squadRouter } from "#server/features/platoon/squads.ts";
import { goalRouter } from "#server/features/progress/goal-router.ts";
import { progressRouter } from "#server/features/progress/router.ts";
import { shareRouter } from "#server/features/share/router.ts";
import { soldierRouter } from "#server/features/soldier/router.ts";
import { cachedProcedure, protectedProcedure, router } from "#server/trpc/trpc.ts";

const invitationRouter = router({
  /**
   * Where an invitation to this person stands, and the platoon it is to: "pending", "expired", or how it ended; null for
   * other people's and while the address is unverified. The account library shows open ones only.
   */
  standing: protectedProcedure.input(z.object({ id: z.string().max(100) })).query(async ({ ctx, input }) => {
    const found = await ctx.db
      .selectFrom("invitation")
      .innerJoin("organization", "organization.id", "invitation.organizationId")
      .select(["invitation.status", "invitation.expiresAt", "organization.name"])
      .where("invitation.id", "=", input.id)
      .innerJoin("user", "user.email", "invitation.email")
      .where("user.id", "=", ctx.user.id)
      .where("user.emailVerified", "=", true)
      .executeTakeFirst();
    if (!found) return null;
    const isOver = found.status === "pending" && new Date(found.expiresAt) < ctx.now();
    return { status: isOver ? "expired" : found.status, platoon: found.name };
  }),
});

const jobId = z.object({ id: z.uuid() });

const jobRouter = router({
  /** The user's unfinished jobs, oldest first. */
  underWay: protectedProcedure.query(({ ctx }) => ctx.jobs.underWay(ctx.user.id)),

  /**
   * One job.
   * @throws {AppError} job_missing
   */
  get: protectedProcedure.input(jobId).query(async ({ ctx, input }) => {
    const job = await ctx.jobs.find(ctx.user.id, input.id);
    if (!job) throw new AppError("job_missing");
    return job;
  }),

  /** Cancels a job; an ended one is not changed. */
  cancel: protectedProcedure.input(jobId).mutation(async ({ ctx, input }) => {
    await ctx.jobs.cancel(ctx.user.id, input.id);
    return { id: input.id };
  }),

  /**
   * A job now and after each change, until it has ended. Empty where there is no such job.
   * @throws {AppError} too_many
   */
  watch: protectedProcedure
    .input(jobId)
    .subscription(({ ctx, input, signal }) =>
      ctx.streams.open(ctx.user, signal, (ended) => ctx.jobs.watch(ctx.user.id, input.id, ended)),
    ),
});

const providerRouter = router({
  /** The enabled sign-in providers, in the order of the sign-in page. */
  list: cachedProcedure.query(({ ctx }) => ctx.config.providers.enabled),
});

/** Everything under /api/trpc, one line per feature. */
export const appRouter = router({
  account: accountRouter,
  arsenal: arsenalRouter,
  folder: folderRouter,
  goal: goalRouter,
  catalogue: catalogueRouter,
  invitation: invitationRouter,
  job: jobRouter,
  loadout: loadoutRouter,
  lockerImport: lockerImportRouter,
  platoon: router({
    board: boardRouter,
    feed: feedRouter,
    locker: lockerRouter,
    members: membersRouter,
    sheet: sheetRouter,
    squad: squadRouter,
    squadPlan: squadPlanRouter,
  }),
  progress: progressRouter,
  provider: providerRouter,
  share: shareRouter,
  soldier: soldierRouter,
});

export type AppRouter = typeof appRouter;
