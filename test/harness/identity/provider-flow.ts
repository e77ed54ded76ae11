// A person's way through a provider: away with the address that the site gave, back with what the provider said.
import { expect } from "vitest";
import { aPerson, type Person, type ProviderFixture } from "#test/fixtures/providers/provider.ts";
import { createInternet, type Internet } from "#test/harness/internet.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";
import { createProviders, type MadeUpProviders, PROVIDER_VARIABLES } from "./made-up-providers.ts";

export type ProviderWorld = World & { internet: Internet; providers: MadeUpProviders };

/** A world in which every provider is on, and stands in a made-up internet. */
export async function makeProviderWorld(
  environment: Record<string, string> = {},
  make = makeWorld,
): Promise<ProviderWorld> {
  const providers = createProviders();
  const internet = await createInternet(providers.answer);
  const world = await make({
    internet,
    environment: { LOG_LEVEL: "silent", ...PROVIDER_VARIABLES, ...environment },
  });
  return {
    ...world,
    internet,
    providers,
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await internet[Symbol.asyncDispose]();
    },
  };
}

export const PAGES = {
  callbackURL: "/account",
  newUserCallbackURL: "/welcome",
  errorCallbackURL: "/login?mode=sign-in",
};

/** The address at the provider that a sign-in, or a link, leads to. */
export async function leave(
  visitor: Visitor,
  provider: string,
  call: "sign-in/social" | "link-social" = "sign-in/social",
): Promise<string> {
  const answer = await visitor.post(`/api/auth/${call}`, { provider, ...PAGES });
  expect(answer.status).toBe(200);
  return (await answer.json()).url;
}

/** The site's answer to a return with these words of the provider. */
export async function comeBack(visitor: Visitor, provider: string, fields: URLSearchParams): Promise<Response> {
  const path = `/api/auth/callback/${provider}`;
  if (provider !== "apple") return visitor.fetch(`${path}?${fields}`);
  // Apple has the browser post a form from its own page, and then the cookies stay behind.
  const cookies = new Map(visitor.cookies);
  visitor.cookies.clear();
  const headers = { origin: "https://appleid.apple.com", "content-type": "application/x-www-form-urlencoded" };
  const posted = await visitor.fetch(path, { method: "POST", headers, body: fields.toString() });
  expect(posted.status).toBe(302);
  for (const [name, value] of cookies) visitor.cookies.set(name, value);
  return visitor.fetch(posted.headers.get("location") ?? "");
}

/** The user and the account that belong to this account id at the provider; throws when there is none. */
export async function getRows({ context }: World, providerId: string, accountId: string) {
  const { internalAdapter } = await context.auth.$context;
  const owner = await internalAdapter.findAccountOwnerByKey({ providerId, accountId });
  if (owner?.kind !== "owned") throw new Error(`There is no account ${accountId} at ${providerId}.`);
  return owner;
}

/** The whole way of a person who agrees. */
export async function signInBy(
  { providers }: ProviderWorld,
  visitor: Visitor,
  { id }: Pick<ProviderFixture, "id">,
  person: Person,
): Promise<Response> {
  return comeBack(visitor, id, providers.consent(await leave(visitor, id), person));
}

/** As `signInBy`, for a signed-in user. */
export async function linkBy(
  { providers }: ProviderWorld,
  visitor: Visitor,
  { id }: Pick<ProviderFixture, "id">,
  person: Person,
): Promise<Response> {
  return comeBack(visitor, id, providers.consent(await leave(visitor, id, "link-social"), person));
}

/** A new user who signed up through the provider. */
export async function signUpBy(
  world: ProviderWorld,
  fixture: ProviderFixture,
): Promise<{ visitor: Visitor; person: Person }> {
  const [visitor, person] = [world.visitor(), aPerson()];
  expect(landing(await signInBy(world, visitor, fixture, person))).toBe(PAGES.newUserCallbackURL);
  return { visitor, person };
}

/** What was sent to the address last. */
export function lastCallTo({ internet }: ProviderWorld, url: string) {
  const call = internet.calls.findLast((candidate) => candidate.url.origin + candidate.url.pathname === url);
  if (!call) throw new Error(`Nothing was sent to ${url}.`);
  const fields = call.method === "GET" ? call.url.searchParams : new URLSearchParams(call.body);
  return { ...call, fields: Object.fromEntries(fields) };
}

/** Where an answer leads, without the origin. */
export const landing = (answer: Response): string =>
  (answer.headers.get("location") ?? "").replace(/^http:\/\/[^/]+/, "");

/** The address and the code that a return has failed with. */
export const failure = (answer: Response): [number, string] => [answer.status, landing(answer)];

/** Where a return with this code leads. */
export const failed = (code: string): [number, string] => [
  302,
  `/login?mode=sign-in&error=${encodeURIComponent(code)}`,
];

/** The ways to sign in that a signed-in person has, in the order of their names. */
export async function linkedTo(visitor: Visitor): Promise<string[]> {
  const linked: { providerId: string }[] = await (await visitor.fetch("/api/auth/list-accounts")).json();
  return linked.map(({ providerId }) => providerId).toSorted();
}
