import { generateKeyPairSync } from "node:crypto";
import { socialProviderList } from "@better-auth/core/social-providers";
import { decodeProtectedHeader, jwtVerify } from "jose";
import { describe, expect, test } from "vitest";
import { readConfig } from "#server/config/config.ts";
import { createAppleSecret, PROVIDERS, readProviders } from "./providers.ts";

const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const PEM = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const APPLE = { APPLE_CLIENT_ID: "c", APPLE_TEAM_ID: "t", APPLE_KEY_ID: "k", APPLE_PRIVATE_KEY: PEM };
const OIDC = { OIDC_ISSUER: "https://id.example", OIDC_CLIENT_ID: "c", OIDC_CLIENT_SECRET: "s" };

const getPair = (id: string) => ({ [`${id}_CLIENT_ID`]: "c", [`${id}_CLIENT_SECRET`]: "s" });

test("the registry contains every provider of the account library once", () => {
  expect(PROVIDERS.map(({ id }) => id).toSorted()).toEqual(socialProviderList.toSorted());
});

describe("readProviders", () => {
  test("enables no provider without its variables", () => {
    const { providers, faults } = readProviders({ GITLAB_TOKEN: "x", GOOGLE_APPLICATION_CREDENTIALS: "y" });
    expect([providers, faults]).toEqual([{ builtIn: {}, own: null, enabled: [] }, []]);
  });

  test("enables providers by id and secret, in the order of the registry, the operator's own last", () => {
    const { providers, faults } = readProviders({
      ...OIDC,
      ...getPair("LINEAR"),
      ...getPair("LINE"),
      ...getPair("GOOGLE"),
    });
    expect(faults).toEqual([]);
    expect(providers.enabled).toEqual([
      { id: "google", name: "Google" },
      { id: "line", name: "LINE" },
      { id: "linear", name: "Linear" },
      { id: "oidc", name: "Single sign-on" },
    ]);
    expect(providers.builtIn.google).toEqual({ clientId: "c", clientSecret: "s" });
  });

  test.for([
    ["an id without its secret", { DISCORD_CLIENT_ID: "c" }, ["DISCORD_CLIENT_SECRET"]],
    ["a secret without its id", { DISCORD_CLIENT_SECRET: "s" }, ["DISCORD_CLIENT_ID"]],
    ["Cognito without its pool", getPair("COGNITO"), ["COGNITO_DOMAIN", "COGNITO_REGION", "COGNITO_USER_POOL_ID"]],
    ["TikTok with an id instead of its key", getPair("TIKTOK"), ["TIKTOK_CLIENT_KEY"]],
    ["Apple without its key", { APPLE_CLIENT_ID: "c" }, ["APPLE_TEAM_ID", "APPLE_KEY_ID", "APPLE_PRIVATE_KEY"]],
    ["an invalid key", { ...APPLE, APPLE_PRIVATE_KEY: "x" }, ["APPLE_PRIVATE_KEY"]],
    ["an own provider without its issuer", getPair("OIDC"), ["OIDC_ISSUER"]],
    ["an own provider with an invalid issuer", { ...OIDC, OIDC_ISSUER: "file:///etc" }, ["OIDC_ISSUER"]],
    ["GitLab with an invalid issuer", { ...getPair("GITLAB"), GITLAB_ISSUER: "here" }, ["GITLAB_ISSUER"]],
    [
      "PayPal with an unknown environment",
      { ...getPair("PAYPAL"), PAYPAL_ENVIRONMENT: "test" },
      ["PAYPAL_ENVIRONMENT"],
    ],
  ] as const)("refuses %s with the name of the variable", ([, variables, names]) => {
    const { faults, providers } = readProviders(variables);
    expect(faults.map((fault) => /at (\w+)$/.exec(fault)?.[1])).toEqual(names);
    expect(providers.enabled).toEqual([]);
    expect(() => readConfig(variables)).toThrow(names[0]);
  });

  test("reads the additional variables of a provider", () => {
    const { builtIn } = readProviders({
      ...{ ...getPair("GITLAB"), GITLAB_ISSUER: "https://git.example" },
      ...{ ...getPair("COGNITO"), COGNITO_DOMAIN: "d", COGNITO_REGION: "r", COGNITO_USER_POOL_ID: "p" },
      ...{ ...getPair("MICROSOFT"), MICROSOFT_TENANT_ID: "tenant" },
      ...{ ...getPair("PAYPAL"), PAYPAL_ENVIRONMENT: "sandbox" },
    }).providers;
    expect(builtIn).toEqual({
      gitlab: {
        clientId: "c",
        clientSecret: "s",
        issuer: "https://git.example",
        mapProfileToUser: expect.any(Function),
      },
      cognito: { clientId: "c", clientSecret: "s", domain: "d", region: "r", userPoolId: "p" },
      microsoft: { clientId: "c", clientSecret: "s", tenantId: "tenant" },
      paypal: { clientId: "c", clientSecret: "s", environment: "sandbox" },
    });
  });

  test("does not trust addresses of providers that do not verify them", () => {
    const { builtIn } = readProviders({
      ...getPair("SPOTIFY"),
      ...getPair("MICROSOFT"),
      ...getPair("GOOGLE"),
    }).providers;
    expect(builtIn).toMatchObject({
      spotify: { mapProfileToUser: expect.any(Function) },
      microsoft: { tenantId: "common", mapProfileToUser: expect.any(Function) },
      google: expect.not.objectContaining({ mapProfileToUser: expect.anything() }),
    });
  });
});

describe("Apple's client secret", () => {
  const expected = { issuer: "t", subject: "c", audience: "https://appleid.apple.com", algorithms: ["ES256"] };

  test("is a token signed with the team's key, valid for five minutes", async () => {
    const issuedAt = new Date("2026-11-21T12:00:00Z");
    const secret = createAppleSecret({ clientId: "c", teamId: "t", keyId: "k", privateKey }, issuedAt);
    expect(decodeProtectedHeader(secret)).toEqual({ alg: "ES256", kid: "k" });
    const { payload } = await jwtVerify(secret, publicKey, { ...expected, currentDate: issuedAt });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300);
    const late = { ...expected, currentDate: new Date("2026-11-21T12:05:01Z") };
    await expect(jwtVerify(secret, publicKey, late)).rejects.toThrow("exp");
  });

  test("is signed again on each read, also with a key on one line", async () => {
    const { builtIn } = readProviders({ ...APPLE, APPLE_PRIVATE_KEY: PEM.replaceAll("\n", "\\n") }).providers;
    if (!builtIn.apple || typeof builtIn.apple === "function") throw new Error("Apple is off.");
    const first = builtIn.apple.clientSecret ?? "";
    await jwtVerify(first, publicKey, expected);
    expect(builtIn.apple.clientSecret).not.toBe(first);
  });
});
