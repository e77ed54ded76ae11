// Helpers for tests with passkeys.
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import type { World } from "#test/harness/world.ts";
import { createAuthenticator, type ResponseOverrides } from "./authenticator.ts";

export type Authenticator = ReturnType<typeof createAuthenticator>;

/** Registers a new device for the signed-in user. */
export async function addPasskey(visitor: Visitor, origin: string, lie: ResponseOverrides = {}) {
  const device = createAuthenticator(origin);
  const options = await (await visitor.fetch("/api/auth/passkey/generate-register-options")).json();
  const response = await visitor.post("/api/auth/passkey/verify-registration", {
    response: device.register(options, lie),
    name: "My phone",
  });
  return { device, response };
}

/** Signs up a user and adds a passkey. */
export async function signUpWithPasskey(world: World) {
  const { visitor, account } = await signUpAndSignIn(world);
  const { device, response } = await addPasskey(visitor, world.origin);
  return { visitor, account, device, passkey: await response.json() };
}

/** Requests sign-in options, and sends the device's response. */
export async function signInWithPasskey(
  visitor: Visitor,
  device: Authenticator,
  lie: ResponseOverrides = {},
): Promise<Response> {
  const options = await (await visitor.fetch("/api/auth/passkey/generate-authenticate-options")).json();
  return visitor.post("/api/auth/passkey/verify-authentication", { response: device.authenticate(options, lie) });
}
