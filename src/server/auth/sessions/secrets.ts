// The account library's current and previous secrets. Everything it encrypts names its secret and stays readable while
// that secret is configured.
import { createHash } from "node:crypto";

export type Secrets = {
  current: string;
  /** Newest first. */
  old: readonly string[];
};

/** As options of the account library. */
export function librarySecrets({ current, old }: Secrets) {
  const secrets = [current, ...old].map((value) => ({ version: getVersion(value), value }));
  // The library uses this one for values that name no secret.
  return { secret: old.at(-1) ?? current, secrets };
}

/** As a key of its functions that encrypt. */
export function encryptionKey({ current, old }: Secrets) {
  const keys = new Map([current, ...old].map((value) => [getVersion(value), value]));
  return { keys, currentVersion: getVersion(current), legacySecret: old.at(-1) ?? current };
}

/** A number that stays with a secret, wherever it stands in the list. */
const getVersion = (secret: string): number =>
  createHash("sha256").update("version of a secret\n").update(secret).digest().readUIntBE(0, 6);
