// The sign-in providers of an installation. Two variables enable a provider, such as GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET; some
// providers require more.
import { createPrivateKey, type KeyObject, sign } from "node:crypto";
import type { SocialProviders } from "better-auth";
import type { GenericOAuthConfig } from "better-auth/plugins";
import { z } from "zod";

export type OwnProvider = { issuer: string; clientId: string; clientSecret: string; name: string };

export type ProviderSettings = {
  builtIn: SocialProviders;
  /** The installation's own OpenID Connect provider. */
  own: OwnProvider | null;
  /** The enabled providers, in the order of the sign-in page. */
  enabled: readonly { id: string; name: string }[];
};

/** The id of the installation's own provider, and the prefix of its variables. */
const OWN_ID = "oidc";

type Variables = Readonly<Record<string, string | undefined>>;

const requiredText = z.string().min(1);
const credentials = z.object({ clientId: requiredText, clientSecret: requiredText });
const unverified = { mapProfileToUser: () => ({ emailVerified: false }) };

/** The client secret is signed on each read; the account library reads it for each call. */
const apple = z
  .object({
    clientId: requiredText,
    teamId: requiredText,
    keyId: requiredText,
    privateKey: requiredText.transform((pem, { addIssue }) => {
      try {
        return parsePrivateKey(pem);
      } catch {
        addIssue("Not a private key");
        return z.NEVER;
      }
    }),
  })
  .transform((key) => ({
    clientId: key.clientId,
    get clientSecret() {
      return createAppleSecret(key, new Date());
    },
  }));

/** In tokens for any tenant the address is not verified: the tenant's administrator can enter any address. */
const ANY_TENANT = new Set(["common", "organizations", "consumers"]);

/** The settings of providers that need other variables than id and secret, with the library's option names. */
const SPECIAL_SCHEMAS: Partial<Record<ProviderId, z.ZodType<object>>> = {
  apple,
  cognito: credentials.extend({ domain: requiredText, region: requiredText, userPoolId: requiredText }),
  gitlab: credentials.extend({ issuer: z.url({ protocol: /^https?$/ }).default("https://gitlab.com") }),
  microsoft: credentials.extend({ tenantId: requiredText.default("common") }).transform((settings) => ({
    ...settings,
    ...(ANY_TENANT.has(settings.tenantId) && unverified),
  })),
  paypal: credentials.extend({ environment: z.enum(["live", "sandbox"]).default("live") }),
  tiktok: z.object({ clientKey: requiredText, clientSecret: requiredText }),
} satisfies { [Id in ProviderId]?: z.ZodType<SocialProviders[Id]> };

const ownSettings = credentials.extend({
  issuer: z.url({ protocol: /^https?$/ }),
  name: requiredText.default("Single sign-on"),
});

/** Variables that enable a provider. */
const SWITCHES = ["CLIENT_ID", "CLIENT_SECRET", "CLIENT_KEY", "PRIVATE_KEY"];

/** Returns the enabled providers, and a message for each missing or invalid variable. */
export function readProviders(variables: Variables): { providers: ProviderSettings; faults: string[] } {
  const faults: string[] = [];
  const readSettings = <Settings>(id: string, schema: z.ZodType<Settings>): Settings | null => {
    const prefix = `${id.toUpperCase()}_`;
    if (!SWITCHES.some((name) => variables[prefix + name] !== undefined)) return null;
    const { data, error } = schema.safeParse(getSettings(prefix, variables));
    for (const { message, path } of error?.issues ?? []) {
      const name = prefix + getVariable(String(path[0]));
      const presentSwitch = SWITCHES.find((suffix) => variables[prefix + suffix] !== undefined);
      const missingMessage = `Set it, too: ${prefix}${presentSwitch} switches this provider on`;
      faults.push(`✖ ${variables[name] === undefined ? missingMessage : message}\n  → at ${name}`);
    }
    return data ?? null;
  };
  const builtIn: Partial<Record<ProviderId, object>> = {};
  for (const { id, verifiesEmail } of PROVIDERS) {
    const settings = readSettings(id, SPECIAL_SCHEMAS[id] ?? credentials);
    if (settings) builtIn[id] = verifiesEmail ? settings : { ...settings, ...unverified };
  }
  const own = readSettings(OWN_ID, ownSettings);
  const enabled = [
    ...PROVIDERS.filter(({ id }) => id in builtIn),
    ...(own ? [{ id: OWN_ID, name: own.name }] : []),
  ].map(({ id, name }) => ({ id, name }));
  // Each entry was parsed by the schema of its id.
  return { providers: { builtIn: builtIn as SocialProviders, own, enabled }, faults };
}

/** Returns the settings with this prefix: `GITLAB_CLIENT_ID` becomes `clientId`. */
const getSettings = (prefix: string, variables: Variables) =>
  Object.fromEntries(
    Object.entries(variables)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value]) => [getSetting(name.slice(prefix.length)), value]),
  );

const getSetting = (variable: string): string =>
  variable.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

const getVariable = (setting: string): string => setting.replace(/[A-Z]/g, "_$&").toUpperCase();

export type AppleKey = { clientId: string; teamId: string; keyId: string; privateKey: KeyObject };

const LIFETIME_S = 5 * 60;

/** Parses a PEM key, which may contain `\n` for line breaks. @throws for invalid keys */
const parsePrivateKey = (pem: string): KeyObject => createPrivateKey(pem.replaceAll("\\n", "\n"));

/** Returns Apple's client secret: a token signed with the team's key, valid for five minutes. */
export function createAppleSecret({ clientId, teamId, keyId, privateKey }: AppleKey, now: Date): string {
  const issuedAt = Math.floor(now.getTime() / 1000);
  const claims = {
    iss: teamId,
    sub: clientId,
    aud: "https://appleid.apple.com",
    iat: issuedAt,
    exp: issuedAt + LIFETIME_S,
  };
  const signedText = `${encodePart({ alg: "ES256", kid: keyId })}.${encodePart(claims)}`;
  const signature = sign("sha256", Buffer.from(signedText), { key: privateKey, dsaEncoding: "ieee-p1363" });
  return `${signedText}.${signature.toString("base64url")}`;
}

const encodePart = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");

/** Returns the account library's configuration of the own OpenID Connect provider, whose endpoints come from its discovery document. */
export function getOwnProviderConfig(own: OwnProvider | null): GenericOAuthConfig[] {
  if (!own) return [];
  const { issuer, ...settings } = own;
  return [
    {
      ...settings,
      providerId: OWN_ID,
      discoveryUrl: `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
      scopes: ["openid", "profile", "email"],
      pkce: true,
      authentication: "basic",
      requireIdTokenVerification: true,
    },
  ];
}

export type ProviderId = keyof SocialProviders;

type Provider = {
  id: ProviderId;
  /** The text of its button. */
  name: string;
  /**
   * Whether the provider's claim that an address is verified can be trusted; otherwise the address counts as unverified.
   */
  verifiesEmail: boolean;
};

/** All providers of the account library, in the order of the sign-in page. */
export const PROVIDERS: readonly Provider[] = [
  { id: "google", name: "Google", verifiesEmail: true },
  { id: "apple", name: "Apple", verifiesEmail: true },
  { id: "microsoft", name: "Microsoft", verifiesEmail: true },
  { id: "discord", name: "Discord", verifiesEmail: true },
  { id: "twitch", name: "Twitch", verifiesEmail: true },
  { id: "github", name: "GitHub", verifiesEmail: true },
  { id: "facebook", name: "Facebook", verifiesEmail: false },
  { id: "twitter", name: "X", verifiesEmail: true },
  { id: "reddit", name: "Reddit", verifiesEmail: false },
  { id: "spotify", name: "Spotify", verifiesEmail: false },
  { id: "roblox", name: "Roblox", verifiesEmail: false },
  { id: "kick", name: "Kick", verifiesEmail: false },
  { id: "tiktok", name: "TikTok", verifiesEmail: false },
  { id: "line", name: "LINE", verifiesEmail: false },
  { id: "kakao", name: "Kakao", verifiesEmail: true },
  { id: "naver", name: "Naver", verifiesEmail: false },
  { id: "vk", name: "VK", verifiesEmail: false },
  { id: "wechat", name: "WeChat", verifiesEmail: false },
  { id: "paypal", name: "PayPal", verifiesEmail: true },
  { id: "paybin", name: "Paybin", verifiesEmail: true },
  { id: "linkedin", name: "LinkedIn", verifiesEmail: true },
  { id: "slack", name: "Slack", verifiesEmail: true },
  { id: "dropbox", name: "Dropbox", verifiesEmail: true },
  { id: "zoom", name: "Zoom", verifiesEmail: true },
  { id: "notion", name: "Notion", verifiesEmail: false },
  { id: "figma", name: "Figma", verifiesEmail: false },
  { id: "linear", name: "Linear", verifiesEmail: false },
  { id: "atlassian", name: "Atlassian", verifiesEmail: false },
  { id: "salesforce", name: "Salesforce", verifiesEmail: true },
  { id: "gitlab", name: "GitLab", verifiesEmail: false },
  { id: "huggingface", name: "Hugging Face", verifiesEmail: true },
  { id: "vercel", name: "Vercel", verifiesEmail: true },
  { id: "railway", name: "Railway", verifiesEmail: false },
  { id: "cloudflare", name: "Cloudflare", verifiesEmail: false },
  { id: "polar", name: "Polar", verifiesEmail: true },
  { id: "cognito", name: "Amazon Cognito", verifiesEmail: true },
];

/** The variables of all providers, including the installation's own. */
export const PROVIDER_VARIABLES: readonly string[] = [...PROVIDERS.map(({ id }) => id), OWN_ID].flatMap((id) => {
  const prefix = `${id.toUpperCase()}_`;
  const additional = { apple: ["TEAM_ID", "KEY_ID"], oidc: ["ISSUER", "NAME"], gitlab: ["ISSUER"] }[id as string] ?? [];
  return [...SWITCHES, ...additional].map((suffix) => prefix + suffix);
});
