// What Battlefield 2042 counts toward unlocks, mastery, badges and assignments, as facts without the publisher's texts.
import { z } from "zod";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { WEAPON_CLASSES } from "#domain/game-data/weapon-class.ts";
import { CRITERION_KINDS } from "#domain/progress/criterion-kind.ts";

const COUNTERS = [
  "air-vehicles-destroyed",
  "assists",
  "badges",
  "battle-pass-points",
  "beacon-spawns",
  "concealed-revives",
  "damage",
  "distance",
  "enemies-damaged",
  "enemies-disrupted",
  "enemies-hit",
  "enemies-spotted",
  "equipment-damage",
  "equipment-deployed",
  "explosive-damage",
  "extraction-streak",
  "extractions",
  "grenades-launched",
  "headshot-kills",
  "healing",
  "hipfire-kills",
  "kills",
  "landmark",
  "loadout-crates",
  "mastery",
  "melee-kills",
  "objectives-captured",
  "objectives-defended",
  "objectives-disarmed",
  "objectives-held",
  "objectives-neutralized",
  "orders-given",
  "outstanding-performances",
  "resupplies",
  "revives",
  "rounds",
  "sectors-captured",
  "spot-assists",
  "spots-blocked",
  "squad-healing",
  "squad-orders",
  "teammates-spawned",
  "vehicle-damage",
  "vehicle-repairs",
  "vehicles-destroyed",
  "wins",
] as const;

const GROUPS = [
  "air-vehicles",
  "armored-vehicles",
  "civilian-vehicles",
  "explosive-gadgets",
  "grenades",
  "ground-vehicles",
  "helicopters",
  "throwables",
  "underbarrel-launchers",
  "vehicles",
  "vehicles-1942",
  "weapons-1942",
  "weapons-bc2",
  "weapons-bf3",
] as const;

const CIRCUMSTANCES = [
  "aiming",
  "as-1942",
  "defending",
  "destroying-vehicles",
  "enemy-in-smoke",
  "infantry",
  "infantry-or-ground",
  "machine-guns",
  "objective-area",
  "on-foot",
  "one-life",
  "one-round",
  "other-era",
  "squad-alive",
  "underbarrel",
  "ziplining",
] as const;

const id = z.string().min(1);

/** With what, as whom, or where something counts. */
const subject = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["weapon", "gadget", "vehicle", "specialist", "map"]), id }),
  /** The id of the mode in the statistics. */
  z.object({ kind: z.literal("mode"), id }),
  /** The number of the season. */
  z.object({ kind: z.literal("season"), id }),
  z.object({ kind: z.literal("weapon-class"), id: z.enum(WEAPON_CLASSES) }),
  z.object({ kind: z.literal("class"), id: z.enum(KIT_IDS) }),
  z.object({ kind: z.literal("group"), id: z.enum(GROUPS) }),
  /** A thing of which the data has no record. */
  z.object({ kind: z.literal("other"), name: id }),
]);

const condition = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["at-least", "at-most"]), metres: z.number().positive() }),
  z.object({ kind: z.enum(CIRCUMSTANCES) }),
]);

export const criterion = z.object({
  id,
  kind: z.enum(CRITERION_KINDS),
  /** The name of a ribbon. */
  name: id.optional(),
  /** Which set of attachments or equipment of its items; a number for further ones. */
  set: z.union([z.enum(["base", "thermal"]), z.string().regex(/^[1-9]$/)]).optional(),
  /** What it unlocks, or what it is about; empty if that is no thing. */
  items: z.array(subject),
  /** What adds up. */
  counters: z.array(z.enum(COUNTERS)).nonempty(),
  /** Alternatives of one kind; those of different kinds must all apply. Empty if everything counts. */
  subjects: z.array(subject),
  /** The conditions that must all be met. */
  conditions: z.array(condition),
  /** The number that is needed; null if no source gives one. */
  target: z.number().positive().nullable(),
  /** The key of the game's text without "ID_". */
  key: id,
  sourceId: id,
});

export type Criterion = z.infer<typeof criterion>;
export type CriterionCounter = Criterion["counters"][number];
export type CriterionSubject = Criterion["subjects"][number];
export type CriterionCondition = Criterion["conditions"][number];
export type CriterionGroup = (typeof GROUPS)[number];
export type Circumstance = (typeof CIRCUMSTANCES)[number];
