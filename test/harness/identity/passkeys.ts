// What people do with passkeys in a story.
import { signUpAndIn } from "#test/harness/accounts.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import type { World } from "#test/harness/world.ts";
import { createAuthenticator, type Lie } from "./authenticator.ts";

export type Authenticator = ReturnType<typeof createAuthenticator>;

/** Registers a new device for the signed-in user. */
export async function addPasskey(visitor: Visitor, origin: string, lie: Lie = {}) {
  const device = createAuthenticator(origin);
  const options = await (await visitor.fetch("/api/auth/passkey/generate-register-options")).json();
  const answer = await visitor.post("/api/auth/passkey/verify-registration", {
    response: device.register(options, lie),
    name: "My phone",
  });
  return { device, answer };
}

/** A signed-in user with one passkey. */
export async function memberWithPasskey(world: World) {
  const { visitor, account } = await signUpAndIn(world);
  const { device, answer } = await addPasskey(visitor, world.origin);
  return { visitor, account, device, passkey: await answer.json() };
}

/** Asks for options and answers them. */
export async function signInByPasskey(visitor: Visitor, device: Authenticator, lie: Lie = {}): Promise<Response> {
  const options = await (await visitor.fetch("/api/auth/passkey/generate-authenticate-options")).json();
  return visitor.post("/api/auth/passkey/verify-authentication", { response: device.authenticate(options, lie) });
}
