// The layers of src import only themselves and lower layers, and features do not import each other.
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

/** The layers of src from lowest to highest; the first that matches a path is its layer. */
const LAYERS = [
  /^src\/domain\//,
  /^src\/(messages|platform)\//,
  /^src\/server\/(config\/|release|observer)/,
  /^src\/server\/database\//,
  /^src\/server\/(?!features[./]|(app|api|router|serve|main|trpc\/adapter|admin\/admin)\.ts)/,
  /^src\/server\/features\//,
  /^src\/server\//,
  /^src\/web\/ui\//,
  /^src\/web\/(data\/|page-state)/,
  /^src\/web\/app\//,
  /^src\/web\/features\//,
  /^src\/web\/routes\//,
  /^src\/web\//,
];

/** Features that platoons may import, because platoons share their members' data and use the account library. */
const OPEN_TO_PLATOONS = ["account", "loadout", "progress", "share"];

const getLayer = (path: string): number => LAYERS.findIndex((layer) => layer.test(path));

const IMPORT = /(?:\bfrom|\bimport\(|^import)\s*"((?:#(?:domain|messages|platform|server|web)|\.)\/[^"]+)"/gm;

const imports = globSync("src/**/*.{ts,tsx}")
  .filter((path) => !/\.test\.tsx?$|messages\/compiled\/|routeTree\.gen/.test(path))
  .flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(IMPORT)].map(([, name = ""]) => ({
      path,
      target: name.startsWith("#") ? name.replace("#", "src/") : join(dirname(path), name),
    })),
  );

const format = ({ path, target }: { path: string; target: string }) => `${path} imports ${target}`;

test("no layer imports a higher layer", () => {
  expect(imports.length).toBeGreaterThan(1000);
  expect(imports.filter(({ path, target }) => getLayer(target) > getLayer(path)).map(format)).toEqual([]);
});

function getFeature(path: string): string | undefined {
  return /^src\/(?:server|web)\/features\/([^/]+)\//.exec(path)?.[1];
}

test("no feature imports another, except platoons the features in OPEN_TO_PLATOONS", () => {
  const foreign = imports.filter(({ path, target }) => {
    const [from, to] = [getFeature(path), getFeature(target)];
    if (from === undefined || to === undefined || from === to) return false;
    return !(from === "platoon" && OPEN_TO_PLATOONS.includes(to));
  });
  expect(foreign.map(format)).toEqual([]);
});

test("every feature of the server registers itself", () => {
  const folders = globSync("src/server/features/*/").map((path) => getFeature(`${path}/`));
  const registered = globSync("src/server/features/*/register.ts").map(getFeature);
  expect(registered.toSorted()).toEqual([...new Set(folders)].toSorted());
});
