// What times to kill are worked out for: the same values on every screen, and in the address that leads there.
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import { getHealth, HEALTH_IDS, type HealthId } from "./hit-zones.ts";
import type { Target } from "./lethality/at-range.ts";

export type Scenario = {
  rangeM: number;
  /** Of the shots, of a shotgun of its pellets. */
  hitPercent: number;
  /** Which hits are to the head: the first, the first two, or by chance this per cent of them; 100 is all. */
  heads: "first" | "two" | number;
  health: HealthId;
};

/** Where a slider may stand. */
export type Steps = { min: number; max: number; step: number; default: number };

export const RANGE_M: Steps = { min: 0, max: 150, step: 5, default: 30 };
export const HIT_PERCENT: Steps = { min: 1, max: 100, step: 1, default: 100 };
export const HEAD_PERCENT: Steps = { min: 0, max: 100, step: 5, default: 0 };

export const DEFAULT_SCENARIO: Scenario = {
  rangeM: RANGE_M.default,
  hitPercent: HIT_PERCENT.default,
  heads: HEAD_PERCENT.default,
  health: "normal",
};

/** A scenario in an address; `acc` and `hs` are the earlier names of `hit` and `head`. */
export type ScenarioTexts = { range?: string; hit?: string; head?: string; health?: string; acc?: string; hs?: string };

/** What these texts stand for; one that is not understood, or is missing, for its default. */
export const parseScenario = ({ range, hit, head, health, acc, hs }: ScenarioTexts): Scenario => ({
  rangeM: parseStep(range, RANGE_M),
  hitPercent: parseStep(hit ?? acc, HIT_PERCENT),
  heads: parseHeads(head) ?? EARLIER_HEADS.get(hs ?? "") ?? DEFAULT_SCENARIO.heads,
  health: HEALTH_IDS.find((id) => id === health) ?? DEFAULT_SCENARIO.health,
});

const EARLIER_HEADS = new Map<string, Scenario["heads"]>([
  ["0", 0],
  ["1", "first"],
  ["2", "two"],
  ["all", 100],
]);

/** The heads that a text stands for: `first`, `two`, `all` or per cent; null for anything else. */
export function parseHeads(text: string | undefined): Scenario["heads"] | null {
  if (text === "first" || text === "two") return text;
  if (text === "all") return 100;
  return text && Number.isFinite(Number(text)) ? parseStep(text, HEAD_PERCENT) : null;
}

/** The texts of a scenario, none for what stands at its default. */
export function formatScenario({ rangeM, hitPercent, heads, health }: Scenario): ScenarioTexts {
  const texts: Record<"range" | "hit" | "head" | "health", string | false> = {
    range: rangeM !== DEFAULT_SCENARIO.rangeM && String(rangeM),
    hit: hitPercent !== DEFAULT_SCENARIO.hitPercent && String(hitPercent),
    head: heads !== DEFAULT_SCENARIO.heads && String(heads),
    health: health !== DEFAULT_SCENARIO.health && health,
  };
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== false));
}

/** The value nearest to this text at which such a slider may stand; its default where the text is no number. */
export function parseStep(text: string | undefined, { min, max, step, default: usual }: Steps): number {
  const value = text ? Number(text) : Number.NaN;
  if (!Number.isFinite(value)) return usual;
  return Math.min(max, Math.max(min, Math.round(value / step) * step));
}

/** What is shot at in a game. */
export const getTarget = ({ rangeM, hitPercent, heads, health }: Scenario, combat: Pick<Combat, "health">): Target => ({
  rangeM,
  hitRate: hitPercent / 100,
  heads: typeof heads === "number" ? heads / 100 : heads,
  hitPoints: getHealth(combat, health),
});
