// Every weapon, vehicle, gadget and specialist of both games has a drawing within its grid, and all drawings together stay within a
// size limit.
import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import equipmentLines from "#data/equipment.json" with { type: "json" };
import lines from "#data/silhouettes.json" with { type: "json" };
import { GAMES } from "#domain/game.ts";
import { CATALOGUES } from "#domain/game-data/catalogue-id.ts";
import { drawEquipment, type Equipment, findEquipment } from "#domain/silhouettes/equipment.ts";
import { getMount, type Mount } from "#domain/silhouettes/mounts.ts";
import { drawCarried, drawWeapon, findLine } from "#domain/silhouettes/silhouette.ts";
import { getCatalogue } from "#messages/catalogue/catalogue.ts";
import { readArsenals } from "#server/arsenals.ts";

const arsenals = readArsenals("data");
const WEAPONS = [...arsenals.bf4.weapons.values(), ...arsenals.bf2042.weapons.values()];

const listNumbers = (path: string) => (path.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);

function expectInside(path: string, [width, height]: readonly [number, number], id: string): void {
  const numbers = listNumbers(path);
  const [xs, ys] = [numbers.filter((_, index) => index % 2 === 0), numbers.filter((_, index) => index % 2 === 1)];
  expect(Math.min(...xs, ...ys), id).toBeGreaterThanOrEqual(0);
  expect(Math.max(...xs), id).toBeLessThanOrEqual(width);
  expect(Math.max(...ys), id).toBeLessThanOrEqual(height);
}

const PICTURED = ["vehicles", "vehicle-loadouts", "gadgets", "throwables", "melee", "field-upgrades", "specialists"];

/** The entries of all catalogues with drawings. */
const EQUIPMENT = GAMES.flatMap((game) =>
  CATALOGUES[game]
    .filter((catalogue) => PICTURED.includes(catalogue))
    .flatMap((catalogue) =>
      getCatalogue(arsenals[game], catalogue).map(({ id }): Equipment => ({ game, catalogue, id })),
    ),
);

describe("silhouettes", () => {
  test("each weapon resolves to a drawing inside the grid of 420 by 110", () => {
    for (const { id } of WEAPONS) {
      const drawing = drawCarried(lines, { weaponId: id });
      expect(drawing?.full, id).toMatch(/^M/);
      expectInside(drawing?.full ?? "", [420, 110], id);
    }
  });

  test("two weapons share a drawing only if one line refers to the other, or if they are the same gun in several eras", () => {
    const ids = Object.keys(lines);
    const drawnIds = ids.filter(
      (id) => !findLine(lines, id)?.startsWith("=") && !lines[id as keyof typeof lines].startsWith("="),
    );
    const paths = drawnIds.map((id) => drawWeapon(findLine(lines, id) ?? "").full);
    expect(new Set(paths).size).toBe(drawnIds.length);
  });

  test("every line is used", () => {
    const used = new Set(WEAPONS.flatMap(({ id }) => findLine(lines, id) ?? []));
    for (const [id, line] of Object.entries(lines)) expect(line.startsWith("=") || used.has(line), id).toBe(true);
  });

  test.for([
    ["Suppressor", "suppressor"],
    ["CCN Suppressor Brake", "suppressor"],
    ["Flash Suppressor", "flash-hider"],
    ["Compensator", "muzzle-brake"],
    ["Heavy Barrel", "heavy-barrel"],
    ["Angled Grip", "angled-grip"],
    ["Potato Grip", "stubby-grip"],
    ["Bipod", "bipod"],
    ["GP-30 HE", "launcher"],
    ["Laser Sight", "laser"],
    ["Coyote (RDS)", "red-dot"],
    ["Holo (1x)", "holographic"],
    ["Prisma (3.4x)", "scope-short"],
    ["prisma-3-4x", "scope-short"],
    ["hd-33-1x", "holographic"],
    ["Rifle Scope (8x)", "scope-long"],
    ["Standard Issue / Drum", "drum"],
    ["Extended Mag", "extended-magazine"],
    ["Iron Sights", null],
    ["Magnifier (2x)", null],
    ["Standard Barrel", null],
  ] as const satisfies readonly (readonly [string, Mount | null])[])("%s is drawn as %s", ([name, mount]) => {
    expect(getMount(name)).toBe(mount);
  });

  test("each mount changes the drawing of a rifle", () => {
    const line = findLine(lines, "ak-12") ?? "";
    const weaponWithoutMounts = drawWeapon(line);
    const names = ["Suppressor", "Brake", "Flash hider", "Heavy barrel", "Angled grip", "Stubby grip", "Vertical grip"];
    for (const name of [
      ...names,
      "Bipod",
      "M320 HE",
      "Laser",
      "Reflex",
      "Holo",
      "ACOG 4x",
      "Scope 8x",
      "Drum",
      "Extended Mag",
    ]) {
      const mount = getMount(name);
      expect(mount && drawWeapon(line, [mount]), name).not.toEqual(weaponWithoutMounts);
    }
  });

  test("each vehicle, gadget and specialist resolves to a drawing inside its grid", () => {
    expect(EQUIPMENT.length).toBeGreaterThan(350);
    for (const equipment of EQUIPMENT) {
      const { catalogue, id } = equipment;
      const drawing = drawEquipment(equipmentLines, equipment);
      expect(drawing?.full, `${catalogue} ${id}`).toMatch(/^M/);
      const grid = catalogue.startsWith("vehicle") ? ([240, 110] as const) : ([110, 110] as const);
      expectInside(`${drawing?.full}${drawing?.dim}`, grid, id);
    }
  });

  test("each specialist of All-Out Warfare has a unique emblem", () => {
    const specialists = [...arsenals.bf2042.specialists.values()].filter(({ era }) => era === "2042");
    const emblems = specialists.map(({ id }) =>
      findEquipment(equipmentLines, { game: "bf2042", catalogue: "specialists", id }),
    );
    expect(new Set(emblems).size).toBe(14);
  });

  test("every equipment drawing and every id in the equipment lists is used", () => {
    const used = new Set(EQUIPMENT.map((equipment) => findEquipment(equipmentLines, equipment)));
    expect(Object.keys(equipmentLines.drawings).filter((name) => !used.has(name))).toEqual([]);
    const names = new Set(EQUIPMENT.flatMap(({ id }) => [id, id.replace(/(-(bc2|bf3|1942)(-\d)?|\d)$/, "")]));
    const { drawings: _, ...collections } = equipmentLines;
    const listed = Object.values(collections).flatMap((names) => Object.values(names).flatMap((ids) => ids.split(" ")));
    expect(listed.filter((id) => !names.has(id))).toEqual([]);
  });

  test("two drawings never look the same", () => {
    const { drawings } = equipmentLines;
    expect(new Set(Object.values(drawings)).size).toBe(Object.keys(drawings).length);
  });

  test("all lines and the part libraries are at most 40 kB brotli", () => {
    const files = [
      ...["data/silhouettes.json", "data/equipment.json", "data/shapes.json"],
      ...["canvas", "handguns", "mounts", "parts", "silhouette", "equipment"].map(
        (name) => `src/domain/silhouettes/${name}.ts`,
      ),
    ];
    const bytes = Buffer.concat(files.map((file) => readFileSync(file)));
    expect(brotliCompressSync(bytes).length).toBeLessThanOrEqual(40_000);
  });
});
