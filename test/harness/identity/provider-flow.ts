// Helpers for sign-ins through a provider: the authorization address, the callback, and its result.
import { expect } from "vitest";
import { createPerson, type Person, type ProviderFixture } from "#test/fixtures/providers/provider.ts";
import { createInternet, type Internet } from "#test/harness/internet.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";
import { createProviders, PROVIDER_VARIABLES, type SimulatedProviders } from "./simulated-providers.ts";

export type ProviderWorld = World & { internet: Internet; providers: SimulatedProviders };

/** Creates a world in which every provider is enabled and simulated. */
export async function makeProviderWorld(
  environment: Record<string, string> = {},
  createBaseWorld = makeWorld,
): Promise<ProviderWorld> {
  const providers = createProviders();
  const internet = await createInternet(providers.respond);
  const world = await createBaseWorld({
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

/** Starts a sign-in or the linking of an account; returns the authorization address of the provider. */
export async function startSignIn(
  visitor: Visitor,
  provider: string,
  call: "sign-in/social" | "link-social" = "sign-in/social",
): Promise<string> {
  const response = await visitor.post(`/api/auth/${call}`, { provider, ...PAGES });
  expect(response.status).toBe(200);
  return (await response.json()).url;
}

/** Visits the site's callback with these parameters; returns the response. */
export async function visitCallback(visitor: Visitor, provider: string, fields: URLSearchParams): Promise<Response> {
  const path = `/api/auth/callback/${provider}`;
  if (provider !== "apple") return visitor.fetch(`${path}?${fields}`);
  // Apple's page makes the browser post a form, and browsers send no cookies with a cross-site POST.
  const cookies = new Map(visitor.cookies);
  visitor.cookies.clear();
  const headers = { origin: "https://appleid.apple.com", "content-type": "application/x-www-form-urlencoded" };
  const postResponse = await visitor.fetch(path, { method: "POST", headers, body: fields.toString() });
  expect(postResponse.status).toBe(302);
  for (const [name, value] of cookies) visitor.cookies.set(name, value);
  return visitor.fetch(postResponse.headers.get("location") ?? "");
}

/** Returns the user and the account with this account id at the provider; throws when there is none. */
export async function getAccountOwner({ context }: World, providerId: string, accountId: string) {
  const { internalAdapter } = await context.auth.$context;
  const owner = await internalAdapter.findAccountOwnerByKey({ providerId, accountId });
  if (owner?.kind !== "owned") throw new Error(`There is no account ${accountId} at ${providerId}.`);
  return owner;
}

/** Signs in through the provider as a person who grants access; returns the response of the callback. */
export async function signInWithProvider(
  { providers }: ProviderWorld,
  visitor: Visitor,
  { id }: Pick<ProviderFixture, "id">,
  person: Person,
): Promise<Response> {
  return visitCallback(visitor, id, providers.consent(await startSignIn(visitor, id), person));
}

/** Links an account of the provider to the signed-in user; returns the response of the callback. */
export async function linkProvider(
  { providers }: ProviderWorld,
  visitor: Visitor,
  { id }: Pick<ProviderFixture, "id">,
  person: Person,
): Promise<Response> {
  return visitCallback(visitor, id, providers.consent(await startSignIn(visitor, id, "link-social"), person));
}

/** Signs up a user through the provider. */
export async function signUpWithProvider(
  world: ProviderWorld,
  fixture: ProviderFixture,
): Promise<{ visitor: Visitor; person: Person }> {
  const [visitor, person] = [world.visitor(), createPerson()];
  expect(getLandingPath(await signInWithProvider(world, visitor, fixture, person))).toBe(PAGES.newUserCallbackURL);
  return { visitor, person };
}

/** Returns the last request to the address, with its fields; throws when there is none. */
export function getLastCall({ internet }: ProviderWorld, url: string) {
  const call = internet.calls.findLast((candidate) => candidate.url.origin + candidate.url.pathname === url);
  if (!call) throw new Error(`Nothing was sent to ${url}.`);
  const fields = call.method === "GET" ? call.url.searchParams : new URLSearchParams(call.body);
  return { ...call, fields: Object.fromEntries(fields) };
}

/** Returns the redirect target without its origin, or an empty text. */
export const getLandingPath = (response: Response): string =>
  (response.headers.get("location") ?? "").replace(/^http:\/\/[^/]+/, "");

/** Returns the status and the redirect target of a callback. */
export const getStatusAndPath = (response: Response): [number, string] => [response.status, getLandingPath(response)];

/** Returns the expected status and redirect target of a callback that fails with this code. */
export const createFailure = (code: string): [number, string] => [
  302,
  `/login?mode=sign-in&error=${encodeURIComponent(code)}`,
];

/** Returns the ids of the providers whose accounts are linked to the signed-in user, sorted. */
export async function listLinkedProviders(visitor: Visitor): Promise<string[]> {
  const linked: { providerId: string }[] = await (await visitor.fetch("/api/auth/list-accounts")).json();
  return linked.map(({ providerId }) => providerId).toSorted();
}
