// @build @weekly
// The same sources give the same release, byte by byte, in another folder and at another time.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, realpath } from "node:fs/promises";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { copyCheckout } from "#test/harness/processes/checkout.ts";
import { figure } from "./figure.ts";

/** What depends on the releases before this one, and what the setup and running servers leave. */
const OF_THE_PLACE = /^(carried\.json$|\.built$|\.compile-cache)/;

/** The digest of each file, without the assets carried along from earlier releases. */
async function getDigests(folder: string): Promise<Record<string, string>> {
  const dates: Record<string, number> = JSON.parse(await readFile(join(folder, "carried.json"), "utf8"));
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const digests: Record<string, string> = {};
  for (const entry of entries.filter((item) => item.isFile())) {
    const path = join(entry.parentPath, entry.name).slice(folder.length + 1);
    if (OF_THE_PLACE.test(path) || relative(join("web", "assets"), path) in dates) continue;
    digests[path] = createHash("sha256")
      .update(await readFile(join(folder, path)))
      .digest("hex");
  }
  return digests;
}

test("two builds in two folders have the same files", async () => {
  await using checkout = await copyCheckout({ ownPackages: true });
  const { status, stderr } = spawnSync(process.execPath, ["scripts/build.ts"], {
    cwd: checkout.path,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The copy was not built: ${stderr}`);
  expect(existsSync("dist/carried.json")).toBe(true);
  const [here, there] = [
    await getDigests(await realpath("dist")),
    await getDigests(await realpath(join(checkout.path, "dist"))),
  ];
  expect(there).toEqual(here);
  const { components } = JSON.parse(await readFile("dist/sbom.json", "utf8"));
  const names: string[] = components.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(["better-auth", "react", "@tanstack/react-router", "workbox-routing"]));
  expect(Object.keys(here)).toContain(join("node_modules", "tinypool", "package.json"));
  const count = Object.keys(here).length;
  expect(count).toBeGreaterThan(100);
  figure(`reproducible build: ${count} of ${count} files the same in two folders`);
});
