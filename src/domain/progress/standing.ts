import type { Target } from "#domain/progress/targets/target.ts";
import type { KnownProgress } from "./known-progress.ts";
import { type Remainder, remaining } from "./remaining.ts";

/** A target and how it stands. */
export type Standing = { target: Target; remainder: Remainder };

/** How every target stands, in the order of the targets. */
export const getStandings = (targets: readonly Target[], known: KnownProgress): readonly Standing[] =>
  targets.map((target) => ({ target, remainder: remaining(target, known) }));
