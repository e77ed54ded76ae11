// Secret rotation: accepts cookies signed with an old secret by re-signing them with the current one.
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, Server } from "node:http";
import type { SecretConfig } from "@better-auth/core";
import type { DBPrimitive } from "@better-auth/core/db";
import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import type { Config } from "#server/config/config.ts";
import { getCookiePrefix } from "./session-of.ts";

/** Re-signs the cookies of each request, so that all other code uses only the current secret. The browser's cookie changes when its session is renewed. */
export function acceptRotatedSignatures(server: Server, config: Config): void {
  const { secret, oldSecrets } = config;
  // Old secrets are configured only together with a new one.
  if (oldSecrets.length === 0 || secret === null) return;
  const [cookiePrefix, secrets] = [getCookiePrefix(config), { current: secret, old: oldSecrets }];
  server.prependListener("request", (request: IncomingMessage) => {
    const { cookie } = request.headers;
    if (cookie === undefined) return;
    const renewed = renewCookies(cookie, secrets, cookiePrefix);
    if (renewed === cookie) return;
    request.headers.cookie = renewed;
    // The web Request is built from the raw headers.
    request.rawHeaders = [...withoutCookies(request.rawHeaders), "Cookie", renewed];
  });
}

const withoutCookies = (raw: readonly string[]): string[] =>
  raw.filter((_, index) => raw[index - (index % 2)]?.toLowerCase() !== "cookie");

/** Returns the Cookie header with our cookies re-signed with the current secret if an old secret signed them. */
export function renewCookies(cookies: string, { current, old }: Secrets, prefix: string): string {
  return cookies
    .split("; ")
    .map((pair) => {
      const { name, data, signature } = parseSignedCookie(pair);
      if (!name.startsWith(`${prefix}.`) || isSignedBy(data, signature, current)) return pair;
      const isOurs = old.some((secret) => isSignedBy(data, signature, secret));
      return isOurs ? `${name}=${encodeURIComponent(`${data}.${getSignature(data, current)}`)}` : pair;
    })
    .join("; ");
}

function parseSignedCookie(pair: string): { name: string; data: string; signature: string } {
  const separator = pair.indexOf("=");
  const value = decode(pair.slice(separator + 1));
  const dot = value.lastIndexOf(".");
  return {
    name: pair.slice(0, Math.max(0, separator)),
    data: value.slice(0, Math.max(0, dot)),
    signature: value.slice(dot + 1),
  };
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return "";
  }
}

const getSignature = (data: string, secret: string): string =>
  createHmac("sha256", secret).update(data).digest("base64");

function isSignedBy(data: string, signature: string, secret: string): boolean {
  const [expected, actual] = [Buffer.from(getSignature(data, secret)), Buffer.from(signature)];
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

// Encryption keys of the account library. Each encrypted value names its secret and stays readable while that secret is configured.
export type Secrets = {
  current: string;
  /** Newest first. */
  old: readonly string[];
};

/** Returns the account library's options for secrets. */
export function librarySecrets({ current, old }: Secrets) {
  const secrets = [current, ...old].map((value) => ({ version: getVersion(value), value }));
  // The library uses `secret` for values that name no secret.
  return { secret: old.at(-1) ?? current, secrets };
}

/** Returns the key for the library's encryption functions. */
export function encryptionKey({ current, old }: Secrets) {
  const keys = new Map([current, ...old].map((value) => [getVersion(value), value]));
  return { keys, currentVersion: getVersion(current), legacySecret: old.at(-1) ?? current };
}

/** Returns a version number derived from the secret, independent of its position in the list. */
const getVersion = (secret: string): number =>
  createHash("sha256").update("version of a secret\n").update(secret).digest().readUIntBE(0, 6);

/** Returns the definition of an encrypted column. The library itself encrypts the other two tokens of a provider. */
export const encryptedField = (key: SecretConfig) => ({
  type: "string" as const,
  required: false,
  input: false,
  transform: {
    input: (data: DBPrimitive) => (typeof data === "string" ? symmetricEncrypt({ key, data }) : data),
    output: (data: DBPrimitive) => (typeof data === "string" ? symmetricDecrypt({ key, data }) : data),
  },
});
