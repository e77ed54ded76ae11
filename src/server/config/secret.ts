import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureFolder } from "#platform/folder.ts";
import type { Config } from "./config.ts";

const SHORTEST = 32;
/** For so long another first start may have made the file and not written it yet. */
const WRITTEN_AFTER_MS = 1000;

/** The secret that signs cookies: the configured one, or the one this machine made for itself and keeps. */
export async function getSecret({ secret, varDir }: Pick<Config, "secret" | "varDir">): Promise<string> {
  if (secret !== null) return secret;
  ensureFolder(resolve(varDir), "VAR_DIR");
  const path = join(varDir, "secret");
  // "wx" fails when the file exists: of two first starts at once, one writes and both read the same.
  await writeFile(path, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 }).catch(ignoreExisting);
  for (const began = performance.now(); ; await sleep(20)) {
    const stored = await readFile(path, "utf8");
    if (stored.length >= SHORTEST) return stored;
    if (performance.now() - began > WRITTEN_AFTER_MS) {
      throw new Error(`${path} holds less than ${SHORTEST} characters; remove it to have a new one made.`);
    }
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}
