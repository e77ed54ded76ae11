import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "./config.ts";

/** The secret that signs cookies: the configured one, or the one this machine made for itself and keeps. */
export async function secretOf({ secret, varDir }: Pick<Config, "secret" | "varDir">): Promise<string> {
  if (secret !== null) return secret;
  const path = join(varDir, "secret");
  await mkdir(varDir, { recursive: true, mode: 0o700 });
  // "wx" fails when the file exists: of two first starts at once, one writes and both read the same.
  await writeFile(path, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 }).catch(ignoreExisting);
  const kept = await readFile(path, "utf8");
  if (kept.length < 32) throw new Error(`${path} holds less than 32 characters; remove it to have a new one made.`);
  return kept;
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}
