// Names of everything that people name: a control character or too great a length is refused, wherever it is given.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { starterLoadout } from "#domain/loadout/starter.ts";
import { signUpAndIn } from "#test/harness/accounts.ts";
import { call, makePlatoon, type Platoon } from "#test/harness/data/platoons.ts";
import { memberWithPasskey } from "#test/harness/identity/passkeys.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

let world: World;
let visitor: Visitor;
let platoon: Platoon;
let member: Awaited<ReturnType<typeof memberWithPasskey>>;
beforeAll(async () => {
  world = await makeWorld();
  ({ visitor } = await signUpAndIn(world));
  platoon = await makePlatoon(world);
  member = await memberWithPasskey(world);
});
afterAll(() => world[Symbol.asyncDispose]());

const BAD = ["Al\u001b[2J", "Al\u0000", "Al\nBcc: x", "Al\u009b1m", "Al\u2028x", "\u202egpj.exe"];
const person = { password: "correct horse battery" };
let count = 0;
const next = () => {
  count += 1;
  return `name-${count}`;
};

/** The account calls that take a name, and each with one. */
const ACCOUNT_CALLS: Record<string, (name: string) => Promise<Response>> = {
  "of a user at sign-up": (name) =>
    world.visitor().post("/api/auth/sign-up/email", { ...person, email: `${next()}@example.com`, name }),
  "of a user": (name) => visitor.post("/api/auth/update-user", { name }),
  "of a user by code": (name) =>
    world.visitor().post("/api/auth/sign-in/email-otp", { email: `${next()}@example.com`, otp: "000000", name }),
  "of a platoon": (name) => call(visitor, "create", { name, slug: next() }),
  "of a platoon that changes": (name) =>
    call(platoon.people.owner.visitor, "update", { organizationId: platoon.id, data: { name } }),
  "of a passkey": (name) => member.visitor.post("/api/auth/passkey/update-passkey", { id: member.passkey.id, name }),
  "of a passkey that is registered": (name) =>
    member.visitor.post("/api/auth/passkey/verify-registration", { response: {}, name }),
  "of a passkey before its ceremony": (name) =>
    member.visitor.fetch(`/api/auth/passkey/generate-register-options?name=${encodeURIComponent(name)}`),
};

describe("a name with a control character", () => {
  test.for(Object.entries(ACCOUNT_CALLS))("is refused: %s", async ([, send]) => {
    for (const name of BAD) {
      const answer = await send(name);
      const { message } = await answer.json();
      expect([answer.status, message]).toEqual([400, expect.stringMatching(/^Invalid (body|query) parameters$/)]);
    }
  });

  test.for(["loadout", "folder", "tag", "soldier"])("is refused: of a %s", async (kind) => {
    const loadout = starterLoadout(world.context.arsenals.bf4, "assault");
    const id = () => crypto.randomUUID();
    for (const name of BAD) {
      const saving: Record<string, () => Promise<unknown>> = {
        loadout: () => visitor.trpc.loadout.save.mutate({ id: id(), name, loadout, seenVersion: 0 }),
        tag: () => visitor.trpc.loadout.save.mutate({ id: id(), name: "Mine", tags: [name], loadout, seenVersion: 0 }),
        folder: () => visitor.trpc.folder.save.mutate({ id: id(), name }),
        soldier: () => visitor.trpc.soldier.search.query({ game: "bf4", name }),
      };
      await expect(saving[kind]?.()).rejects.toMatchObject({ data: { fault: { code: "input_invalid" } } });
    }
  });

  test("of a provider's person becomes a plain one", async () => {
    const { internalAdapter } = await world.context.auth.$context;
    const email = `${next()}@example.com`;
    const user = await internalAdapter.createUser({ name: "Al\u001b[2J\nShepard", email }, { method: "oauth" });
    expect(user.name).toBe("Al [2J Shepard");
  });
});

test("a platoon's short name and picture address have a longest length, also when they change", async () => {
  for (const field of [{ slug: "x".repeat(81) }, { logo: `https://example.com/${"x".repeat(2000)}` }]) {
    const changed = { organizationId: platoon.id, data: field };
    const created = { name: "A platoon", slug: next(), ...field };
    expect((await call(visitor, "create", created)).status).toBe(400);
    expect((await call(platoon.people.owner.visitor, "update", changed)).status).toBe(400);
  }
  expect((await call(visitor, "create", { name: "A platoon", slug: "x".repeat(80) })).status).toBe(200);
});
