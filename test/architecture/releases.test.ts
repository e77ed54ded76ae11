// Builds as releases: what an upgrade carries along, and which releases stay.
import { existsSync } from "node:fs";
import { mkdir, readdir, realpath, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { addRelease } from "#scripts/releases.ts";
import { folderOfItsOwn } from "#test/harness/processes/program.ts";

const DAY_MS = 24 * 60 * 60_000;
const START = Date.parse("2026-01-01T00:00:00.000Z");

afterEach(() => void vi.useRealTimers());

/** Builds a release with one asset of its own, so many days after the start. */
async function buildOn(day: number, root: string, asset: string): Promise<string[]> {
  vi.useFakeTimers({ now: START + day * DAY_MS, toFake: ["Date"] });
  await addRelease(root, async (folder) => {
    await mkdir(join(folder, "web/assets"), { recursive: true });
    await writeFile(join(folder, "web/assets", asset), asset);
  });
  return (await readdir(join(root, "dist/web/assets"))).toSorted();
}

test("carries assets for thirty days after their release was replaced, however old it was then", async () => {
  await using root = await folderOfItsOwn();
  await buildOn(0, root.path, "a.js");
  expect(await buildOn(90, root.path, "b.js")).toEqual(["a.js", "b.js"]);
  expect(await buildOn(119, root.path, "c.js")).toEqual(["a.js", "b.js", "c.js"]);
  expect(await buildOn(121, root.path, "d.js")).toEqual(["b.js", "c.js", "d.js"]);
});

test("carries the assets of a build from before there were releases", async () => {
  await using root = await folderOfItsOwn();
  await mkdir(join(root.path, "dist/web/assets"), { recursive: true });
  await writeFile(join(root.path, "dist/web/assets/old.js"), "old");
  expect(await buildOn(0, root.path, "new.js")).toEqual(["new.js", "old.js"]);
});

test("leaves the three newest whole releases, and a failed build changes nothing", async () => {
  await using root = await folderOfItsOwn();
  const releases = join(root.path, "releases");
  for (let day = 0; day < 3; day += 1) await buildOn(day, root.path, `${day}.js`);
  const live = await realpath(join(root.path, "dist"));
  const [first] = await readdir(releases);
  for (const name of ["2026-01-03T01", "2026-01-03T02", "2026-01-03T03"]) {
    await mkdir(join(releases, name));
    await utimes(join(releases, name), START / 1000, START / 1000);
  }
  vi.setSystemTime(START + 3 * DAY_MS);
  const failing = addRelease(root.path, async () => {
    throw new Error("a fault of the source");
  });
  await expect(failing).rejects.toThrow("a fault of the source");
  expect(await realpath(join(root.path, "dist"))).toBe(live);
  await buildOn(4, root.path, "4.js");
  const left = await readdir(releases);
  expect([left.length, left.includes(String(first)), existsSync(live)]).toEqual([3, false, true]);
});
