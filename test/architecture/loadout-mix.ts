// Creates loadouts for the test of the rules: legal loadouts, and loadouts with one to three random changes.
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { BOARD_SLOTS, PART_SLOTS } from "#domain/game-data/slot.ts";
import {
  type Bf4Loadout,
  type Bf2042Loadout,
  isVehicleLoadout,
  type Loadout,
  type VehicleLoadout,
} from "#domain/loadout/loadout.ts";
import { createRandomLoadout, type Random } from "#domain/loadout/random.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";

const { bf4, bf2042 } = ARSENALS;

const UNKNOWN_ID = "no-such-item";
const BF4_ITEMS = [...new Set([...bf4.kits.values()].flatMap(({ slots }) => Object.values(slots).flat())), UNKNOWN_ID];
const BF4_WEAPONS = [...bf4.weapons.keys(), UNKNOWN_ID];
const BF4_PARTS = [...bf4.attachments.values()].flatMap(({ slots }) => slots.flatMap(({ options }) => options));
const CLASSES = [...bf4.vehicleLoadouts.keys()];
const VEHICLE_PARTS = [...bf4.vehicleLoadouts.values()].flatMap(({ slots }) =>
  slots.flatMap(({ slot, options }) => options.map(({ id }) => ({ slot, id }))),
);
const BF2042_WEAPONS = [...bf2042.weapons.keys(), UNKNOWN_ID];
const BF2042_ITEMS = [...bf2042.gadgets.keys(), UNKNOWN_ID];
const SPECIALISTS = [...bf2042.specialists.keys(), UNKNOWN_ID];

/** Returns a random loadout that is legal or changed. */
export function createLoadout(random: Random): Loadout {
  const legal = createLegalLoadout(random);
  const changes = random() < 0.45 ? 0 : 1 + Math.floor(random() * 3);
  let loadout = legal;
  for (let change = 0; change < changes; change += 1) loadout = changeLoadout(loadout, random);
  return loadout;
}

function createLegalLoadout(random: Random): Loadout {
  const kitId = pick(KIT_IDS, random);
  const kind = random();
  if (kind < 0.15) return createRandomLoadout(bf4, { vehicleClassId: pick(CLASSES, random) }, random);
  return createRandomLoadout(kind < 0.6 ? bf4 : bf2042, { kitId }, random);
}

function changeLoadout(loadout: Loadout, random: Random): Loadout {
  if (isVehicleLoadout(loadout)) return changeVehicle(loadout, random);
  return loadout.game === "bf4" ? changeBf4(loadout, random) : changeBf2042(loadout, random);
}

function changeVehicle(loadout: VehicleLoadout, random: Random): VehicleLoadout {
  if (random() < 0.1) return { ...loadout, vehicleClassId: pick([...CLASSES, UNKNOWN_ID], random) };
  const { slot, id } = pick(VEHICLE_PARTS, random);
  const usedSlot = pick(Object.keys(loadout.parts).concat(slot), random);
  return { ...loadout, parts: { ...loadout.parts, [random() < 0.5 ? usedSlot : slot]: id } };
}

function changeBf4(loadout: Bf4Loadout, random: Random): Bf4Loadout {
  const slot = random() < 0.7 ? "primary" : "sidearm";
  const weaponChoice = loadout[slot];
  const partSlot = pick(PART_SLOTS, random);
  const weaponOptions = bf4.attachments.get(weaponChoice.weaponId ?? "")?.slots.flatMap(({ options }) => options) ?? [];
  const slotOptions = bf4.attachments
    .get(weaponChoice.weaponId ?? "")
    ?.slots.find((place) => place.slot === partSlot)?.options;
  const optionsWithNeeds = slotOptions?.filter(({ id }) => bf4.compatibility.get(id)?.kind === "needs") ?? [];
  const withPart = (id: string) => ({
    ...loadout,
    [slot]: { ...weaponChoice, attachments: { ...weaponChoice.attachments, [partSlot]: id } },
  });
  const item = random() < 0.1 ? null : pick(BF4_ITEMS, random);
  const key = pick(["gadget1Id", "gadget2Id", "grenadeId", "meleeId", "fieldUpgradeId"] as const, random);
  const gadgets = bf4.kits.get(loadout.kitId)?.slots.gadget1 ?? [];
  const mutations: (() => Bf4Loadout)[] = [
    () => ({ ...loadout, kitId: pick(KIT_IDS, random) }),
    () => ({ ...loadout, [slot]: { ...weaponChoice, weaponId: random() < 0.1 ? null : pick(BF4_WEAPONS, random) } }),
    () => withPart(pick(BF4_PARTS, random).id),
    () => (weaponOptions.length > 0 ? withPart(pick(weaponOptions, random).id) : loadout),
    () => (slotOptions ? withPart(pick(slotOptions, random).id) : loadout),
    () => (slotOptions ? withPart(pick(slotOptions, random).id) : loadout),
    () => (optionsWithNeeds.length > 0 ? withPart(pick(optionsWithNeeds, random).id) : loadout),
    () => ({ ...loadout, [key]: item }),
    () => ({ ...loadout, gadget1Id: pick(gadgets, random), gadget2Id: pick(gadgets, random) }),
  ];
  return pick(mutations, random)();
}

function changeBf2042(loadout: Bf2042Loadout, random: Random): Bf2042Loadout {
  const slot = random() < 0.7 ? "primary" : "sidearm";
  const weaponChoice = loadout[slot];
  const boardSlot = pick(BOARD_SLOTS, random);
  const options = bf2042.attachments.get(pick([weaponChoice.weaponId ?? "", "ak-24"], random))?.options ?? [];
  const currentParts = weaponChoice.board[boardSlot];
  const withBoardParts = (ids: string[]) => ({
    ...loadout,
    [slot]: { ...weaponChoice, board: { ...weaponChoice.board, [boardSlot]: ids } },
  });
  const [first, second] = loadout.gadgetIds;
  const mutations: (() => Bf2042Loadout)[] = [
    () => ({ ...loadout, classId: pick(KIT_IDS, random) }),
    () => ({ ...loadout, specialistId: random() < 0.1 ? null : pick(SPECIALISTS, random) }),
    () => ({ ...loadout, [slot]: { ...weaponChoice, weaponId: random() < 0.1 ? null : pick(BF2042_WEAPONS, random) } }),
    () => withBoardParts([...currentParts, ...currentParts].slice(0, 12)),
    () => withBoardParts([...currentParts, ...options.slice(0, 4).map(({ id }) => id)].slice(0, 12)),
    () => (options.length > 0 ? withBoardParts([pick(options, random).id]) : loadout),
    () => ({ ...loadout, gadgetIds: [pick(BF2042_ITEMS, random), second] }),
    () => ({ ...loadout, gadgetIds: [first, random() < 0.5 ? first : pick(BF2042_ITEMS, random)] }),
    () => ({ ...loadout, throwableId: random() < 0.1 ? null : pick(BF2042_ITEMS, random) }),
  ];
  return pick(mutations, random)();
}

function pick<T>(items: readonly T[], random: Random): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("There is nothing to choose from.");
  return item;
}
