// What the figures of a build are worked out for.
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import { getHealth, type HealthId } from "#domain/weapons/health.ts";

export const HEAD_TITLES = { "0": "Body only", "1": "First hit to the head", all: "Every hit to the head" } as const;
export type HeadHits = keyof typeof HEAD_TITLES;
export const HEAD_IDS = ["0", "1", "all"] as const satisfies readonly HeadHits[];

export const HEALTH_TITLES = { normal: "Normal", hardcore: "Hardcore" } as const satisfies Record<HealthId, string>;
export const HEALTH_IDS = ["normal", "hardcore"] as const satisfies readonly HealthId[];

/** Metres and per cent the controls may be set to. */
export const RANGE_M = { min: 0, max: 150, step: 5 } as const;
export const HIT_PERCENT = { min: 10, max: 100, step: 5 } as const;

export type Aim = { rangeM: number; hitPercent: number; head: HeadHits; health: HealthId };

export const FIRST_AIM: Aim = { rangeM: 30, hitPercent: 100, head: "0", health: "normal" };

export type Target = {
  rangeM: number;
  /** The share of shots that hit, 0.1 to 1. */
  hitRate: number;
  head: HeadHits;
  /** Null where no source gives the health of a soldier. */
  hitPoints: number | null;
};

export const getTarget = ({ rangeM, hitPercent, head, health }: Aim, combat: Pick<Combat, "health">): Target => ({
  rangeM,
  hitRate: hitPercent / 100,
  head,
  hitPoints: getHealth(combat, health),
});
