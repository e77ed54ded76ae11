// The only module of the server that the web app may import; it has types only.
import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "./router.ts";

export type { AppRouter };

/** What each procedure answers. */
export type RouterOutputs = inferRouterOutputs<AppRouter>;
