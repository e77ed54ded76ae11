import { z } from "zod";
import { protectedProcedure, router } from "#server/trpc/trpc.ts";
import { boardRouter } from "./board.ts";
import { feedRouter } from "./feed.ts";
import { lockerRouter } from "./locker.ts";
import { membersRouter } from "./members.ts";
import { sheetRouter } from "./sheets.ts";
import { squadPlanRouter } from "./squad-plan.ts";
import { squadRouter } from "./squads.ts";

export const invitationRouter = router({
  /**
   * Where an invitation to this person stands, and the platoon it is to: "pending", "expired", or how it ended; null for
   * other people's and while the address is unverified. The account library shows open ones only.
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
  board: boardRouter,
  feed: feedRouter,
  locker: lockerRouter,
  members: membersRouter,
  sheet: sheetRouter,
  squad: squadRouter,
  squadPlan: squadPlanRouter,
});
