// The Season 2 layer of Battlefield 2042: handling figures mined from the game's files in September 2022. Later patches
// changed many of them, so no screen shows them without that date.
import { z } from "zod";
import { createClaimsSchema, quantity } from "#domain/game-data/source.ts";

/** In degrees: minimum and maximum spread, growth per shot, and the parameters of its decay. */
const spreadRow = z.object({
  min: z.number(),
  max: z.number(),
  inc: z.number(),
  decCoef: z.number(),
  decExp: z.number(),
  decOffset: z.number(),
  idleTime: z.number(),
  idleCoef: z.number(),
  firstShotMul: z.number(),
});
const spreadStance = z.object({ base: spreadRow, move: spreadRow });

/** In degrees: how far a shot moves the aim up and sideways, and the parameters of the recovery. */
const recoilRow = z.object({
  up: z.number(),
  left: z.number(),
  right: z.number(),
  decFactor: z.number(),
  decExponent: z.number(),
  firstShotMul: z.number(),
});

const createStancesSchema = <T extends z.ZodType>(stance: T) =>
  z.object({ stand: stance, crouch: stance, prone: stance });
const createAimsSchema = <T extends z.ZodType>(stance: T) =>
  z.object({ ads: createStancesSchema(stance), hip: createStancesSchema(stance) });

/** Seconds and the factor `speed` as in the game's files. */
const reload = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("magazine"),
    tacticalS: quantity,
    emptyS: quantity,
    speed: quantity,
    threshold: quantity,
  }),
  /** Rounds are loaded individually; the times to open and close the reload depend on the rounds left. */
  z.object({
    kind: z.literal("round"),
    speed: quantity,
    threshold: quantity,
    stages: z.array(
      z.object({
        fromRounds: z.number(),
        toRounds: z.number(),
        openS: quantity,
        roundS: quantity,
        closeS: quantity,
      }),
    ),
  }),
]);

// How the damage of one bullet or pellet drops with distance.

/** Maximum damage up to `dropStartM`, then a linear drop to `min` at `dropEndM` (Battlefield 4). */
const linearDamage = z.object({
  kind: z.literal("linear"),
  max: quantity,
  min: quantity,
  dropStartM: z.number().nonnegative(),
  dropEndM: quantity,
});

const step = z.object({ fromM: z.number().nonnegative(), damage: quantity });

/** Constant damage from one distance to the next, nearest first, the first step at 0 m (Battlefield 2042). */
export const stepDamage = z.object({
  kind: z.literal("steps"),
  steps: z.tuple([step], step),
});

export const damageProfile = z.discriminatedUnion("kind", [linearDamage, stepDamage]);

export type DamageProfile = z.infer<typeof damageProfile>;

export const mechanics = z.object({
  sourceId: z.string().min(1),
  headMultiplier: z.object({ value: quantity, sourceId: z.string().min(1) }),
  magazine: quantity,
  pellets: quantity,
  velocityMps: quantity,
  gravityMps2: quantity,
  drag: z.number(),
  timeToLiveS: quantity,
  damage: stepDamage,
  rateOfFireRpm: z.object({ auto: quantity, single: quantity, burst: quantity }),
  burstsPerMinute: quantity.nullable(),
  shotsPerBurst: quantity,
  reload,
  deployS: quantity,
  altDeployS: quantity,
  adsTransitionS: quantity,
  sprintRecoveryFactor: quantity,
  dispersion: z.object({ horizontal: z.number(), vertical: z.number() }),
  spread: createAimsSchema(spreadStance),
  recoil: createAimsSchema(recoilRow),
});

export type Mechanics = z.infer<typeof mechanics>;

/** The factor by which a stance, aiming or a controller changes recoil and spread; 1 is standing with a mouse. */
export const handlingFactor = z.object({
  id: z.enum(["controller", "semi-or-burst-ads", "crouch", "prone"]),
  recoil: createClaimsSchema(quantity),
  spread: createClaimsSchema(quantity),
});
