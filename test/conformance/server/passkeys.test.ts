// The specification's passkey calls (§7) with the related parts of §5 and §9, and the permissions for passkeys.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import { createAuthenticator, type ResponseOverrides } from "#test/harness/identity/authenticator.ts";
import { addPasskey, signInWithPasskey, signUpWithPasskey } from "#test/harness/identity/passkeys.ts";
import { readRefusal } from "#test/harness/responses.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

describe("§7 GET /passkey/generate-register-options", () => {
  const fetchOptions = async (query = "") => {
    const { visitor } = await signUpAndSignIn(world);
    return (await visitor.fetch(`/api/auth/passkey/generate-register-options${query}`)).json();
  };

  test("needs a session", async () => {
    expect((await world.visitor().fetch("/api/auth/passkey/generate-register-options")).status).toBe(401);
  });

  test("accepts authenticatorAttachment", async () => {
    const { authenticatorSelection } = await fetchOptions("?authenticatorAttachment=platform");
    expect(authenticatorSelection.authenticatorAttachment).toBe("platform");
  });

  test("accepts a name", async () => {
    expect((await fetchOptions("?name=Robin")).user.name).toBe("Robin");
  });

  test("refuses an unknown attachment", async () => {
    const { visitor } = await signUpAndSignIn(world);
    const response = await visitor.fetch("/api/auth/passkey/generate-register-options?authenticatorAttachment=other");
    expect(await readRefusal(response)).toEqual([400, "Invalid query parameters"]);
  });

  test("names the site, and requires user verification and a discoverable key", async () => {
    const options = await fetchOptions();
    expect(options.rp).toEqual({ name: "Fieldlocker", id: "localhost" });
    expect(options.authenticatorSelection).toMatchObject({ userVerification: "required", residentKey: "required" });
    expect(options.attestation).toBe("none");
  });

  test("excludes the user's existing keys", async () => {
    const { visitor, device } = await signUpWithPasskey(world);
    const options = await (await visitor.fetch("/api/auth/passkey/generate-register-options")).json();
    expect(options.excludeCredentials.map(({ id }: { id: string }) => id)).toEqual([device.credentialId]);
  });

  test("asks a guest to create an account first", async () => {
    const guest = world.visitor();
    await guest.post("/api/auth/sign-in/anonymous");
    expect(await readRefusal(await guest.fetch("/api/auth/passkey/generate-register-options"))).toEqual([
      403,
      "Create an account first, then add a passkey.",
    ]);
  });
});

describe("§5 §9 the passkey user id", () => {
  test("is 1 to 64 bytes long, random and no personal data", async () => {
    const { visitor } = await signUpAndSignIn(world);
    const ids = await Promise.all(
      [1, 2].map(
        async () => (await (await visitor.fetch("/api/auth/passkey/generate-register-options")).json()).user.id,
      ),
    );
    const [length = 0] = ids.map((id) => Buffer.from(id, "base64url").length);
    expect(length).toBeGreaterThanOrEqual(1);
    expect(length).toBeLessThanOrEqual(64);
    expect(new Set(ids).size).toBe(2);
  });
});

describe("§7 POST /passkey/verify-registration", () => {
  test("stores the key of the response with its name", async () => {
    const { visitor, passkey, device } = await signUpWithPasskey(world);
    expect(passkey).toMatchObject({ name: "My phone", credentialID: device.credentialId });
    const listed = await (await visitor.fetch("/api/auth/passkey/list-user-passkeys")).json();
    expect(listed).toMatchObject([{ name: "My phone", credentialID: device.credentialId, counter: 1 }]);
    expect(Date.parse(listed[0].updatedAt)).toBeGreaterThan(0);
  });

  test("refuses a response without a requested challenge", async () => {
    const { visitor } = await signUpAndSignIn(world);
    const credential = createAuthenticator(world.origin).register({ challenge: "x" });
    const response = await visitor.post("/api/auth/passkey/verify-registration", { response: credential });
    expect(await readRefusal(response)).toEqual([400, "Challenge not found"]);
  });

  test("rejects a key that is already registered, even for another user", async () => {
    const { device } = await signUpWithPasskey(world);
    const { visitor } = await signUpAndSignIn(world);
    const options = await (await visitor.fetch("/api/auth/passkey/generate-register-options")).json();
    const response = await visitor.post("/api/auth/passkey/verify-registration", {
      response: device.register(options),
    });
    expect(response.status).toBe(400);
    expect(await (await visitor.fetch("/api/auth/passkey/list-user-passkeys")).json()).toEqual([]);
  });

  test("refuses the challenge of another account", async () => {
    const { visitor } = await signUpAndSignIn(world);
    const options = await (await visitor.fetch("/api/auth/passkey/generate-register-options")).json();
    const { visitor: other } = await signUpAndSignIn(world);
    for (const [name, value] of visitor.cookies) if (!name.endsWith("session_token")) other.cookies.set(name, value);
    const credential = createAuthenticator(world.origin).register(options);
    expect((await other.post("/api/auth/passkey/verify-registration", { response: credential })).status).toBe(401);
  });

  const INVALID_OVERRIDES: Record<string, ResponseOverrides> = {
    "another origin": { origin: "https://evil.example" },
    "another site's id": { rpId: "evil.example" },
    "another type": { type: "webauthn.get" },
    "another challenge": { challenge: "AAAA" },
    "an unverified user": { verified: false },
    "an absent user": { present: false },
  };
  test.for(Object.entries(INVALID_OVERRIDES))("refuses a ceremony with %s", async ([, overrides]) => {
    const { visitor } = await signUpAndSignIn(world);
    const { response } = await addPasskey(visitor, world.origin, overrides);
    expect([400, 401]).toContain(response.status);
    expect(await (await visitor.fetch("/api/auth/passkey/list-user-passkeys")).json()).toEqual([]);
  });
});

describe("§7 POST /passkey/generate-authenticate-options", () => {
  test("returns options without a session, and requires user verification", async () => {
    const response = await world.visitor().post("/api/auth/passkey/generate-authenticate-options");
    expect(await response.json()).toMatchObject({ rpId: "localhost", userVerification: "required" });
  });

  test("accepts an address without revealing whether it has an account", async () => {
    const { account } = await signUpWithPasskey(world);
    const getKeys = async (email: string) =>
      Object.keys(
        await (await world.visitor().post("/api/auth/passkey/generate-authenticate-options", { email })).json(),
      );
    expect(await getKeys(account.email)).toEqual(await getKeys("unknown@example.com"));
  });

  test("accepts GET, which the official client uses", async () => {
    const response = await world.visitor().fetch("/api/auth/passkey/generate-authenticate-options");
    expect(await response.json()).toMatchObject({ rpId: "localhost", userVerification: "required" });
  });

  test("returns a new challenge of at least 128 bits each time", async () => {
    const challenges = await Promise.all(
      [1, 2].map(async () => {
        const response = await world.visitor().post("/api/auth/passkey/generate-authenticate-options");
        return (await response.json()).challenge;
      }),
    );
    expect(new Set(challenges).size).toBe(2);
    for (const challenge of challenges) expect(Buffer.from(challenge, "base64url").length).toBeGreaterThanOrEqual(16);
  });
});

describe("§7 POST /passkey/verify-authentication", () => {
  test("creates a session for the key's owner", async () => {
    const { device, account } = await signUpWithPasskey(world);
    const visitor = world.visitor();
    const response = await signInWithPasskey(visitor, device);
    expect([response.status, (await response.json()).user.email]).toEqual([200, account.email]);
    expect((await (await visitor.fetch("/api/auth/get-session")).json()).user.email).toBe(account.email);
  });

  test("ends the browser's previous session", async () => {
    const { device, visitor } = await signUpWithPasskey(world);
    const { session } = await (await visitor.fetch("/api/auth/get-session")).json();
    await signInWithPasskey(visitor, device);
    const listed = await (await visitor.fetch("/api/auth/list-sessions")).json();
    expect(listed).toHaveLength(1);
    expect(listed[0].id).not.toBe(session.id);
  });

  test("merges the guest into the account", async () => {
    const { device, visitor: owner } = await signUpWithPasskey(world);
    const guest = world.visitor();
    await guest.post("/api/auth/sign-in/anonymous");
    const { id: guestId } = (await (await guest.fetch("/api/auth/get-session")).json()).user;
    await signInWithPasskey(guest, device);
    const guests = world.context.db.selectFrom("user").select("id").where("id", "=", guestId).execute();
    expect(await guests).toEqual([]);
    expect((await owner.fetch("/api/auth/get-session")).status).toBe(200);
  });

  const INVALID_OVERRIDES: Record<string, ResponseOverrides> = {
    "another origin": { origin: "https://evil.example" },
    "a neighbouring port": { origin: "http://localhost:1" },
    "another site's id": { rpId: "evil.example" },
    "another type": { type: "webauthn.create" },
    "another challenge": { challenge: "AAAA" },
    "an unverified user": { verified: false },
    "an absent user": { present: false },
    "another key": { forged: true },
    "a lower counter": { counter: 1 },
    "an unknown key": { credentialId: "AAAA" },
  };
  test.for(Object.entries(INVALID_OVERRIDES))("refuses a ceremony with %s", async ([, overrides]) => {
    const { device } = await signUpWithPasskey(world);
    await signInWithPasskey(world.visitor(), device);
    const visitor = world.visitor();
    expect([400, 401]).toContain((await signInWithPasskey(visitor, device, overrides)).status);
    expect(await (await visitor.fetch("/api/auth/get-session")).json()).toBeNull();
  });

  test("accepts a challenge only once", async () => {
    const { device } = await signUpWithPasskey(world);
    const visitor = world.visitor();
    const options = await (await visitor.fetch("/api/auth/passkey/generate-authenticate-options")).json();
    const [first, again] = [device.authenticate(options), device.authenticate(options)];
    expect((await visitor.post("/api/auth/passkey/verify-authentication", { response: first })).status).toBe(200);
    expect((await visitor.post("/api/auth/passkey/verify-authentication", { response: again })).status).toBe(400);
  });

  test("refuses a challenge after five minutes", async () => {
    const { device } = await signUpWithPasskey(world);
    const visitor = world.visitor();
    const options = await (await visitor.post("/api/auth/passkey/generate-authenticate-options")).json();
    world.turnClock(5 * 60_000 + 1000);
    const credential = device.authenticate(options);
    expect((await visitor.post("/api/auth/passkey/verify-authentication", { response: credential })).status).toBe(400);
  });

  test("refuses a challenge that another browser requested", async () => {
    const { device } = await signUpWithPasskey(world);
    const options = await (await world.visitor().fetch("/api/auth/passkey/generate-authenticate-options")).json();
    const credential = device.authenticate(options);
    const response = await world.visitor().post("/api/auth/passkey/verify-authentication", { response: credential });
    expect(response.status).toBe(400);
  });
});

describe("§7 GET /passkey/list-user-passkeys", () => {
  test("returns the caller's passkeys", async () => {
    const { visitor, passkey } = await signUpWithPasskey(world);
    const listed = await (await visitor.fetch("/api/auth/passkey/list-user-passkeys")).json();
    expect(listed).toMatchObject([{ id: passkey.id, name: "My phone" }]);
  });

  test("needs a session", async () => {
    expect((await world.visitor().fetch("/api/auth/passkey/list-user-passkeys")).status).toBe(401);
  });

  test("does not list another user's passkeys", async () => {
    await signUpWithPasskey(world);
    const { visitor } = await signUpAndSignIn(world);
    expect(await (await visitor.fetch("/api/auth/passkey/list-user-passkeys")).json()).toEqual([]);
  });
});
