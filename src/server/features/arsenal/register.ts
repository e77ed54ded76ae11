import type { Feature } from "#server/context.ts";

export const arsenal = {
  routers: async () => {
    const [{ arsenalRouter }, { catalogueRouter }] = await Promise.all([
      import("./router.ts"),
      import("./catalogue-router.ts"),
    ]);
    return { arsenal: arsenalRouter, catalogue: catalogueRouter };
  },
} satisfies Feature;
