import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folderOfItsOwn } from "#test/harness/processes/program.ts";
import { getSecret } from "./config.ts";

describe("a secret that is not configured", () => {
  test("is generated once and stored", async () => {
    await using folder = await folderOfItsOwn();
    const config = { secret: null, varDir: join(folder.path, "var") };
    const secrets = await Promise.all([1, 2, 3].map(() => getSecret(config)));
    expect(new Set([...secrets, await readFile(join(config.varDir, "secret"), "utf8")]).size).toBe(1);
  });

  test("is waited for while another start has made its file, and not written it yet", async () => {
    await using folder = await folderOfItsOwn();
    const path = join(folder.path, "secret");
    await writeFile(path, "");
    const reading = getSecret({ secret: null, varDir: folder.path });
    const others = "the other start's ".repeat(2);
    await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, 100))]);
    await writeFile(path, others);
    expect(await reading).toBe(others);
  });

  test("is not taken from a file that is too short", async () => {
    await using folder = await folderOfItsOwn();
    await writeFile(join(folder.path, "secret"), "short");
    await expect(getSecret({ secret: null, varDir: folder.path })).rejects.toThrow("holds less than 32 characters");
  });
});
