import type { GameId } from "#domain/game.ts";
import { figure } from "#web/components/charts/chart-scale.ts";
import type { Target } from "#web/features/arsenal/figures.ts";
import type { Terms } from "#web/features/arsenal/terms.ts";

const HEADS = {
  "0": "no hit to the head",
  "1": "the first hit to the head",
  "2": "the first two hits to the head",
  all: "every hit to the head",
};

/** What is shot at, and how well, in a sentence. */
export function formatTarget(game: GameId, terms: Terms, { hitPoints }: Pick<Target, "hitPoints">): string {
  const others = terms.head === "all" ? [] : [`the ${terms.head === "0" ? "" : "other "}hits to the ${terms.part}`];
  return [
    hitPoints === null ? "Health not public" : `${figure(hitPoints)} health`,
    ...(game === "bf4" && terms.defensive ? ["Defensive upgrade"] : []),
    HEADS[terms.head],
    ...others,
    `${terms.hitRate} % of shots hitting.`,
  ].join(", ");
}
