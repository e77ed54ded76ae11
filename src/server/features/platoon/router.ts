import { z } from "zod";
import { protectedProcedure, publicProcedure, router } from "#server/trpc/trpc.ts";
import { boardRouter } from "./board.ts";
import { feedRouter } from "./feed.ts";
import { lockerRouter } from "./locker.ts";
import { membersRouter } from "./members.ts";
import { getSamplePlatoon } from "./sample-platoon.ts";
import { sheetRouter } from "./sheets.ts";
import { squadPlanRouter } from "./squad-plan.ts";
import { squadRouter } from "./squads.ts";

export const invitationRouter = router({
  /**
   * Returns the platoon and the status of an invitation to the caller: "pending", "expired", or the library's final status. Null for
   * other people's invitations and while the address is unverified. The account library shows only open invitations.
   */
  status: protectedProcedure.input(z.object({ id: z.string().max(100) })).query(async ({ ctx, input }) => {
    const invitation = await ctx.db
      .selectFrom("invitation")
      .innerJoin("organization", "organization.id", "invitation.organizationId")
      .select(["invitation.status", "invitation.expiresAt", "organization.name"])
      .where("invitation.id", "=", input.id)
      .innerJoin("user", "user.email", "invitation.email")
      .where("user.id", "=", ctx.user.id)
      .where("user.emailVerified", "=", true)
      .executeTakeFirst();
    if (!invitation) return null;
    const isOver = invitation.status === "pending" && new Date(invitation.expiresAt) < ctx.now();
    return { status: isOver ? "expired" : invitation.status, platoon: invitation.name };
  }),
});

export const platoonRouter = router({
  /** Returns the board, the loadouts and the feed of a platoon that is invented and never stored. */
  sample: publicProcedure.query(({ ctx }) => getSamplePlatoon(ctx.arsenals, ctx.now())),
  board: boardRouter,
  feed: feedRouter,
  locker: lockerRouter,
  members: membersRouter,
  sheet: sheetRouter,
  squad: squadRouter,
  squadPlan: squadPlanRouter,
});
