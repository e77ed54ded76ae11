// The scenario for which times to kill are computed: the same values on every screen and in its address.
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import { BODY_PARTS, type BodyPart, getHealth, HEALTH_IDS, type HealthId } from "./hit-zones.ts";
import type { Target } from "./lethality/at-range.ts";

export type Scenario = {
  rangeM: number;
  /** The share of shots, or of a shotgun's pellets, that hit. */
  hitPercent: number;
  /** Which hits are headshots: the first, the first two, or each with this chance in per cent. */
  heads: "first" | "two" | number;
  health: HealthId;
  /** The part of the body that the other hits land on. */
  part: BodyPart;
  /** Whether the soldier wears Battlefield 4's Defensive upgrade. */
  defensive: boolean;
};

/** The possible values of a slider. */
export type Steps = { min: number; max: number; step: number; default: number };

export const RANGE_M: Steps = { min: 0, max: 150, step: 5, default: 30 };
export const HIT_PERCENT: Steps = { min: 1, max: 100, step: 1, default: 100 };
export const HEAD_PERCENT: Steps = { min: 0, max: 100, step: 5, default: 0 };

export const DEFAULT_SCENARIO: Scenario = {
  rangeM: RANGE_M.default,
  hitPercent: HIT_PERCENT.default,
  heads: HEAD_PERCENT.default,
  health: "normal",
  part: "chest",
  defensive: false,
};

/** A scenario as address parameters; `acc` and `hs` are the earlier names of `hit` and `head`. */
export type ScenarioTexts = Partial<Record<(typeof SCENARIO_NAMES)[number], string>>;
export const SCENARIO_NAMES = ["range", "hit", "head", "health", "body", "def", "acc", "hs"] as const;

/** Parses address parameters; a missing or invalid one becomes its default. */
export const parseScenario = ({ range, hit, head, health, body, def, acc, hs }: ScenarioTexts): Scenario => ({
  rangeM: parseStep(range, RANGE_M),
  hitPercent: parseStep(hit ?? acc, HIT_PERCENT),
  heads: parseHeads(head) ?? EARLIER_HEADS.get(hs ?? "") ?? DEFAULT_SCENARIO.heads,
  health: HEALTH_IDS.find((id) => id === health) ?? DEFAULT_SCENARIO.health,
  part: BODY_PARTS.find((part) => part === body) ?? DEFAULT_SCENARIO.part,
  defensive: def === "1",
});

const EARLIER_HEADS = new Map<string, Scenario["heads"]>([
  ["0", 0],
  ["1", "first"],
  ["2", "two"],
  ["all", 100],
]);

/** Parses a share of headshots: `first`, `two`, `all` or per cent; null for anything else. */
export function parseHeads(text: string | undefined): Scenario["heads"] | null {
  if (text === "first" || text === "two") return text;
  if (text === "all") return 100;
  return text && Number.isFinite(Number(text)) ? parseStep(text, HEAD_PERCENT) : null;
}

/** Returns a scenario as address parameters; defaults are omitted. */
export function formatScenario({ rangeM, hitPercent, heads, health, part, defensive }: Scenario): ScenarioTexts {
  const texts = {
    range: rangeM !== DEFAULT_SCENARIO.rangeM && String(rangeM),
    hit: hitPercent !== DEFAULT_SCENARIO.hitPercent && String(hitPercent),
    head: heads !== DEFAULT_SCENARIO.heads && String(heads),
    health: health !== DEFAULT_SCENARIO.health && health,
    body: part !== DEFAULT_SCENARIO.part && part,
    def: defensive && "1",
  };
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== false));
}

/** Returns the slider value nearest to this text; the default if the text is no number. */
export function parseStep(text: string | undefined, { min, max, step, default: defaultValue }: Steps): number {
  const value = text ? Number(text) : Number.NaN;
  if (!Number.isFinite(value)) return defaultValue;
  return Math.min(max, Math.max(min, Math.round(value / step) * step));
}

/** Returns the target of a scenario in a game. */
export const getTarget = (
  { rangeM, hitPercent, heads, health, part, defensive }: Scenario,
  combat: Pick<Combat, "health" | "multiplierGroups">,
): Target => ({
  rangeM,
  hitRate: hitPercent / 100,
  heads: typeof heads === "number" ? heads / 100 : heads,
  hitPoints: getHealth(combat, health),
  part,
  defensive,
  multiplierGroups: combat.multiplierGroups,
});
