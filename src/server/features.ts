// The features of the server, in order of registration: a feature's tables follow the tables that they reference.
import { account } from "#server/features/account/register.ts";
import { arsenal } from "#server/features/arsenal/register.ts";
import { loadout } from "#server/features/loadout/register.ts";
import { platoon } from "#server/features/platoon/register.ts";
import { progress } from "#server/features/progress/register.ts";
import { share } from "#server/features/share/register.ts";
import { soldier } from "#server/features/soldier/register.ts";
import type { Feature } from "./context.ts";

const LIST = [account, arsenal, loadout, share, soldier, progress, platoon] as const;

export const FEATURES: readonly Feature[] = LIST;

type Intersection<Union> = (Union extends unknown ? (part: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The routers of all features by name. */
export type FeatureRouters = Intersection<Awaited<ReturnType<(typeof LIST)[number]["routers"]>>>;
