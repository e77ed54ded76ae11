import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createTempFolder } from "#test/harness/processes/program.ts";
import { getSecret } from "./config.ts";

describe("getSecret without a configured secret", () => {
  test("generates and stores one secret", async () => {
    await using folder = await createTempFolder();
    const config = { secret: null, varDir: join(folder.path, "var") };
    const secrets = await Promise.all([1, 2, 3].map(() => getSecret(config)));
    expect(new Set([...secrets, await readFile(join(config.varDir, "secret"), "utf8")]).size).toBe(1);
  });

  test("waits while another process has created the file and not written it yet", async () => {
    await using folder = await createTempFolder();
    const path = join(folder.path, "secret");
    await writeFile(path, "");
    const reading = getSecret({ secret: null, varDir: folder.path });
    const others = "the other start's ".repeat(2);
    await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, 100))]);
    await writeFile(path, others);
    expect(await reading).toBe(others);
  });

  test("refuses a file that is too short", async () => {
    await using folder = await createTempFolder();
    await writeFile(join(folder.path, "secret"), "short");
    await expect(getSecret({ secret: null, varDir: folder.path })).rejects.toThrow("holds less than 32 characters");
  });
});
