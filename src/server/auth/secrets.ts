// The account library's secret and those before it: everything it encrypts says by which, and is read while that is named.
import { createHash } from "node:crypto";

export type Secrets = {
  current: string;
  /** Newest first. */
  old: readonly string[];
};

/** As options of the account library. */
export function librarySecrets({ current, old }: Secrets) {
  const secrets = [current, ...old].map((value) => ({ version: versionOf(value), value }));
  // The library reads by this one what says nothing.
  return { secret: old.at(-1) ?? current, secrets };
}

/** As a key of its functions that encrypt. */
export function encryptionKey({ current, old }: Secrets) {
  const keys = new Map([current, ...old].map((value) => [versionOf(value), value]));
  return { keys, currentVersion: versionOf(current), legacySecret: old.at(-1) ?? current };
}

/** A number that stays with a secret, wherever it stands in the list. */
const versionOf = (secret: string): number =>
  createHash("sha256").update("version of a secret\n").update(secret).digest().readUIntBE(0, 6);
