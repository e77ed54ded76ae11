import type { Known } from "./known.ts";
import { type Remainder, remaining } from "./remaining.ts";
import type { Target } from "./target.ts";

/** A target and how it stands. */
export type Standing = { target: Target; remainder: Remainder };

/** How every target stands, in the order of the targets. */
export const standingsOf = (targets: readonly Target[], known: Known): readonly Standing[] =>
  targets.map((target) => ({ target, remainder: remaining(target, known) }));
