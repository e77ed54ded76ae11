// Every weapon of both games has a drawing of its own make, within its grid and its budget.
import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import lines from "#data/silhouettes.json" with { type: "json" };
import { getMount, type Mount } from "#domain/silhouettes/mounts.ts";
import { drawCarried, drawWeapon, findLine } from "#domain/silhouettes/silhouette.ts";
import { readArsenals } from "#server/arsenals.ts";

const arsenals = readArsenals("data");
const WEAPONS = [...arsenals.bf4.weapons.values(), ...arsenals.bf2042.weapons.values()];

const numbersOf = (path: string) => (path.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);

describe("silhouettes", () => {
  test("each weapon resolves to a drawing inside the grid of 420 by 110", () => {
    for (const { id } of WEAPONS) {
      const drawing = drawCarried(lines, { weaponId: id });
      expect(drawing?.full, id).toMatch(/^M/);
      const numbers = numbersOf(drawing?.full ?? "");
      const [xs, ys] = [numbers.filter((_, index) => index % 2 === 0), numbers.filter((_, index) => index % 2 === 1)];
      expect(Math.min(...xs, ...ys), id).toBeGreaterThanOrEqual(0);
      expect(Math.max(...xs), id).toBeLessThanOrEqual(420);
      expect(Math.max(...ys), id).toBeLessThanOrEqual(110);
    }
  });

  test("two weapons share a drawing only where a line names the other, or where they are one gun of several eras", () => {
    const ids = Object.keys(lines);
    const drawn = ids.filter(
      (id) => !findLine(lines, id)?.startsWith("=") && !lines[id as keyof typeof lines].startsWith("="),
    );
    const paths = drawn.map((id) => drawWeapon(findLine(lines, id) ?? "").full);
    expect(new Set(paths).size).toBe(drawn.length);
  });

  test("no line is left over", () => {
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

  test("each mount changes what a rifle looks like", () => {
    const line = findLine(lines, "ak-12") ?? "";
    const bare = drawWeapon(line);
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
      expect(mount && drawWeapon(line, [mount]), name).not.toEqual(bare);
    }
  });

  test("the lines and the part library are at most 40 kB brotli", () => {
    const files = [
      "data/silhouettes.json",
      ...["canvas", "handguns", "mounts", "parts", "silhouette"].map((name) => `src/domain/silhouettes/${name}.ts`),
    ];
    const bytes = Buffer.concat(files.map((file) => readFileSync(file)));
    expect(brotliCompressSync(bytes).length).toBeLessThan(40_000);
  });
});
