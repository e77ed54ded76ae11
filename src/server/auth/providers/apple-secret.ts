import { createPrivateKey, type KeyObject, sign } from "node:crypto";

export type AppleKey = { clientId: string; teamId: string; keyId: string; privateKey: KeyObject };

const LIFETIME_S = 5 * 60;

/** The key of a PEM text, in which a file of variables may write line breaks as `\n`; throws where it is none. */
export const parsePrivateKey = (pem: string): KeyObject => createPrivateKey(pem.replaceAll("\\n", "\n"));

/** What Apple takes for a client secret: a token signed with the team's key, good for the next call. */
export function appleSecret({ clientId, teamId, keyId, privateKey }: AppleKey, now: Date): string {
  const issuedAt = Math.floor(now.getTime() / 1000);
  const claims = {
    iss: teamId,
    sub: clientId,
    aud: "https://appleid.apple.com",
    iat: issuedAt,
    exp: issuedAt + LIFETIME_S,
  };
  const signed = `${encoded({ alg: "ES256", kid: keyId })}.${encoded(claims)}`;
  const signature = sign("sha256", Buffer.from(signed), { key: privateKey, dsaEncoding: "ieee-p1363" });
  return `${signed}.${signature.toString("base64url")}`;
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");
