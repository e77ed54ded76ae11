// Types of the server's progress responses.
import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "#api";

type Outputs = inferRouterOutputs<AppRouter>;

export type NextPage = Outputs["progress"]["next"];
export type ChecklistPage = Outputs["progress"]["checklist"];
export type Plan = Outputs["progress"]["plan"];
/** A target, how it stands, and what its player did with it. */
export type Line = NextPage["items"][number];
export type Conflict = Outputs["progress"]["conflicts"][number];
export type OwnGoal = Outputs["goal"]["list"][number];
export type GoalStarter = Outputs["goal"]["starters"][number];
export type Statistics = NonNullable<Outputs["soldier"]["get"]["current"]>;
