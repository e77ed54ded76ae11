// @postgres
// Names given by users: control characters and excessive lengths are refused in every call.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStarterLoadout } from "#domain/loadout/starter.ts";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import { makePlatoon, type Platoon, postOrganization } from "#test/harness/data/platoons.ts";
import { signUpWithPasskey } from "#test/harness/identity/passkeys.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

let world: World;
let visitor: Visitor;
let platoon: Platoon;
let member: Awaited<ReturnType<typeof signUpWithPasskey>>;
beforeAll(async () => {
  world = await makeWorld();
  ({ visitor } = await signUpAndSignIn(world));
  platoon = await makePlatoon(world);
  member = await signUpWithPasskey(world);
});
afterAll(() => world[Symbol.asyncDispose]());

const INVALID_NAMES = ["Al\u001b[2J", "Al\u0000", "Al\nBcc: x", "Al\u009b1m", "Al\u2028x", "\u202egpj.exe"];
const person = { password: "correct horse battery" };
let count = 0;
const createName = () => {
  count += 1;
  return `name-${count}`;
};

/** Sends a name with each account call that has one. */
const ACCOUNT_CALLS: Record<string, (name: string) => Promise<Response>> = {
  "of a user at sign-up": (name) =>
    world.visitor().post("/api/auth/sign-up/email", { ...person, email: `${createName()}@example.com`, name }),
  "of a user": (name) => visitor.post("/api/auth/update-user", { name }),
  "of a user by code": (name) =>
    world.visitor().post("/api/auth/sign-in/email-otp", { email: `${createName()}@example.com`, otp: "000000", name }),
  "of a platoon": (name) => postOrganization(visitor, "create", { name, slug: createName() }),
  "of a platoon that changes": (name) =>
    postOrganization(platoon.people.owner.visitor, "update", { organizationId: platoon.id, data: { name } }),
  "of a passkey": (name) => member.visitor.post("/api/auth/passkey/update-passkey", { id: member.passkey.id, name }),
  "of a passkey that is registered": (name) =>
    member.visitor.post("/api/auth/passkey/verify-registration", { response: {}, name }),
  "of a passkey before its ceremony": (name) =>
    member.visitor.fetch(`/api/auth/passkey/generate-register-options?name=${encodeURIComponent(name)}`),
};

describe("a name with a control character", () => {
  test.for(Object.entries(ACCOUNT_CALLS))("is refused: %s", async ([, send]) => {
    for (const name of INVALID_NAMES) {
      const response = await send(name);
      const { message } = await response.json();
      expect([response.status, message]).toEqual([400, expect.stringMatching(/^Invalid (body|query) parameters$/)]);
    }
  });

  test.for(["loadout", "folder", "tag", "soldier"])("is refused: of a %s", async (kind) => {
    const loadout = createStarterLoadout(world.context.arsenals.bf4, "assault");
    const id = () => crypto.randomUUID();
    for (const name of INVALID_NAMES) {
      const saving: Record<string, () => Promise<unknown>> = {
        loadout: () => visitor.trpc.loadout.save.mutate({ id: id(), name, loadout, seenVersion: 0 }),
        tag: () => visitor.trpc.loadout.save.mutate({ id: id(), name: "Mine", tags: [name], loadout, seenVersion: 0 }),
        folder: () => visitor.trpc.folder.save.mutate({ id: id(), name }),
        soldier: () => visitor.trpc.soldier.search.query({ game: "bf4", name }),
      };
      await expect(saving[kind]?.()).rejects.toMatchObject({ data: { fault: { code: "input_invalid" } } });
    }
  });

  test("that a provider reports has the control characters replaced", async () => {
    const { internalAdapter } = await world.context.auth.$context;
    const email = `${createName()}@example.com`;
    const user = await internalAdapter.createUser({ name: "Al\u001b[2J\nShepard", email }, { method: "oauth" });
    expect(user.name).toBe("Al [2J Shepard");
  });
});

const VALID_PICTURES = [
  ...["https://pictures.example/ä.png?b=1#c", "HTTP://pictures.example", "/api/avatar/x", "/favicon.svg"],
  `https://pictures.example/${"x".repeat(1900)}`,
];
const INVALID_PICTURES = [
  ...["javascript:alert(1)", "JAVASCRIPT:alert(1)", " javascript:alert(1)", "java\tscript:alert(1)", "vbscript:x"],
  ...["data:image/png;base64,AAAA", "data:text/html,x", "blob:https://pictures.example/1", "file:///etc/passwd"],
  ...["//pictures.example/a.png", "/\\pictures.example/a.png", "\\\\pictures.example", "/a/../b", "a.png", "", "x"],
  ...[
    "https:/pictures.example",
    "https:pictures.example",
    "https://",
    "https:///a.png",
    "http://[::1",
    "https://a b/c",
  ],
  ...[
    "ftp://pictures.example/a.png",
    "https://pictures.example/\n.png",
    `https://pictures.example/${"x".repeat(2000)}`,
  ],
];

/** Sends the address of a picture with each account call that has one. */
const PICTURE_CALLS: Record<string, (address: string) => Promise<Response>> = {
  "of a user at sign-up": (image) =>
    world
      .visitor()
      .post("/api/auth/sign-up/email", { ...person, email: `${createName()}@example.com`, name: "Al", image }),
  "of a user": (image) => visitor.post("/api/auth/update-user", { image }),
  "of a platoon": (logo) =>
    postOrganization(platoon.people.owner.visitor, "create", { name: "Owls", slug: createName(), logo }),
  "of a platoon that changes": (logo) =>
    postOrganization(platoon.people.owner.visitor, "update", { organizationId: platoon.id, data: { logo } }),
};

describe("the address of a picture", () => {
  test.for(Object.entries(PICTURE_CALLS))("must be a web address or a path of this site: %s", async ([, send]) => {
    for (const address of VALID_PICTURES) expect([address, (await send(address)).status]).toEqual([address, 200]);
    for (const address of INVALID_PICTURES) {
      const response = await send(address);
      const { message } = await response.json();
      expect([address, response.status, message]).toEqual([address, 400, "Invalid body parameters"]);
    }
  });

  test("is left out when a provider's profile has an invalid one, and the sign-in succeeds", async () => {
    const { internalAdapter } = await world.context.auth.$context;
    const signUp = async (image: string | null) => {
      const email = `${createName()}@example.com`;
      return (await internalAdapter.createUser({ name: "Al", email, image }, { method: "oauth" })).image ?? null;
    };
    const photo = "data:image/jpeg;base64, AAAA";
    for (const image of ["https://pictures.example/a.png", photo, null]) expect(await signUp(image)).toBe(image);
    const others = ["javascript:alert(1)", "data:text/html,x", `${photo}"x`, photo + "A".repeat(20_000), "//x/a.png"];
    for (const image of others) expect(await signUp(image)).toBeNull();
  });
});

test("a platoon's short name and picture address are limited in length, also when they change", async () => {
  for (const field of [{ slug: "x".repeat(81) }, { logo: `https://example.com/${"x".repeat(2000)}` }]) {
    const changed = { organizationId: platoon.id, data: field };
    const created = { name: "A platoon", slug: createName(), ...field };
    expect((await postOrganization(visitor, "create", created)).status).toBe(400);
    expect((await postOrganization(platoon.people.owner.visitor, "update", changed)).status).toBe(400);
  }
  expect((await postOrganization(visitor, "create", { name: "A platoon", slug: "x".repeat(80) })).status).toBe(200);
});
