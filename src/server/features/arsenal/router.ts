import { z } from "zod";
import { GAMES, type GameId } from "#domain/game.ts";
import type { Arsenal, Arsenals } from "#domain/game-data/arsenal.ts";
import type { Bf4Arsenal } from "#domain/game-data/bf4-arsenal.ts";
import { type Bf2042Arsenal, getArsenalAtLayer, getWeaponAtLayer } from "#domain/game-data/bf2042-arsenal.ts";
import type { Codebook } from "#domain/game-data/codebook.ts";
import { getEnglishName } from "#domain/game-data/english-name.ts";
import { getFiguresInput, LAYERS, type Layer, SHOWN_PATCH } from "#domain/game-data/patch.ts";
import type { Bf4Attachments } from "#domain/game-data/schemas/attachment.ts";
import type { Bf4VehicleLoadout } from "#domain/game-data/schemas/vehicle.ts";
import type { Source } from "#domain/game-data/source.ts";
import { getCarriers, summarizeWeapon } from "#domain/game-data/summary.ts";
import { getItemNames, type ItemNames } from "#domain/loadout/item-names.ts";
import { getBattlelogBook } from "#domain/soldier/battlelog/book.ts";
import { getBallistics } from "#domain/weapons/ballistics.ts";
import { getGunChanges } from "#domain/weapons/record-changes.ts";
import { m } from "#messages";
import { AppError } from "#messages/errors.ts";
import { getVehicleClassTitle } from "#messages/game/titles.ts";
import { BASE_LANGUAGE } from "#messages/languages.ts";
import { describeCriterion } from "#messages/progress/criterion-words.ts";
import { withLanguage } from "#server/http/language.ts";
import { type PublicQuery, runQueries } from "#server/trpc/public-responses.ts";
import { cachedProcedure, router } from "#server/trpc/trpc.ts";

// Strict, because an unknown field would create another cache entry for the same response.
const noInput = z.strictObject({}).optional();
const gameInput = z.strictObject({ game: z.enum(GAMES) });
const figuresInput = gameInput
  .extend({ patch: z.enum(LAYERS).optional() })
  .refine(({ game, patch }) => patch === undefined || (game === "bf2042" && patch !== SHOWN_PATCH), {
    path: ["patch"],
    error: () => m.refusal_patch_bf4(),
  });
const weaponInput = figuresInput.safeExtend({ id: z.string().min(1).max(100) });

export const arsenalRouter = router({
  /**
   * Returns a game's arsenal for offline use: the responses of `overview`, `list` with every set of figures, `equipment`,
   * `builds`, `itemNames`, `partNames`, and `weapon` for each weapon.
   */
  all: cachedProcedure.input(gameInput).query(({ ctx, input }) => runQueries(listQueries(ctx.arsenals, input.game))),

  /** Returns the counts for the page of each game. */
  overview: cachedProcedure.input(noInput).query(({ ctx }) => getOverviews(ctx.arsenals)),

  /** Returns all weapons of a game for the table, health and hit multipliers, and the sources. */
  list: cachedProcedure.input(figuresInput).query(({ ctx, input }) => listWeapons(ctx.arsenals, input)),

  /**
   * Returns one weapon with all its figures and parts.
   * @throws {AppError} weapon_unknown
   */
  weapon: cachedProcedure.input(weaponInput).query(({ ctx, input }) => getWeapon(ctx.arsenals, input)),

  /** Returns the data for computing the times to kill of loadouts: the figures of all weapons, and the parts that select among them. */
  builds: cachedProcedure.input(figuresInput).query(({ ctx, input }) => getBuilds(ctx.arsenals, input)),

  /** Returns the names of the attachments of each weapon, in English and in the language of the response. */
  partNames: cachedProcedure.input(gameInput).query(({ ctx, input }) => getPartNames(ctx.arsenals[input.game])),

  /** Returns the names of all items of loadouts, in English and in the language of the response. */
  itemNames: cachedProcedure.input(gameInput).query(({ ctx, input }) => readItemNames(ctx.arsenals[input.game])),

  /** Returns the kits and vehicles of a game with the equipment that each may carry. */
  equipment: cachedProcedure.input(gameInput).query(({ ctx, input }) => getEquipment(ctx.arsenals, input.game)),

  /** Returns the data for parsing saved Battlelog files in the browser. */
  battlelogBook: cachedProcedure.input(noInput).query(({ ctx }) =>
    // Battlelog files have English names.
    withLanguage(BASE_LANGUAGE, () => getBattlelogBook(ctx.arsenals.bf4)),
  ),

  /** Returns the numbers that stand for ids in share codes. */
  codebook: cachedProcedure.input(gameInput).query(({ ctx, input }): Codebook => ctx.arsenals[input.game].codebook),
});

function listQueries(arsenals: Arsenals, game: GameId): PublicQuery[] {
  const layers: readonly Layer[] = game === "bf2042" ? LAYERS : [SHOWN_PATCH];
  const lists = layers.map((layer): PublicQuery => {
    const input = getFiguresInput(game, layer);
    return { path: "arsenal.list", input, read: () => listWeapons(arsenals, input) };
  });
  const weapons = Array.from(arsenals[game].weapons.keys(), (id): PublicQuery => {
    const input = { game, id };
    return { path: "arsenal.weapon", input, read: () => getWeapon(arsenals, input) };
  });
  return [
    { path: "arsenal.overview", read: () => getOverviews(arsenals) },
    ...lists,
    { path: "arsenal.equipment", input: { game }, read: () => getEquipment(arsenals, game) },
    { path: "arsenal.builds", input: { game }, read: () => getBuilds(arsenals, { game }) },
    { path: "arsenal.itemNames", input: { game }, read: () => readItemNames(arsenals[game]) },
    { path: "arsenal.partNames", input: { game }, read: () => getPartNames(arsenals[game]) },
    ...weapons,
  ];
}

const getOverviews = ({ bf2042, bf4 }: Arsenals) => ({ bf2042: getOverview(bf2042), bf4: getOverview(bf4) });

function getOverview(arsenal: Arsenal) {
  return {
    weapons: arsenal.weapons.size,
    portal: [...arsenal.weapons.values()].filter((weapon) => getCarriers(weapon).availability === "portal").length,
    vehicles: arsenal.vehicles.size,
    maps: arsenal.maps.size,
    patch: getPatch(arsenal),
  };
}

/** Returns the version of the game that the figures describe: in Battlefield 4 that of the damage, as in the table. */
function getPatch(arsenal: Arsenal): string | null {
  if (arsenal.game === "bf2042") return arsenal.layer;
  const [weapon] = arsenal.weapons.values();
  const sourceId = weapon && getBallistics(weapon)?.sourceIds.damage;
  return arsenal.sources.get(sourceId ?? "")?.patch ?? null;
}

type FiguresInput = z.infer<typeof figuresInput>;

function listWeapons(arsenals: Arsenals, { game, patch }: FiguresInput) {
  const arsenal: Arsenal = game === "bf4" ? arsenals.bf4 : getBf2042(arsenals, patch);
  const { combat, weapons } = arsenal;
  return {
    weapons: [...weapons.values()].map((weapon) => ({
      ...summarizeWeapon(weapon),
      ...(arsenal.game === "bf2042" && {
        changedAt: getGunChanges(weapon.id, arsenal.records).map(({ patch: changedAt }) => changedAt),
      }),
    })),
    combat,
    sources: getSources(arsenal),
  };
}

const getBf2042 = ({ bf2042 }: Pick<Arsenals, "bf2042">, layer?: Layer) =>
  layer ? getArsenalAtLayer(bf2042, layer) : bf2042;

function getBuilds(arsenals: Arsenals, { game, patch }: FiguresInput) {
  if (game === "bf4") return { weapons: [...arsenals.bf4.weapons.values()], parts: [] };
  const { weapons, attachments } = getBf2042(arsenals, patch);
  return {
    weapons: [...weapons.values()],
    parts: [...attachments.values()].map(({ weaponId, options }) => ({
      weaponId,
      options: options.map(({ id, slot, barrel, ammunition }) => ({ id, slot, barrel, ammunition })),
    })),
  };
}

function getWeapon({ bf4, bf2042 }: Arsenals, { game, id, patch }: FiguresInput & { id: string }) {
  return game === "bf4" ? getBf4Weapon(bf4, id) : getBf2042Weapon(bf2042, id, patch);
}

function getBf4Weapon(bf4: Bf4Arsenal, id: string) {
  const weapon = bf4.weapons.get(id);
  if (!weapon) throw new AppError("weapon_unknown");
  const attachments = bf4.attachments.get(id) ?? null;
  const sources = getSources(bf4);
  const compatibility = listRules(bf4, attachments);
  return { game: bf4.game, weapon, attachments, partTypes: listPartTypes(bf4, attachments), compatibility, sources };
}

function getBf2042Weapon(bf2042: Bf2042Arsenal, id: string, layer: Layer = bf2042.layer) {
  const current = bf2042.weapons.get(id);
  if (!current) throw new AppError("weapon_unknown");
  const weapon = getWeaponAtLayer(current, layer, bf2042.records);
  return {
    game: bf2042.game,
    layer,
    weapon,
    attachments: bf2042.attachments.get(id) ?? null,
    changes: getGunChanges(id, bf2042.records),
    criteria: listWeaponCriteria(id, bf2042),
    sources: getSources(bf2042),
  };
}

/** Returns what unlocks a weapon of Battlefield 2042 and its sets of attachments. */
const listWeaponCriteria = (weaponId: string, arsenal: Bf2042Arsenal) =>
  [...arsenal.criteria.values()].flatMap((criterion) => {
    const { id, kind, items, sourceId } = criterion;
    const isOfWeapon = items.some((item) => item.kind === "weapon" && item.id === weaponId);
    return isOfWeapon && (kind === "weapon" || kind === "set")
      ? [{ id, kind, sourceId, ...describeCriterion(criterion, arsenal) }]
      : [];
  });

/** Returns the types of the weapon's parts that have an effect. */
function listPartTypes({ partTypes }: Bf4Arsenal, attachments: Bf4Attachments | null) {
  const ids = new Set(attachments?.slots.flatMap(({ options }) => options.map(({ typeId }) => typeId)));
  return [...partTypes.values()].filter(
    ({ id, effects, barFactors }) =>
      ids.has(id) && (effects.length > 0 || Object.values(barFactors).some((factor) => factor !== 1)),
  );
}

/** Returns the compatibility rules of the weapon's parts. */
function listRules({ compatibility }: Bf4Arsenal, attachments: Bf4Attachments | null) {
  const partIds = attachments?.slots.flatMap(({ options }) => options.map(({ id }) => id)) ?? [];
  return partIds.flatMap((id) => compatibility.get(id) ?? []);
}

function getEquipment({ bf4, bf2042 }: Arsenals, game: GameId) {
  if (game === "bf4") {
    const kits = [...bf4.kits.values()];
    const items = new Set(kits.flatMap(({ slots }) => Object.values(slots).flat()));
    const compatibility = [...items].flatMap((id) => bf4.compatibility.get(id) ?? []);
    const vehicleLoadouts = [...bf4.vehicleLoadouts.values()].map(getVehicleClass);
    return { game, kits, gadgets: [...bf4.gadgets.values()], compatibility, vehicleLoadouts };
  }
  return {
    game,
    kits: [...bf2042.kits.values()],
    gadgets: [...bf2042.gadgets.values()],
    specialists: [...bf2042.specialists.values()],
  };
}

/** Returns a vehicle class with the names of its parts; the class name is in the language of the response. */
function getVehicleClass({ id, name, slots }: Bf4VehicleLoadout) {
  const slotNames = slots.map(({ slot, options }) => ({
    slot,
    options: options.map((part) => ({ id: part.id, name: part.name, englishName: part.englishName })),
  }));
  return { id, name: getVehicleClassTitle({ id, name }), slots: slotNames };
}

const readItemNames = (arsenal: Arsenal): ItemNames =>
  getItemNames(arsenal, arsenal.game === "bf4" ? [...arsenal.vehicleLoadouts.values()].map(getVehicleClass) : []);

const getSources = (arsenal: Arsenal): Source[] => [...arsenal.sources.values()];

/** All distinct names of attachments; `parts` has the indices of a weapon's attachments in `names`. */
export type PartNames = {
  names: readonly string[];
  weapons: readonly { id: string; parts: readonly number[] }[];
};

/** Returns the names of the attachments of each weapon; a weapon without known attachments is missing. */
export function getPartNames({ attachments }: Pick<Arsenal, "attachments">): PartNames {
  const indices = new Map<string, number>();
  const getIndex = (name: string) => {
    const index = indices.get(name) ?? indices.size;
    indices.set(name, index);
    return index;
  };
  const weapons = [...attachments.values()].map((weaponAttachments) => ({
    id: weaponAttachments.weaponId,
    parts: [...new Set(getNames(weaponAttachments).map(getIndex))],
  }));
  return { names: [...indices.keys()], weapons };
}

function getNames(
  weaponAttachments: Arsenal["attachments"] extends ReadonlyMap<string, infer Parts> ? Parts : never,
): string[] {
  const options =
    weaponAttachments.game === "bf4"
      ? weaponAttachments.slots.flatMap((slot) => slot.options)
      : weaponAttachments.options;
  return options.flatMap((option) => [option.name ?? [], getEnglishName(option) ?? []].flat());
}
