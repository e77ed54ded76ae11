// Renaming and deleting passkeys, and the last sign-in method, which cannot be deleted.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import { addPasskey, signInWithPasskey, signUpWithPasskey } from "#test/harness/identity/passkeys.ts";
import { readRefusal } from "#test/harness/responses.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

describe("a passkey", () => {
  test("is renamed by its owner", async () => {
    const { visitor, passkey } = await signUpWithPasskey(world);
    const response = await visitor.post("/api/auth/passkey/update-passkey", { id: passkey.id, name: "Old phone" });
    expect((await response.json()).passkey.name).toBe("Old phone");
  });

  test("cannot be renamed or deleted by another user", async () => {
    const { visitor, passkey } = await signUpWithPasskey(world);
    const { visitor: other } = await signUpAndSignIn(world);
    expect((await other.post("/api/auth/passkey/update-passkey", { id: passkey.id, name: "x" })).ok).toBe(false);
    expect((await other.post("/api/auth/passkey/delete-passkey", { id: passkey.id })).status).toBe(404);
    expect(await (await visitor.fetch("/api/auth/passkey/list-user-passkeys")).json()).toHaveLength(1);
  });

  test("is deleted by its owner, and can no longer sign in", async () => {
    const { visitor, passkey, device } = await signUpWithPasskey(world);
    const response = await visitor.post("/api/auth/passkey/delete-passkey", { id: passkey.id });
    expect([response.status, await response.json()]).toEqual([200, { status: true }]);
    expect((await signInWithPasskey(world.visitor(), device)).status).toBe(401);
  });

  test("is not deleted if it is the last sign-in method, even when the last two are deleted in parallel", async () => {
    const { visitor, passkey } = await signUpWithPasskey(world);
    const { passkey: second } = { passkey: await (await addPasskey(visitor, world.origin)).response.json() };
    const { user } = await (await visitor.fetch("/api/auth/get-session")).json();
    await world.context.db.deleteFrom("account").where("userId", "=", user.id).execute();
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, number) =>
        visitor.post("/api/auth/passkey/delete-passkey", { id: (number % 2 ? passkey : second).id }),
      ),
    );
    expect(responses.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await (await visitor.fetch("/api/auth/passkey/list-user-passkeys")).json()).toHaveLength(1);
    const [lastPasskey] = await (await visitor.fetch("/api/auth/passkey/list-user-passkeys")).json();
    expect(await readRefusal(await visitor.post("/api/auth/passkey/delete-passkey", { id: lastPasskey.id }))).toEqual([
      400,
      "You can't unlink your last account",
    ]);
  });

  test("is refused if the user has twenty", async () => {
    const { visitor } = await signUpWithPasskey(world);
    for (let count = 1; count < 20; count += 1)
      expect((await addPasskey(visitor, world.origin)).response.ok).toBe(true);
    const response = await visitor.fetch("/api/auth/passkey/generate-register-options");
    expect(await readRefusal(response)).toEqual([400, "Remove a passkey before adding one."]);
  });
});
