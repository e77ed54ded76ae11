// The only module of the server that the web app may import; it has types only.
import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "./router.ts";

export type { AppRouter };

/** The output type of each procedure. */
export type RouterOutputs = inferRouterOutputs<AppRouter>;
