// @build @weekly
// The same sources result in the same release, byte by byte, in another folder and at another time.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, realpath } from "node:fs/promises";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { copyCheckout } from "#test/harness/processes/checkout.ts";
import { recordFigure } from "./figure.ts";

/** Files that depend on earlier releases, or that the setup and running servers write. */
const LOCAL_FILES = /^(carried\.json$|\.built$|\.compile-cache)/;

/** Returns the digest of each file, without the assets carried over from earlier releases. */
async function getDigests(folder: string): Promise<Record<string, string>> {
  const dates: Record<string, number> = JSON.parse(await readFile(join(folder, "carried.json"), "utf8"));
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const digests: Record<string, string> = {};
  for (const entry of entries.filter((item) => item.isFile())) {
    const path = join(entry.parentPath, entry.name).slice(folder.length + 1);
    if (LOCAL_FILES.test(path) || relative(join("web", "assets"), path) in dates) continue;
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
  const [ownDigests, copyDigests] = [
    await getDigests(await realpath("dist")),
    await getDigests(await realpath(join(checkout.path, "dist"))),
  ];
  expect(copyDigests).toEqual(ownDigests);
  const { components } = JSON.parse(await readFile("dist/sbom.json", "utf8"));
  const names: string[] = components.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(["better-auth", "react", "@tanstack/react-router", "workbox-routing"]));
  expect(Object.keys(ownDigests)).toContain(join("node_modules", "tinypool", "package.json"));
  const count = Object.keys(ownDigests).length;
  expect(count).toBeGreaterThan(100);
  recordFigure(`reproducible build: ${count} of ${count} files the same in two folders`);
});
