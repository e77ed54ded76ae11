import { describe, expect, test } from "vitest";
import type { Armoury } from "#domain/loadout/armoury.ts";
import type { Bf4Loadout, Bf2042Loadout, Loadout } from "#domain/loadout/loadout.ts";
import { createEmptyBoard, createStarterLoadout } from "#domain/loadout/starter.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { findFix, fixAll } from "./fix.ts";
import { findViolations } from "./rules.ts";

const { bf4, bf2042 } = ARSENALS;

function createAssault(changes: Partial<Bf4Loadout> = {}): Loadout {
  const starter = createStarterLoadout(bf4, "assault");
  return starter.game === "bf4" ? { ...starter, ...changes } : starter;
}

function createRecon(changes: Partial<Bf2042Loadout>): Loadout {
  const starter = createStarterLoadout(bf2042, "recon");
  return starter.game === "bf2042" ? { ...starter, ...changes } : starter;
}

const createCarrying = (weaponId: string, attachments: Bf4Loadout["primary"]["attachments"] = {}) => ({
  primary: { weaponId, attachments },
});
const createTank = (parts: Record<string, string>): Loadout => ({ game: "bf4", vehicleClassId: "vehiclembt", parts });

describe("fixAll", () => {
  test.for<[string, Loadout, Armoury]>([
    ["a kit that does not fit the items", createAssault({ kitId: "support" }), bf4],
    ["a part that does not fit", createAssault(createCarrying("m416", { optic: "ak-12-kobra-rds" })), bf4],
    ["two gadgets of one category", createAssault({ gadget1Id: "m320-he", gadget2Id: "m320-smk" }), bf4],
    ["empty slots", createAssault({ gadget1Id: null, primary: { weaponId: null, attachments: {} } }), bf4],
    ["a class that does not fit the items", createRecon({ classId: "assault" }), bf2042],
    ["the same gadget twice", createRecon({ gadgetIds: ["soflam", "soflam"] }), bf2042],
    ["a shell of another vehicle class", createTank({ primary: "25mm-he-shell", wings: "two" }), bf4],
    ["an unknown vehicle class", { game: "bf4", vehicleClassId: "submarine", parts: {} }, bf4],
  ])("makes a loadout with %s legal", ([, broken, arsenal]) => {
    expect(findViolations(broken, arsenal)).not.toEqual([]);
    expect(findViolations(fixAll(broken, arsenal), arsenal)).toEqual([]);
  });
});

describe("findFix", () => {
  const findFirstFix = (loadout: Loadout, arsenal: Armoury = bf4) => {
    const [violation] = findViolations(loadout, arsenal);
    return violation ? findFix(violation, loadout, arsenal) : undefined;
  };

  test("replaces a part of another rifle with the part of the same name", () => {
    const broken = createAssault(createCarrying("m416", { optic: "ak-12-kobra-rds" }));
    expect(findFirstFix(broken)).toEqual(createAssault(createCarrying("m416", { optic: "m416-kobra-rds" })));
  });

  test("removes the accessory of two parts that exclude each other", () => {
    const broken = createAssault(createCarrying("ak-12", { optic: "ak-12-acog-4x", accessory: "ak-12-magnifier-2x" }));
    expect(findFirstFix(broken)).toEqual(createAssault(createCarrying("ak-12", { optic: "ak-12-acog-4x" })));
  });

  test("adds the first optic that canted sights need", () => {
    const broken = createAssault(createCarrying("ak-12", { accessory: "ak-12-canted-ironsights" }));
    expect(findFirstFix(broken)).toMatchObject(
      createCarrying("ak-12", { optic: "ak-12-acog-4x", accessory: "ak-12-canted-ironsights" }),
    );
  });

  test("replaces the weapon of another kit with a weapon of the same class", () => {
    expect(findFirstFix(createAssault(createCarrying("sv-98")))).toMatchObject({ primary: { weaponId: "ak-12" } });
    const recon2042 = createRecon({ primary: { weaponId: "m416-bf3", board: createEmptyBoard() } });
    const chosen = findFirstFix(recon2042, bf2042);
    const weaponId = chosen && "classId" in chosen ? chosen.primary.weaponId : null;
    expect(bf2042.weapons.get(weaponId ?? "")).toMatchObject({ class: "assault-rifle", allOutWarfare: true });
  });

  test("replaces a part of another vehicle class with the part of the same name", () => {
    expect(findFirstFix(createTank({ countermeasure: "ir-smoke2" }))).toEqual(
      createTank({ countermeasure: "ir-smoke1" }),
    );
  });

  test("returns null for a loadout of another game", () => {
    expect(findFix({ rule: "other-game" }, createAssault(), bf2042)).toBeNull();
  });
});
