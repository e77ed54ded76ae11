import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "#api";

/** The server's data of one weapon. */
export type WeaponAnswer = inferRouterOutputs<AppRouter>["arsenal"]["weapon"];

export type Bf2042Answer = Extract<WeaponAnswer, { game: "bf2042" }>;
