// The specification's §1 (how the product presents itself) and §2 (routes without parameters).
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { GAME_TITLES } from "#domain/game.ts";
import { m } from "#messages";

test("§1 the product presents itself as a locker for two games", () => {
  for (const text of [m.app_description(), m.app_introduction()]) {
    expect(text).toContain("locker");
    for (const title of Object.values(GAME_TITLES)) expect(text).toContain(title);
  }
});

test("§2 no route has parameters", () => {
  const tree = readFileSync("src/web/routeTree.gen.ts", "utf8");
  const paths = [...tree.matchAll(/path: '([^']*)'/g)].map(([, path]) => path);
  expect(paths).toEqual(expect.arrayContaining(["/", "/bf2042", "/bf4"]));
  expect(paths.filter((path) => path?.includes("$"))).toEqual([]);
});
