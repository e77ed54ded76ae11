// data/bf2042/records.json: barrels and ammunition of each gun at nine patches, oldest first. A record lists the differences
// from the previous record; null removes a gun or an ammunition.
import { z } from "zod";
import type { Claim } from "./figure.ts";
import { PATCHES, type Patch } from "./patch.ts";
import type { Configuration } from "./schemas/bf2042-weapon.ts";
import { quantity } from "./source.ts";

const lineSchema = z.strictObject({
  /** Pairs of a distance in metres and the damage from that distance on, nearest first, beginning at 0 m. */
  damage: z.tuple([z.tuple([z.literal(0), quantity])], z.tuple([quantity, quantity])),
  velocity: quantity.optional(),
  auto: quantity.optional(),
  burst: quantity.optional(),
  single: quantity.optional(),
});

const ammunitionSchema = z.strictObject({
  magazine: quantity.optional(),
  tacticalS: quantity.optional(),
  emptyS: quantity.optional(),
  pellets: quantity.optional(),
  /** Head multiplier; records after 7.3.0 have none. */
  head: quantity.optional(),
  /** Omitted where the sheet lists only the magazine; the lines of the smaller magazine apply. */
  barrels: z.record(z.string(), lineSchema).optional(),
});

type Line = z.infer<typeof lineSchema>;
type Ammunition = z.infer<typeof ammunitionSchema>;
type ByAmmunition = Record<string, Ammunition>;
type ByGun = Record<string, ByAmmunition>;

export const recordsFile = z.array(
  z.object({
    patch: z.enum(PATCHES),
    recorded: z.iso.date(),
    sourceId: z.string().min(1),
    weapons: z.record(z.string(), z.record(z.string(), ammunitionSchema.nullable()).nullable()),
  }),
);

/** The figures of every gun at one patch. */
export type PatchRecord = {
  patch: Patch;
  /** The day the sheet was recorded, as YYYY-MM-DD. */
  recorded: string;
  sourceId: string;
  configurations: ReadonlyMap<string, readonly Configuration[]>;
};

/** Returns the complete records by patch, oldest first. */
export function expandRecords(records: z.infer<typeof recordsFile>): ReadonlyMap<Patch, PatchRecord> {
  const expanded = new Map<Patch, PatchRecord>();
  const shotguns = listShotguns(records);
  let guns: ByGun = {};
  let heads: ReadonlyMap<string, Heads> = new Map();
  for (const { patch, recorded, sourceId, weapons } of records) {
    guns = applyChanges(guns, weapons);
    heads = getHeads(guns, sourceId, heads);
    const configurations = Object.entries(guns).map(([id, gun]) => {
      const list = listConfigurations(gun, { sourceId, heads: heads.get(id), isShotgun: shotguns.has(id) });
      return [id, list] as const;
    });
    expanded.set(patch, { patch, recorded, sourceId, configurations: new Map(configurations) });
  }
  return expanded;
}

function applyChanges(
  before: ByGun,
  changes: Readonly<Record<string, Record<string, Ammunition | null> | null>>,
): ByGun {
  const merged = { ...before, ...changes };
  return mapPresent(merged, (gun, id) => mapPresent({ ...before[id], ...gun }, (ammunition) => ammunition));
}

function mapPresent<T, R>(
  record: Readonly<Record<string, T | null>>,
  read: (value: T, key: string) => R,
): Record<string, R> {
  return Object.fromEntries(
    Object.entries(record).flatMap(([key, value]) => (value === null ? [] : [[key, read(value, key)]])),
  );
}

/** Returns the ids of the shotguns, whose damage is that of one pellet. */
function listShotguns(records: z.infer<typeof recordsFile>): ReadonlySet<string> {
  const all = records.flatMap(({ weapons }) => Object.entries(weapons));
  return new Set(
    all.flatMap(([id, gun]) => (Object.values(gun ?? {}).some((ammunition) => ammunition?.pellets) ? [id] : [])),
  );
}

/** The head multipliers of a gun by ammunition; `shared` is their common value, or null if they differ. */
type Heads = { byAmmunition: ReadonlyMap<string, Claim<number>>; shared: Claim<number> | null };

/** Returns the multipliers of this record; for a gun without any, those of the latest record that has them. */
function getHeads(guns: ByGun, sourceId: string, before: ReadonlyMap<string, Heads>): ReadonlyMap<string, Heads> {
  const heads = new Map(before);
  for (const [id, gun] of Object.entries(guns)) {
    const listed = Object.entries(gun).flatMap(([name, { head }]) =>
      head ? [[name, { value: head, sourceId }] as const] : [],
    );
    const [first] = listed;
    if (!first) continue;
    const isShared = listed.every(([, { value }]) => value === first[1].value);
    heads.set(id, { byAmmunition: new Map(listed), shared: isShared ? first[1] : null });
  }
  return heads;
}

const LARGER_MAGAZINE = / (Extended|Drum|Beltfed|Underloaded)$/;

type Context = { sourceId: string; heads: Heads | undefined; isShotgun: boolean };

function listConfigurations(gun: ByAmmunition, { sourceId, heads, isShotgun }: Context): readonly Configuration[] {
  return Object.entries(gun).flatMap(([ammunition, { magazine, pellets, tacticalS, emptyS, barrels }]) => {
    const lines = barrels ?? gun[ammunition.replace(LARGER_MAGAZINE, "")]?.barrels ?? {};
    const issuedPellets = isShotgun && ammunition !== "Slug" ? null : 1;
    return Object.entries(lines).map(([barrel, line]) => ({
      barrel,
      ammunition,
      ...getLine(line),
      magazine: magazine ?? null,
      reload: tacticalS || emptyS ? { tacticalS: tacticalS ?? null, emptyS: emptyS ?? null } : null,
      pellets: pellets ?? issuedPellets,
      isInferred: barrels === undefined,
      headMultiplier: heads?.byAmmunition.get(ammunition) ?? heads?.shared ?? null,
      sourceId,
    }));
  });
}

function getLine({ damage: [first, ...others], velocity, auto, burst, single }: Line) {
  const getStep = ([fromM, damage]: readonly [number, number]) => ({ fromM, damage });
  return {
    damage: { kind: "steps" as const, steps: [getStep(first), ...others.map(getStep)] as [Step, ...Step[]] },
    velocityMps: velocity ?? null,
    rateOfFireRpm: { auto: auto ?? null, burst: burst ?? null, single: single ?? null },
  };
}

type Step = { fromM: number; damage: number };
