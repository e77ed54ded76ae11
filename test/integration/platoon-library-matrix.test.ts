// Access control of the account library's platoon calls: every call, by every kind of caller.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CLOSED_PLATOON_CALLS } from "#server/features/platoon/organizations.ts";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import { createGuest } from "#test/harness/data/lockers.ts";
import { type ByCaller, CALLERS, type Caller, postOrganization } from "#test/harness/data/platoons.ts";
import { getUser } from "#test/harness/responses.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const DAY_MS = 24 * 60 * 60_000;
type Target = { id: string; slug: string; memberId: string; invitationId: string };
/** The method, the input for a platoon, and the expected status for each of `CALLERS`. */
type LibraryCall = [method: "GET" | "POST", input: (target: Target) => Record<string, unknown>, statuses: number[]];

const getIdInput = ({ id }: Target) => ({ organizationId: id });
const getInvitationInput = ({ invitationId }: Target) => ({ invitationId });
const MEMBER_STATUSES = [401, 403, 403, 403, 403, 200, 200, 200];
const MANAGER_STATUSES = [401, 400, 400, 400, 400, 403, 200, 200];
const INVITED_STATUSES = [401, 403, 403, 200, 403, 403, 403, 403];
/** The order matters: `get-active-member` finds the platoon that `set-active` stored, or else the one of `create`. */
const LIBRARY_CALLS: Record<string, LibraryCall> = {
  create: ["POST", ({ slug }) => ({ name: "Owls", slug: `new-${slug}` }), [401, 403, 200, 200, 200, 200, 200, 200]],
  update: ["POST", (target) => ({ ...getIdInput(target), data: { name: "Dawn" } }), MANAGER_STATUSES],
  delete: ["POST", getIdInput, [401, 400, 400, 400, 400, 403, 403, 200]],
  "set-active": ["POST", getIdInput, MEMBER_STATUSES],
  "get-active-member": ["GET", () => ({}), [401, 400, 200, 200, 200, 200, 200, 200]],
  "get-full-organization": ["GET", getIdInput, MEMBER_STATUSES],
  list: ["GET", () => ({}), [401, 200, 200, 200, 200, 200, 200, 200]],
  "list-members": ["GET", getIdInput, MEMBER_STATUSES],
  "has-permission": [
    "POST",
    (target) => ({ ...getIdInput(target), permissions: { organization: ["update"] } }),
    [401, 401, 401, 401, 401, 200, 200, 200],
  ],
  "invite-member": [
    "POST",
    (target) => ({ ...getIdInput(target), email: `${randomUUID()}@example.com`, role: "member" }),
    MANAGER_STATUSES,
  ],
  "cancel-invitation": ["POST", getInvitationInput, MANAGER_STATUSES],
  "get-invitation": ["GET", ({ invitationId }) => ({ id: invitationId }), INVITED_STATUSES],
  "accept-invitation": ["POST", getInvitationInput, INVITED_STATUSES],
  "reject-invitation": ["POST", getInvitationInput, INVITED_STATUSES],
  "list-invitations": ["GET", getIdInput, [401, 403, 403, 403, 403, 403, 200, 200]],
  // Without a session, the library requires an e-mail address, which clients may not send.
  "list-user-invitations": ["GET", () => ({}), [400, 403, 200, 200, 200, 200, 200, 200]],
  "update-member-role": [
    "POST",
    (target) => ({ ...getIdInput(target), memberId: target.memberId, role: "admin" }),
    MANAGER_STATUSES,
  ],
  "remove-member": [
    "POST",
    (target) => ({ ...getIdInput(target), memberIdOrEmail: target.memberId }),
    [401, 400, 400, 400, 400, 401, 200, 200],
  ],
  // A platoon keeps its only owner.
  leave: ["POST", getIdInput, [401, 400, 400, 400, 400, 200, 200, 400]],
};
type Person = { visitor: Visitor; userId: string; email: string };
let world: World;
let people: ByCaller<Person>;
beforeAll(async () => {
  world = await makeWorld();
  const signUp = async () => {
    const { visitor, account } = await signUpAndSignIn(world);
    return { visitor, userId: String((await getUser(visitor)).id), email: account.email };
  };
  const noUser = { userId: "", email: "" };
  people = {
    signedOut: { ...noUser, visitor: world.visitor() },
    guest: { ...noUser, visitor: await createGuest(world) },
    ...{ outsider: await signUp(), invited: await signUp(), removed: await signUp() },
    ...{ member: await signUp(), admin: await signUp(), owner: await signUp() },
  };
});

afterAll(() => world[Symbol.asyncDispose]());

/** Inserts a new platoon for each call, so that calls do not affect each other. It has a removed member. */
async function insertPlatoon(): Promise<Target> {
  const { db } = world.context;
  const at = new Date();
  const times = { createdAt: at, updatedAt: at };
  const [id, memberId, invitationId] = [randomUUID(), randomUUID(), randomUUID()];
  const organization = { id, slug: `owls-${id}`, name: "Night Owls", logo: null, metadata: null };
  await db
    .insertInto("organization")
    .values({ ...organization, ...times })
    .execute();
  const removedId = randomUUID();
  const members = ([["member", memberId], ["removed", removedId], ["admin"], ["owner"]] as const).map(
    ([who, personId = randomUUID()]) => ({
      ...{ organizationId: id, role: who === "removed" ? "member" : who, userId: people[who].userId, ...times },
      id: personId,
    }),
  );
  await db.insertInto("member").values(members).execute();
  const removal = { organizationId: id, memberIdOrEmail: removedId };
  expect((await postOrganization(people.owner.visitor, "remove-member", removal)).status).toBe(200);
  const invitation = { organizationId: id, inviterId: people.owner.userId, role: "member", teamId: null };
  await db
    .insertInto("invitation")
    .values({
      ...{ ...invitation, id: invitationId, email: people.invited.email, status: "pending" },
      ...{ expiresAt: new Date(at.getTime() + DAY_MS), ...times },
    })
    .execute();
  return { id, slug: organization.slug, memberId, invitationId };
}

test("a call is in the matrix, or closed to everyone", async () => {
  const endpoints: object[] = Object.values(world.context.auth.api);
  const paths = endpoints.map((endpoint) => String(Reflect.get(endpoint, "path")));
  const open = Object.keys(LIBRARY_CALLS).map((name) => `/organization/${name}`);
  expect(paths.filter((path) => path.startsWith("/organization/")).toSorted()).toEqual(
    [...open, ...CLOSED_PLATOON_CALLS].toSorted(),
  );
  for (const path of CLOSED_PLATOON_CALLS)
    for (const method of ["GET", "POST"]) {
      const response = await people.owner.visitor.fetch(`/api/auth${path}`, { method });
      expect(response.status, `${method} ${path}`).toBe(404);
    }
});

function send(visitor: Visitor, name: string, method: "GET" | "POST", input: Record<string, unknown>) {
  const path = `/api/auth/organization/${name}`;
  const query = new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]));
  return method === "POST" ? visitor.post(path, input) : visitor.fetch(`${path}?${query}`);
}

test.for(Object.entries(LIBRARY_CALLS))(
  "%s has the expected status for each caller",
  async ([name, [method, input, statuses]]) => {
    const answered: number[] = [];
    for (const who of CALLERS) {
      const target = await insertPlatoon();
      const response = await send(people[who].visitor, name, method, input(target));
      answered.push(response.status);
      const text = await response.text();
      if (!response.ok)
        for (const secret of [target.slug, "Night Owls", "@example"]) expect(text).not.toContain(secret);
    }
    expect(answered).toEqual(statuses);
  },
);

test("a call on a deleted platoon, named or active, gets the response for a purged one and changes nothing", async () => {
  const { db } = world.context;
  const [deleted, purged] = [await insertPlatoon(), await insertPlatoon()];
  const tables = ["member", "invitation", "team"] as const;
  const read = ({ id }: Target) =>
    Promise.all(tables.map((table) => db.selectFrom(table).selectAll().where("organizationId", "=", id).execute()));
  for (const target of [deleted, purged])
    expect((await postOrganization(people.owner.visitor, "delete", getIdInput(target))).status).toBe(200);
  const before = await read(deleted);
  expect(before.map((rows) => rows.length)).toEqual([3, 1, 0]);
  for (const table of tables) await db.deleteFrom(table).where("organizationId", "=", purged.id).execute();
  await db.deleteFrom("deletedPlatoon").where("id", "=", purged.id).execute();

  /** Makes a call with a session in which the platoon is active. */
  const getResponse = async (who: Caller, name: string, target: Target, isNamed: boolean) => {
    const { visitor, userId } = people[who];
    await db.updateTable("session").set({ activeOrganizationId: target.id }).where("userId", "=", userId).execute();
    const [method, input] = LIBRARY_CALLS[name] as LibraryCall;
    const { organizationId, ...others } = input(target);
    const response = await send(visitor, name, method, isNamed ? input(target) : others);
    const text = (await response.text()).replaceAll(target.id, "").replaceAll(target.slug, "");
    const session = db.selectFrom("session").select("activeOrganizationId").where("userId", "=", userId);
    const [{ activeOrganizationId } = { activeOrganizationId: null }] = await session.execute();
    return [response.status, text, activeOrganizationId === target.id];
  };
  for (const [name, [, input]] of Object.entries(LIBRARY_CALLS).filter(([one]) => one !== "create"))
    for (const who of [name.includes("invitation") ? "invited" : "member", "owner"] as const)
      for (const isNamed of "organizationId" in input(deleted) ? [true, false] : [true])
        expect(await getResponse(who, name, deleted, isNamed), `${name} by the ${who}`).toEqual(
          await getResponse(who, name, purged, isNamed),
        );
  expect(await read(deleted)).toEqual(before);
  // The owner is in one platoon per call of this file, which exceeds the limit.
  const others = db.deleteFrom("member").where("userId", "=", people.owner.userId);
  await others.where("organizationId", "!=", deleted.id).execute();
  const { members } = people.owner.visitor.trpc.platoon;
  expect(await members.restorePlatoon.mutate({ id: deleted.id })).toEqual({ id: deleted.id, slug: deleted.slug });
  const [status] = await getResponse("member", "get-active-member", deleted, true);
  expect(status).toBe(200);
});

/** The calls that accept a platoon's address instead of its id. */
const ADDRESS_CALLS = ["set-active", "get-full-organization", "list-members"];

test("an outsider gets the same response and the same active platoon whether or not the platoon exists", async () => {
  const { db } = world.context;
  const [own, present] = [await insertPlatoon(), await insertPlatoon()];
  const random = randomUUID();
  const missing = { id: random, slug: `owls-${random}`, memberId: random, invitationId: random };
  const names = Object.keys(LIBRARY_CALLS).filter((name) => !name.includes("invitation") && name !== "create");
  const calls = [...names.map((name) => [name, false] as const), ...ADDRESS_CALLS.map((name) => [name, true] as const)];
  for (const who of ["signedOut", "guest", "outsider", "removed"] as const) {
    // Otherwise the rate limit per minute would be exceeded.
    await db.deleteFrom("budget").execute();
    const { visitor, userId } = people[who];
    for (const active of [null, "another", "named"])
      for (const [name, isByAddress] of calls) {
        const [method, input] = LIBRARY_CALLS[name] as LibraryCall;
        const getResponse = async (target: Target) => {
          const activeOrganizationId = active === "named" ? target.id : active && own.id;
          await db.updateTable("session").set({ activeOrganizationId }).where("userId", "=", userId).execute();
          const given = isByAddress ? { organizationSlug: target.slug } : input(target);
          const response = await send(visitor, name, method, given);
          const session = db.selectFrom("session").select("activeOrganizationId").where("userId", "=", userId);
          const after = (await session.execute()).map(({ activeOrganizationId: id }) => id === target.id);
          return [response.status, await response.text(), after];
        };
        const what = `${name} by the ${who}, by ${isByAddress ? "address" : "id"}, ${active} active`;
        expect(await getResponse(present), what).toEqual(await getResponse(missing));
      }
  }
});

test("given both an id and an address, set-active uses the id, and get-full-organization the address", async () => {
  await world.context.db.deleteFrom("budget").execute();
  const { visitor } = people.member;
  const [own, foreign] = [await insertPlatoon(), await insertPlatoon()];
  await world.context.db.deleteFrom("member").where("id", "=", foreign.memberId).execute();
  const createInput = (id: Target, slug: Target) => ({ organizationId: id.id, organizationSlug: slug.slug });
  const getStatus = async (name: string, method: "GET" | "POST", input: Record<string, unknown>) =>
    (await send(visitor, name, method, input)).status;
  expect([
    await getStatus("set-active", "POST", createInput(own, foreign)),
    await getStatus("set-active", "POST", createInput(foreign, own)),
    await getStatus("get-full-organization", "GET", createInput(own, foreign)),
    await getStatus("get-full-organization", "GET", createInput(foreign, own)),
    await getStatus("set-active", "POST", { ...createInput(foreign, foreign), organizationId: null }),
  ]).toEqual([200, 403, 403, 200, 200]);
});
