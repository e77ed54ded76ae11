import type { Context } from "#server/context.ts";

/** Where the provider of this id asks people for their consent; null where it is none of those that are on. */
export async function authorizationOrigin(
  { accounts }: Pick<Context, "accounts">,
  id: unknown,
): Promise<string | null> {
  const { socialProviders } = await (await accounts()).$context;
  const provider = socialProviders.find((candidate) => candidate.id === id);
  const url = await provider?.createAuthorizationURL({ state: "-", codeVerifier: "-", redirectURI: "-" });
  return url?.origin ?? null;
}
