// Maps the ids and names in a saved Battlelog file to those of the arsenal.
import type { Bf4Arsenal } from "#domain/game-data/bf4-arsenal.ts";
import type { Unlock } from "#domain/game-data/schemas/award.ts";
import {
  BF4_VEHICLE_ALIASES,
  createBf4ModeIndex,
  createIndex,
  type IndexEntry,
} from "#domain/soldier/parsing/name-index.ts";

type Named = { id: string; guid: string; name: string };

/** The data for parsing a Battlelog file, as JSON, because the server sends it to the browser. */
export type BattlelogBook = {
  weapons: (Named & { aliases: string[] })[];
  gadgets: Named[];
  vehicles: Named[];
  /** The guid of each part by weapon; common parts have the same guid on many weapons. */
  parts: Record<string, Record<string, string>>;
  /** The options of vehicles. No source lists their guids in Battlelog, so they are identified by ladder and score. */
  options: { vehicleId: string; id: string; loadoutId: string; statCode: string | null; score: number | null }[];
  /** The code of a ladder's score by ladder id. */
  ladders: Record<string, string>;
  modes: Record<string, string>;
  /** Codes of awards, in lower case. */
  awards: string[];
};

/** Returns the Battlelog data of this arsenal. */
export function getBattlelogBook(arsenal: Bf4Arsenal): BattlelogBook {
  return {
    weapons: [...arsenal.weapons.values()].map(({ id, guid, name, aliases }) => ({ id, guid, name, aliases })),
    gadgets: [...arsenal.gadgets.values()].map(toNamed),
    vehicles: [...arsenal.vehicles.values()].map(toNamed),
    parts: Object.fromEntries([...arsenal.attachments.values()].map((all) => [all.weaponId, getPartGuids(all)])),
    options: getOptions(arsenal),
    ladders: getLadders(arsenal),
    modes: Object.fromEntries([...arsenal.modes.values()].map(({ id, name }) => [id, name])),
    awards: [...arsenal.awards.values()].map(({ code }) => code.toLowerCase()),
  };
}

const toNamed = ({ id, guid, name }: Named): Named => ({ id, guid, name });

type WeaponParts = { slots: readonly { options: readonly { id: string; guid: string }[] }[] };

const getPartGuids = ({ slots }: WeaponParts) =>
  Object.fromEntries(slots.flatMap(({ options }) => options.map(({ id, guid }) => [id, guid])));

function getOptions({ vehicleLoadouts }: Bf4Arsenal): BattlelogBook["options"] {
  return [...vehicleLoadouts.values()].flatMap(({ id: vehicleId, slots }) =>
    slots
      .flatMap(({ options }) => options)
      .map(({ id, loadoutId, unlocks }) => {
        const step = getScore(unlocks);
        return { vehicleId, id, loadoutId, statCode: step?.statCode ?? null, score: step?.score ?? null };
      }),
  );
}

/** Returns the ladders of kits and weapons, and those of vehicle classes, which appear only in the unlocks. */
function getLadders({ ladders, vehicleLoadouts }: Bf4Arsenal): Record<string, string> {
  const options = [...vehicleLoadouts.values()].flatMap(({ slots }) => slots.flatMap((slot) => slot.options));
  const vehicleSteps = options.flatMap(({ unlocks }) => getScore(unlocks) ?? []);
  return Object.fromEntries([
    ...[...ladders.values()].map(({ id, statCode }) => [id, statCode]),
    ...vehicleSteps.map(({ ladderId, statCode }) => [ladderId, statCode]),
  ]);
}

const getScore = (unlocks: readonly Unlock[] | null) => unlocks?.find((unlock) => unlock.kind === "score");

// The index maps Battlelog's ids and names to the arsenal's.

type Part = { weaponId: string; partId: string };

export type BattlelogIndex = ReturnType<typeof getIndex>;

export function getIndex(book: BattlelogBook) {
  const itemsByGuid = groupBy([...book.weapons, ...book.gadgets], ({ guid }) => guid);
  const partsByGuid = groupBy(getParts(book), ({ guid }) => guid);
  const [weapons, gadgets] = [listNames(book.weapons), listNames(book.gadgets)];
  const options = new Map(book.options.map((option) => [option.id, option]));
  const loadoutIds = new Map(book.options.map((option) => [option.loadoutId, option]));
  const steps = new Map(book.options.map((option) => [`${option.statCode} ${option.score}`, option]));
  const ladders = new Map(Object.entries(book.ladders).map(([id, statCode]) => [statCode, id]));
  const awards = new Set(book.awards);
  return {
    /** Finds a weapon or gadget by slug, alias or guid. */
    item: createIndex([...weapons, ...gadgets]),
    weapon: createIndex(weapons),
    vehicle: createIndex(listNames(book.vehicles)),
    /** Returns every item with this guid; a gadget may be listed twice. */
    items: (guid: string): readonly { id: string }[] => itemsByGuid.get(guid.toLowerCase()) ?? [],
    /** Returns every weapon that has this part. */
    parts: (guid: string): readonly Part[] => partsByGuid.get(guid.toLowerCase()) ?? [],
    /** Returns the only weapon that has all parts among these guids; undefined if no weapon or several weapons have them. */
    findOwner: (guids: readonly string[]): string | undefined => {
      const owners = guids.flatMap((guid) => {
        const parts = partsByGuid.get(guid.toLowerCase());
        return parts ? [new Set(parts.map(({ weaponId }) => weaponId))] : [];
      });
      const [owner, otherOwner] = [...(owners[0] ?? [])].filter((id) => owners.every((each) => each.has(id)));
      return otherOwner === undefined ? owner : undefined;
    },
    /** Returns a vehicle's option by its id or its id in loadouts. */
    option: (id: string) => options.get(id) ?? loadoutIds.get(id),
    /** Returns the option that this score on a ladder unlocks. */
    step: (statCode: string, score: number) => steps.get(`${statCode} ${score}`),
    /** Returns the ladder whose score has this code. */
    ladder: (statCode: string): string | undefined => ladders.get(statCode),
    /** Finds a mode by Battlelog's number. */
    mode: createBf4ModeIndex(Object.entries(book.modes).map(([id, name]) => ({ id, name }))),
    isAward: (code: string): boolean => awards.has(code.toLowerCase()),
  };
}

function* getParts({ parts }: BattlelogBook): Generator<Part & { guid: string }> {
  for (const [weaponId, own] of Object.entries(parts)) {
    for (const [partId, guid] of Object.entries(own)) yield { weaponId, partId, guid };
  }
}

function groupBy<T>(things: Iterable<T>, keyOf: (thing: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const thing of things) {
    const key = keyOf(thing).toLowerCase();
    groups.set(key, [...(groups.get(key) ?? []), thing]);
  }
  return groups;
}

/** Returns the index entries of items: all slugs first, as they take precedence over guids and aliases. */
function listNames(things: readonly (Named & { aliases?: string[] })[]): readonly IndexEntry[] {
  const byId = things.map((thing): IndexEntry => [thing, [thing.id]]);
  const others = things.map(
    (thing): IndexEntry => [thing, [thing.guid, ...(thing.aliases ?? []), ...(BF4_VEHICLE_ALIASES[thing.id] ?? [])]],
  );
  return [...byId, ...others];
}
