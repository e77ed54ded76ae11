// Loadouts for the test of the rules: legal ones, and ones with one to three things about them changed at random.
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { BOARD_SLOTS, PART_SLOTS } from "#domain/game-data/slot.ts";
import {
  type Bf4Loadout,
  type Bf2042Loadout,
  isVehicleLoadout,
  type Loadout,
  type VehicleLoadout,
} from "#domain/loadout/loadout.ts";
import { type Random, randomLoadout } from "#domain/loadout/random.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";

const { bf4, bf2042 } = ARSENALS;

const NO_USER = "no-such-item";
const BF4_ITEMS = [...new Set([...bf4.kits.values()].flatMap(({ slots }) => Object.values(slots).flat())), NO_USER];
const BF4_WEAPONS = [...bf4.weapons.keys(), NO_USER];
const BF4_PARTS = [...bf4.attachments.values()].flatMap(({ slots }) => slots.flatMap(({ options }) => options));
const CLASSES = [...bf4.vehicleLoadouts.keys()];
const VEHICLE_PARTS = [...bf4.vehicleLoadouts.values()].flatMap(({ slots }) =>
  slots.flatMap(({ slot, options }) => options.map(({ id }) => ({ slot, id }))),
);
const BF2042_WEAPONS = [...bf2042.weapons.keys(), NO_USER];
const BF2042_ITEMS = [...bf2042.gadgets.keys(), NO_USER];
const SPECIALISTS = [...bf2042.specialists.keys(), NO_USER];

/** The next loadout of the mix. */
export function anyLoadout(random: Random): Loadout {
  const legal = legalLoadout(random);
  const changes = random() < 0.45 ? 0 : 1 + Math.floor(random() * 3);
  let loadout = legal;
  for (let change = 0; change < changes; change += 1) loadout = changed(loadout, random);
  return loadout;
}

function legalLoadout(random: Random): Loadout {
  const kitId = one(KIT_IDS, random);
  const kind = random();
  if (kind < 0.15) return randomLoadout(bf4, { vehicleClassId: one(CLASSES, random) }, random);
  return randomLoadout(kind < 0.6 ? bf4 : bf2042, { kitId }, random);
}

function changed(loadout: Loadout, random: Random): Loadout {
  if (isVehicleLoadout(loadout)) return changedVehicle(loadout, random);
  return loadout.game === "bf4" ? changedBf4(loadout, random) : changedBf2042(loadout, random);
}

function changedVehicle(loadout: VehicleLoadout, random: Random): VehicleLoadout {
  if (random() < 0.1) return { ...loadout, vehicleClassId: one([...CLASSES, NO_USER], random) };
  const { slot, id } = one(VEHICLE_PARTS, random);
  const own = one(Object.keys(loadout.parts).concat(slot), random);
  return { ...loadout, parts: { ...loadout.parts, [random() < 0.5 ? own : slot]: id } };
}

function changedBf4(loadout: Bf4Loadout, random: Random): Bf4Loadout {
  const slot = random() < 0.7 ? "primary" : "sidearm";
  const weaponChoice = loadout[slot];
  const partSlot = one(PART_SLOTS, random);
  const own = bf4.attachments.get(weaponChoice.weaponId ?? "")?.slots.flatMap(({ options }) => options) ?? [];
  const ownHere = bf4.attachments
    .get(weaponChoice.weaponId ?? "")
    ?.slots.find((place) => place.slot === partSlot)?.options;
  const choosy = ownHere?.filter(({ id }) => bf4.compatibility.get(id)?.kind === "needs") ?? [];
  const mounting = (id: string) => ({
    ...loadout,
    [slot]: { ...weaponChoice, attachments: { ...weaponChoice.attachments, [partSlot]: id } },
  });
  const item = random() < 0.1 ? null : one(BF4_ITEMS, random);
  const key = one(["gadget1Id", "gadget2Id", "grenadeId", "meleeId", "fieldUpgradeId"] as const, random);
  const gadgets = bf4.kits.get(loadout.kitId)?.slots.gadget1 ?? [];
  const ways: (() => Bf4Loadout)[] = [
    () => ({ ...loadout, kitId: one(KIT_IDS, random) }),
    () => ({ ...loadout, [slot]: { ...weaponChoice, weaponId: random() < 0.1 ? null : one(BF4_WEAPONS, random) } }),
    () => mounting(one(BF4_PARTS, random).id),
    () => (own.length > 0 ? mounting(one(own, random).id) : loadout),
    () => (ownHere ? mounting(one(ownHere, random).id) : loadout),
    () => (ownHere ? mounting(one(ownHere, random).id) : loadout),
    () => (choosy.length > 0 ? mounting(one(choosy, random).id) : loadout),
    () => ({ ...loadout, [key]: item }),
    () => ({ ...loadout, gadget1Id: one(gadgets, random), gadget2Id: one(gadgets, random) }),
  ];
  return one(ways, random)();
}

function changedBf2042(loadout: Bf2042Loadout, random: Random): Bf2042Loadout {
  const slot = random() < 0.7 ? "primary" : "sidearm";
  const weaponChoice = loadout[slot];
  const boardSlot = one(BOARD_SLOTS, random);
  const options = bf2042.attachments.get(one([weaponChoice.weaponId ?? "", "ak-24"], random))?.options ?? [];
  const present = weaponChoice.board[boardSlot];
  const holding = (ids: string[]) => ({
    ...loadout,
    [slot]: { ...weaponChoice, board: { ...weaponChoice.board, [boardSlot]: ids } },
  });
  const [first, second] = loadout.gadgetIds;
  const ways: (() => Bf2042Loadout)[] = [
    () => ({ ...loadout, classId: one(KIT_IDS, random) }),
    () => ({ ...loadout, specialistId: random() < 0.1 ? null : one(SPECIALISTS, random) }),
    () => ({ ...loadout, [slot]: { ...weaponChoice, weaponId: random() < 0.1 ? null : one(BF2042_WEAPONS, random) } }),
    () => holding([...present, ...present].slice(0, 12)),
    () => holding([...present, ...options.slice(0, 4).map(({ id }) => id)].slice(0, 12)),
    () => (options.length > 0 ? holding([one(options, random).id]) : loadout),
    () => ({ ...loadout, gadgetIds: [one(BF2042_ITEMS, random), second] }),
    () => ({ ...loadout, gadgetIds: [first, random() < 0.5 ? first : one(BF2042_ITEMS, random)] }),
    () => ({ ...loadout, throwableId: random() < 0.1 ? null : one(BF2042_ITEMS, random) }),
  ];
  return one(ways, random)();
}

function one<T>(items: readonly T[], random: Random): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("There is nothing to choose from.");
  return item;
}
