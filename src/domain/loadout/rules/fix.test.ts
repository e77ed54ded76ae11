import { describe, expect, test } from "vitest";
import type { Armoury } from "#domain/loadout/armoury.ts";
import type { Bf4Loadout, Bf2042Loadout, Loadout } from "#domain/loadout/loadout.ts";
import { emptyBoard, starterLoadout } from "#domain/loadout/starter.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { findFix, fixAll } from "./fix.ts";
import { findViolations } from "./rules.ts";

const { bf4, bf2042 } = ARSENALS;

function assault(changes: Partial<Bf4Loadout> = {}): Loadout {
  const starter = starterLoadout(bf4, "assault");
  return starter.game === "bf4" ? { ...starter, ...changes } : starter;
}

function recon(changes: Partial<Bf2042Loadout>): Loadout {
  const starter = starterLoadout(bf2042, "recon");
  return starter.game === "bf2042" ? { ...starter, ...changes } : starter;
}

const carrying = (weaponId: string, attachments: Bf4Loadout["primary"]["attachments"] = {}) => ({
  primary: { weaponId, attachments },
});
const tank = (parts: Record<string, string>): Loadout => ({ game: "bf4", vehicleClassId: "vehiclembt", parts });

describe("fixing all", () => {
  test.for<[string, Loadout, Armoury]>([
    ["another kit", assault({ kitId: "support" }), bf4],
    ["a part that does not fit", assault(carrying("m416", { optic: "ak-12-kobra-rds" })), bf4],
    ["two gadgets of one kind", assault({ gadget1Id: "m320-he", gadget2Id: "m320-smk" }), bf4],
    ["nothing chosen", assault({ gadget1Id: null, primary: { weaponId: null, attachments: {} } }), bf4],
    ["another class", recon({ classId: "assault" }), bf2042],
    ["the same gadget twice", recon({ gadgetIds: ["soflam", "soflam"] }), bf2042],
    ["the shell of another tank", tank({ primary: "25mm-he-shell", wings: "two" }), bf4],
    ["vehicles of no game", { game: "bf4", vehicleClassId: "submarine", parts: {} }, bf4],
  ])("after %s leaves a loadout the game accepts", ([, broken, arsenal]) => {
    expect(findViolations(broken, arsenal)).not.toEqual([]);
    expect(findViolations(fixAll(broken, arsenal), arsenal)).toEqual([]);
  });
});

describe("one fix", () => {
  const fixed = (loadout: Loadout, arsenal: Armoury = bf4) => {
    const [violation] = findViolations(loadout, arsenal);
    return violation ? findFix(violation, loadout, arsenal) : undefined;
  };

  test("of a part from another rifle mounts the part of the same name", () => {
    const broken = assault(carrying("m416", { optic: "ak-12-kobra-rds" }));
    expect(fixed(broken)).toEqual(assault(carrying("m416", { optic: "m416-kobra-rds" })));
  });

  test("of two parts that clash takes off the one mounted onto the other", () => {
    const broken = assault(carrying("ak-12", { optic: "ak-12-acog-4x", accessory: "ak-12-magnifier-2x" }));
    expect(fixed(broken)).toEqual(assault(carrying("ak-12", { optic: "ak-12-acog-4x" })));
  });

  test("of canted sights on bare irons mounts the first optic they go with", () => {
    const broken = assault(carrying("ak-12", { accessory: "ak-12-canted-ironsights" }));
    expect(fixed(broken)).toMatchObject(
      carrying("ak-12", { optic: "ak-12-acog-4x", accessory: "ak-12-canted-ironsights" }),
    );
  });

  test("of a foreign kit's weapon stays in its class where the kit has one", () => {
    expect(fixed(assault(carrying("sv-98")))).toMatchObject({ primary: { weaponId: "ak-12" } });
    const recon2042 = recon({ primary: { weaponId: "m416-bf3", board: emptyBoard() } });
    const chosen = fixed(recon2042, bf2042);
    const weaponId = chosen && "classId" in chosen ? chosen.primary.weaponId : null;
    expect(bf2042.weapons.get(weaponId ?? "")).toMatchObject({ class: "assault-rifle", allOutWarfare: true });
  });

  test("of a tank's smoke from another class mounts its own smoke", () => {
    expect(fixed(tank({ countermeasure: "ir-smoke2" }))).toEqual(tank({ countermeasure: "ir-smoke1" }));
  });

  test("is not offered for a loadout of another game", () => {
    expect(findFix({ rule: "other-game" }, assault(), bf2042)).toBeNull();
  });
});
