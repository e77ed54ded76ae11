import { z } from "zod";
import { AVATAR } from "#domain/account/account.ts";
import { listNearLimits } from "#domain/limits.ts";
import { AppError } from "#messages/errors.ts";
import { ALL_LANGUAGES } from "#messages/languages.ts";
import { getLanguageCookie } from "#server/http/language.ts";
import {
  cachedProcedure,
  protectedProcedure,
  publicProcedure,
  requireWithin,
  router,
  sudoProcedure,
} from "#server/trpc/trpc.ts";
import { isAvatar, saveAvatar } from "./avatar.ts";
import { exportCursor, getExportAccount, getExportPage } from "./export.ts";

/** The limit per user; the largest account has 1,500 pages. */
const EXPORT_PAGES = { max: 3000, windowMs: 60 * 60_000 };

export const accountRouter = router({
  /** Returns the disabled features of the account system. */
  featuresOff: publicProcedure.query(({ ctx }) => [...ctx.config.accountFeaturesOff]),

  /** Returns account data that is not in the session; `language` is null if none is stored. */
  overview: protectedProcedure.query(async ({ ctx }) => {
    const passwordAccount = await ctx.db
      .selectFrom("account")
      .select("id")
      .where("userId", "=", ctx.user.id)
      .where("password", "is not", null)
      .executeTakeFirst();
    const user = await ctx.db.selectFrom("user").select("language").where("id", "=", ctx.user.id).executeTakeFirst();
    return { hasPassword: passwordAccount !== undefined, language: user?.language ?? null };
  }),

  /** Returns the limits of which the user's data takes at least 90 percent. */
  nearLimits: protectedProcedure.query(async ({ ctx }) =>
    listNearLimits(await ctx.people.getUse(ctx.db, ctx.user.id), ctx.user),
  ),

  /**
   * Sets the language of the site in this browser, and of mails to a signed-in user; null means the browser's language.
   * @throws {AppError} input_invalid for a language that is not available
   */
  setLanguage: publicProcedure
    .input(z.object({ language: z.enum(ALL_LANGUAGES).nullable() }))
    .mutation(async ({ ctx, input: { language } }) => {
      if (language !== null && !ctx.languages.includes(language)) throw new AppError("input_invalid");
      const user = await ctx.user();
      if (user) {
        const changes = { language, updatedAt: ctx.now() };
        await ctx.db.updateTable("user").set(changes).where("id", "=", user.id).execute();
      }
      const isHttps = ctx.config.origin.startsWith("https:");
      ctx.responseHeaders.append("Set-Cookie", getLanguageCookie(language, isHttps));
      return { language };
    }),

  /**
   * Sets the first password of an account.
   * @throws {AppError} session_not_fresh; account_needed; password_already_set; password_too_short; password_too_long; password_too_common
   */
  setPassword: sudoProcedure.input(z.object({ newPassword: z.string() })).mutation(async ({ ctx, input }) => {
    if (ctx.user.isGuest) throw new AppError("account_needed");
    const { setPassword } = await import("#server/auth/account-calls.ts");
    await setPassword(await ctx.accounts(), ctx.headers(), ctx.user.email, input.newPassword);
    return { status: true };
  }),

  /**
   * Sets the avatar of an account, or removes it for null; returns its URL.
   * @throws {AppError} account_needed; picture_unfit
   */
  setAvatar: protectedProcedure
    .input(
      z.object({
        webp: z
          .base64()
          .max(Math.ceil(AVATAR.maxBytes / 3) * 4)
          .nullable(),
      }),
    )
    .mutation(async ({ ctx, input: { webp } }) => {
      if (ctx.user.isGuest) throw new AppError("account_needed");
      if (webp !== null && !isAvatar(Buffer.from(webp, "base64"))) throw new AppError("picture_unfit");
      return { image: await saveAvatar(ctx.db, ctx.user.id, webp, ctx.now()) };
    }),

  /**
   * Returns all data of the person in pages of a megabyte. The first page, without a cursor, also has the account and the number of
   * rows. Cannot be called in a batch.
   * @throws {AppError} too_many
   */
  export: protectedProcedure
    .input(z.strictObject({ cursor: exportCursor.nullish() }).optional())
    .query(async ({ ctx, input }) => {
      const { tables } = ctx.people;
      const cursor = input?.cursor ?? null;
      await requireWithin(ctx, `export:${ctx.user.id}`, EXPORT_PAGES);
      const account = cursor === null ? await getExportAccount(ctx.db, tables, ctx.user.id) : null;
      return {
        exportedAt: ctx.now().toISOString(),
        about: account,
        ...(await getExportPage(ctx.db, tables, ctx.user.id, cursor)),
      };
    }),
});

export const providerRouter = router({
  /** Returns the enabled sign-in providers, in the order of the sign-in page. */
  list: cachedProcedure.query(({ ctx }) => ctx.config.providers.enabled),
});
