// What a saved Battlelog file is read with: the names Battlelog and the arsenal have for the same things.
import type { Bf4Arsenal } from "#domain/game-data/bf4-arsenal.ts";
import type { Unlock } from "#domain/game-data/schemas/award.ts";
import {
  BF4_VEHICLE_ALIASES,
  createBf4ModeIndex,
  createIndex,
  type IndexEntry,
} from "#domain/soldier/parsing/name-index.ts";

type Named = { id: string; guid: string; name: string };

/** JSON, so that a server can send it to the browser that reads the file. */
export type BattlelogBook = {
  weapons: (Named & { aliases: string[] })[];
  gadgets: Named[];
  vehicles: Named[];
  /** By weapon, each part's guid; plain parts have one guid on many weapons. */
  parts: Record<string, Record<string, string>>;
  /** Battlelog names what a vehicle mounts by guids no source lists: the ladder and its step tell which one is meant. */
  options: { vehicleId: string; id: string; loadoutId: string; statCode: string | null; score: number | null }[];
  /** Ladder → the code its score goes by. */
  ladders: Record<string, string>;
  modes: Record<string, string>;
  /** Codes of awards, in lower case. */
  awards: string[];
};

/** The book of this arsenal. */
export function getBattlelogBook(arsenal: Bf4Arsenal): BattlelogBook {
  return {
    weapons: [...arsenal.weapons.values()].map(({ id, guid, name, aliases }) => ({ id, guid, name, aliases })),
    gadgets: [...arsenal.gadgets.values()].map(named),
    vehicles: [...arsenal.vehicles.values()].map(named),
    parts: Object.fromEntries([...arsenal.attachments.values()].map((all) => [all.weaponId, getPartGuids(all)])),
    options: getOptions(arsenal),
    ladders: getLadders(arsenal),
    modes: Object.fromEntries([...arsenal.modes.values()].map(({ id, name }) => [id, name])),
    awards: [...arsenal.awards.values()].map(({ code }) => code.toLowerCase()),
  };
}

const named = ({ id, guid, name }: Named): Named => ({ id, guid, name });

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

/** Ladders of kits and weapons, and those of the vehicle classes, which stand in the unlocks alone. */
function getLadders({ ladders, vehicleLoadouts }: Bf4Arsenal): Record<string, string> {
  const options = [...vehicleLoadouts.values()].flatMap(({ slots }) => slots.flatMap((slot) => slot.options));
  const ofVehicles = options.flatMap(({ unlocks }) => getScore(unlocks) ?? []);
  return Object.fromEntries([
    ...[...ladders.values()].map(({ id, statCode }) => [id, statCode]),
    ...ofVehicles.map(({ ladderId, statCode }) => [ladderId, statCode]),
  ]);
}

const getScore = (unlocks: readonly Unlock[] | null) => unlocks?.find((unlock) => unlock.kind === "score");

// The book turned round: from what Battlelog writes to what the arsenal calls it.

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
    /** A weapon or gadget by slug, alias or guid. */
    item: createIndex([...weapons, ...gadgets]),
    weapon: createIndex(weapons),
    vehicle: createIndex(listNames(book.vehicles)),
    /** Everything of this guid: a gadget may have a twin. */
    items: (guid: string): readonly { id: string }[] => itemsByGuid.get(guid.toLowerCase()) ?? [],
    /** Every weapon that mounts this part. */
    parts: (guid: string): readonly Part[] => partsByGuid.get(guid.toLowerCase()) ?? [],
    /** The one weapon all parts among these guids are on; undefined where none or several could be meant. */
    ownerOf: (guids: readonly string[]): string | undefined => {
      const owners = guids.flatMap((guid) => {
        const parts = partsByGuid.get(guid.toLowerCase());
        return parts ? [new Set(parts.map(({ weaponId }) => weaponId))] : [];
      });
      const [only, another] = [...(owners[0] ?? [])].filter((id) => owners.every((each) => each.has(id)));
      return another === undefined ? only : undefined;
    },
    /** What a vehicle mounts, by its own id or the one of loadouts. */
    option: (id: string) => options.get(id) ?? loadoutIds.get(id),
    /** What this step of a ladder gives to mount. */
    step: (statCode: string, score: number) => steps.get(`${statCode} ${score}`),
    /** The ladder this code counts. */
    ladder: (statCode: string): string | undefined => ladders.get(statCode),
    /** A mode by Battlelog's number. */
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

/** Things by their slug first, then by what else Battlelog calls them. */
function listNames(things: readonly (Named & { aliases?: string[] })[]): readonly IndexEntry[] {
  const byId = things.map((thing): IndexEntry => [thing, [thing.id]]);
  const others = things.map(
    (thing): IndexEntry => [thing, [thing.guid, ...(thing.aliases ?? []), ...(BF4_VEHICLE_ALIASES[thing.id] ?? [])]],
  );
  return [...byId, ...others];
}
