// Types of the server's responses to the editor.
import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "#api";

type Outputs = inferRouterOutputs<AppRouter>;

export type Saved = Outputs["loadout"]["get"];
export type LockerPage = Outputs["loadout"]["list"];
export type Equipment = Outputs["arsenal"]["equipment"];
export type WeaponAnswer = Outputs["arsenal"]["weapon"];
export type Listed = Outputs["arsenal"]["list"]["weapons"][number];
