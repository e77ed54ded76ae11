// Accepts cookies that were signed with an old secret by signing them again with the current one.
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, Server } from "node:http";
import type { SecretConfig } from "@better-auth/core";
import type { DBPrimitive } from "@better-auth/core/db";
import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import type { Config } from "#server/config/config.ts";
import { getCookiePrefix } from "./session-of.ts";

/** The code behind this knows only the current secret. The browser's cookie changes when its session is renewed. */
export function acceptRotatedSignatures(server: Server, config: Config): void {
  const { secret, oldSecrets } = config;
  // Old secrets are configured only together with a new one.
  if (oldSecrets.length === 0 || secret === null) return;
  const [cookiePrefix, secrets] = [getCookiePrefix(config), { current: secret, old: oldSecrets }];
  server.prependListener("request", (request: IncomingMessage) => {
    const { cookie } = request.headers;
    if (cookie === undefined) return;
    const renewed = renewedCookies(cookie, secrets, cookiePrefix);
    if (renewed === cookie) return;
    request.headers.cookie = renewed;
    // The web Request is built from the raw headers.
    request.rawHeaders = [...withoutCookies(request.rawHeaders), "Cookie", renewed];
  });
}

const withoutCookies = (raw: readonly string[]): string[] =>
  raw.filter((_, index) => raw[index - (index % 2)]?.toLowerCase() !== "cookie");

/** The Cookie header with each of our cookies that an old secret has signed signed again by the current one. */
export function renewedCookies(cookies: string, { current, old }: Secrets, prefix: string): string {
  return cookies
    .split("; ")
    .map((pair) => {
      const { name, data, signature } = signedPart(pair);
      if (!name.startsWith(`${prefix}.`) || isSignedBy(data, signature, current)) return pair;
      const isOurs = old.some((secret) => isSignedBy(data, signature, secret));
      return isOurs ? `${name}=${encodeURIComponent(`${data}.${getSignature(data, current)}`)}` : pair;
    })
    .join("; ");
}

function signedPart(pair: string): { name: string; data: string; signature: string } {
  const at = pair.indexOf("=");
  const value = decoded(pair.slice(at + 1));
  const dot = value.lastIndexOf(".");
  return {
    name: pair.slice(0, Math.max(0, at)),
    data: value.slice(0, Math.max(0, dot)),
    signature: value.slice(dot + 1),
  };
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return "";
  }
}

const getSignature = (data: string, secret: string): string =>
  createHmac("sha256", secret).update(data).digest("base64");

function isSignedBy(data: string, signature: string, secret: string): boolean {
  const [expected, given] = [Buffer.from(getSignature(data, secret)), Buffer.from(signature)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

// The account library's current and previous secrets. Everything it encrypts names its secret and stays readable while
// that secret is configured.
export type Secrets = {
  current: string;
  /** Newest first. */
  old: readonly string[];
};

/** The options of the account library. */
export function librarySecrets({ current, old }: Secrets) {
  const secrets = [current, ...old].map((value) => ({ version: getVersion(value), value }));
  // The library uses this one for values that name no secret.
  return { secret: old.at(-1) ?? current, secrets };
}

/** The key for the library's encryption functions. */
export function encryptionKey({ current, old }: Secrets) {
  const keys = new Map([current, ...old].map((value) => [getVersion(value), value]));
  return { keys, currentVersion: getVersion(current), legacySecret: old.at(-1) ?? current };
}

/** A number derived from the secret, which does not depend on its position in the list. */
const getVersion = (secret: string): number =>
  createHash("sha256").update("version of a secret\n").update(secret).digest().readUIntBE(0, 6);

/** A column that is stored encrypted; the library itself encrypts a provider's other two tokens. */
export const encryptedField = (key: SecretConfig) => ({
  type: "string" as const,
  required: false,
  input: false,
  transform: {
    input: (data: DBPrimitive) => (typeof data === "string" ? symmetricEncrypt({ key, data }) : data),
    output: (data: DBPrimitive) => (typeof data === "string" ? symmetricDecrypt({ key, data }) : data),
  },
});
