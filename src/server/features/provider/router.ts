import { publicProcedure, router } from "#server/trpc/trpc.ts";

export const providerRouter = router({
  /** The sign-in providers to choose from, in the order of the sign-in page. */
  list: publicProcedure.query(({ ctx }) => ctx.providers),
});
