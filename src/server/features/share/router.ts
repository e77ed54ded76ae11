import { z } from "zod";
import { findViolations } from "#domain/loadout/rules/rules.ts";
import { REPORT_LIMIT, REPORT_REASONS, sharedLoadout, shareId } from "#domain/loadout/sharing/share.ts";
import { AppError } from "#messages/errors.ts";
import { withPersonLock } from "#server/people/person-lock.ts";
import { protectedProcedure, publicProcedure, requireWithin, router } from "#server/trpc/trpc.ts";
import { addReport, getShare, getShareId, listShares, publishShare, revokeShare } from "./repository.ts";

const PAGE_SIZE = 50;

const HOUR_MS = 60 * 60_000;
/** Limits for creating shares, per user, and for reports, per client. */
const SHARES = { max: 120, windowMs: HOUR_MS };
const REPORTS = { max: 10, windowMs: HOUR_MS };

export const shareRouter = router({
  /**
   * Makes a loadout public and returns the id of its short link, which is the same for the same content.
   * @throws {AppError} loadout_illegal with its `violations`; share_revoked; shares_full; too_many
   */
  create: protectedProcedure
    .input(sharedLoadout.omit({ author: true }).extend({ withAuthor: z.boolean() }))
    .mutation(async ({ ctx, input: { withAuthor, ...content } }) => {
      const violations = findViolations(content.loadout, ctx.arsenals[content.loadout.game]);
      if (violations.length > 0) throw new AppError("loadout_illegal", { violations });
      await requireWithin(ctx, `share:${ctx.user.id}`, SHARES);
      const author = withAuthor && !ctx.user.isGuest ? ctx.user.name.slice(0, 200) : null;
      const shared = { ...content, note: content.note || null, author };
      const id = getShareId(ctx.shareKey, ctx.user.id, shared);
      await withPersonLock(ctx.db, ctx.user.id, (trx) => publishShare(trx, ctx.user, id, shared, ctx.now()));
      ctx.events.publish(ctx.user.id, { what: "share", id });
      return { id };
    }),

  /**
   * Returns a public share.
   * @throws {AppError} share_missing; share_revoked
   */
  get: publicProcedure.input(z.object({ id: shareId })).query(({ ctx, input }) => getShare(ctx.db, input.id)),

  /** Returns a page of the user's shares, newest first, including revoked ones. Cursors are null at the ends. */
  list: protectedProcedure
    .input(
      z.object({
        limit: z.number().int().min(1).max(PAGE_SIZE).default(PAGE_SIZE),
        cursor: z.object({ createdAt: z.iso.datetime(), id: shareId }).nullish(),
        direction: z.enum(["forward", "backward"]).default("forward"),
      }),
    )
    .query(({ ctx, input }) => listShares(ctx.db, ctx.user.id, input)),

  /**
   * Revokes a share; its address then responds with an error.
   * @throws {AppError} share_missing
   */
  revoke: protectedProcedure.input(z.object({ id: shareId })).mutation(async ({ ctx, input: { id } }) => {
    const isRevoked = await withPersonLock(ctx.db, ctx.user.id, (trx) => revokeShare(trx, ctx.user.id, id, ctx.now()));
    if (!isRevoked) throw new AppError("share_missing");
    ctx.events.publish(ctx.user.id, { what: "share", id });
    return { id };
  }),

  /**
   * Reports a public share to the operator.
   * @throws {AppError} share_missing; share_revoked; too_many
   */
  report: publicProcedure
    .input(z.object({ id: shareId, reason: z.enum(REPORT_REASONS), text: z.string().trim().max(REPORT_LIMIT) }))
    .mutation(async ({ ctx, input: { id, reason, text } }) => {
      await getShare(ctx.db, id);
      await requireWithin(ctx, `report:${ctx.clientKey}`, REPORTS);
      await addReport(ctx.db, { shareId: id, reason, text }, ctx.now());
      return { id };
    }),
});
