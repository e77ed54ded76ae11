// Types of the server's soldier responses.
import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "#api";

type Outputs = inferRouterOutputs<AppRouter>;

export type Listed = Outputs["soldier"]["list"][number];
export type SoldierAnswer = Outputs["soldier"]["get"];
export type SnapshotLine = Outputs["soldier"]["snapshots"]["items"][number];
export type Snapshot = Outputs["soldier"]["snapshot"];
export type Equipment = Outputs["arsenal"]["equipment"];
