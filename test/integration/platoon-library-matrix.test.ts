// Who may make which of the account library's calls on a platoon: every call, by everyone who is or is not in it.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CLOSED_PLATOON_CALLS } from "#server/features/platoon/organizations.ts";
import { signUpAndIn } from "#test/harness/accounts.ts";
import { getUser } from "#test/harness/answers.ts";
import { guest } from "#test/harness/data/lockers.ts";
import { type ByCaller, CALLERS, type Caller, call } from "#test/harness/data/platoons.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const DAY_MS = 24 * 60 * 60_000;
type Target = { id: string; slug: string; memberId: string; invitationId: string };
/** Its input for a platoon, and its status for each of `CALLERS`. */
type LibraryCall = [method: "GET" | "POST", input: (target: Target) => Record<string, unknown>, statuses: number[]];

const of = ({ id }: Target) => ({ organizationId: id });
const ofInvitation = ({ invitationId }: Target) => ({ invitationId });
const BY_MEMBERS = [401, 403, 403, 403, 403, 200, 200, 200];
const BY_MANAGERS = [401, 400, 400, 400, 400, 403, 200, 200];
const BY_INVITED = [401, 403, 403, 200, 403, 403, 403, 403];
/** In an order in which `get-active-member` finds what `set-active` left, and where that is refused, what `create` did. */
const LIBRARY: Record<string, LibraryCall> = {
  create: ["POST", ({ slug }) => ({ name: "Owls", slug: `new-${slug}` }), [401, 403, 200, 200, 200, 200, 200, 200]],
  update: ["POST", (target) => ({ ...of(target), data: { name: "Dawn" } }), BY_MANAGERS],
  delete: ["POST", of, [401, 400, 400, 400, 400, 403, 403, 200]],
  "set-active": ["POST", of, BY_MEMBERS],
  "get-active-member": ["GET", () => ({}), [401, 400, 200, 200, 200, 200, 200, 200]],
  "get-full-organization": ["GET", of, BY_MEMBERS],
  list: ["GET", () => ({}), [401, 200, 200, 200, 200, 200, 200, 200]],
  "list-members": ["GET", of, BY_MEMBERS],
  "has-permission": [
    "POST",
    (target) => ({ ...of(target), permissions: { organization: ["update"] } }),
    [401, 401, 401, 401, 401, 200, 200, 200],
  ],
  "invite-member": [
    "POST",
    (target) => ({ ...of(target), email: `${randomUUID()}@example.com`, role: "member" }),
    BY_MANAGERS,
  ],
  "cancel-invitation": ["POST", ofInvitation, BY_MANAGERS],
  "get-invitation": ["GET", ({ invitationId }) => ({ id: invitationId }), BY_INVITED],
  "accept-invitation": ["POST", ofInvitation, BY_INVITED],
  "reject-invitation": ["POST", ofInvitation, BY_INVITED],
  "list-invitations": ["GET", of, [401, 403, 403, 403, 403, 403, 200, 200]],
  // Without a session the library asks for the address, which no client may give.
  "list-user-invitations": ["GET", () => ({}), [400, 403, 200, 200, 200, 200, 200, 200]],
  "update-member-role": [
    "POST",
    (target) => ({ ...of(target), memberId: target.memberId, role: "admin" }),
    BY_MANAGERS,
  ],
  "remove-member": [
    "POST",
    (target) => ({ ...of(target), memberIdOrEmail: target.memberId }),
    [401, 400, 400, 400, 400, 401, 200, 200],
  ],
  // A platoon keeps its only owner.
  leave: ["POST", of, [401, 400, 400, 400, 400, 200, 200, 400]],
};
type Person = { visitor: Visitor; userId: string; email: string };
let world: World;
let people: ByCaller<Person>;
beforeAll(async () => {
  world = await makeWorld();
  const signUp = async () => {
    const { visitor, account } = await signUpAndIn(world);
    return { visitor, userId: String((await getUser(visitor)).id), email: account.email };
  };
  const noUser = { userId: "", email: "" };
  people = {
    signedOut: { ...noUser, visitor: world.visitor() },
    guest: { ...noUser, visitor: await guest(world) },
    ...{ outsider: await signUp(), invited: await signUp(), removed: await signUp() },
    ...{ member: await signUp(), admin: await signUp(), owner: await signUp() },
  };
});

afterAll(() => world[Symbol.asyncDispose]());

/** A platoon for one call, so that none finds what another one left; the removed person was its member. */
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
  expect((await call(people.owner.visitor, "remove-member", removal)).status).toBe(200);
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
  const open = Object.keys(LIBRARY).map((name) => `/organization/${name}`);
  expect(paths.filter((path) => path.startsWith("/organization/")).toSorted()).toEqual(
    [...open, ...CLOSED_PLATOON_CALLS].toSorted(),
  );
  for (const path of CLOSED_PLATOON_CALLS)
    for (const method of ["GET", "POST"]) {
      const answer = await people.owner.visitor.fetch(`/api/auth${path}`, { method });
      expect(answer.status, `${method} ${path}`).toBe(404);
    }
});

function send(visitor: Visitor, name: string, method: "GET" | "POST", input: Record<string, unknown>) {
  const path = `/api/auth/organization/${name}`;
  const query = new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]));
  return method === "POST" ? visitor.post(path, input) : visitor.fetch(`${path}?${query}`);
}

test.for(Object.entries(LIBRARY))("%s is answered by who calls it", async ([name, [method, input, statuses]]) => {
  const answered: number[] = [];
  for (const who of CALLERS) {
    const target = await insertPlatoon();
    const answer = await send(people[who].visitor, name, method, input(target));
    answered.push(answer.status);
    const text = await answer.text();
    if (!answer.ok) for (const secret of [target.slug, "Night Owls", "@example"]) expect(text).not.toContain(secret);
  }
  expect(answered).toEqual(statuses);
});

test("a call finds of a deleted platoon, named or active, what it finds of one that is purged, and changes nothing", async () => {
  const { db } = world.context;
  const [deleted, purged] = [await insertPlatoon(), await insertPlatoon()];
  const tables = ["member", "invitation", "team"] as const;
  const read = ({ id }: Target) =>
    Promise.all(tables.map((table) => db.selectFrom(table).selectAll().where("organizationId", "=", id).execute()));
  for (const target of [deleted, purged])
    expect((await call(people.owner.visitor, "delete", of(target))).status).toBe(200);
  const before = await read(deleted);
  expect(before.map((rows) => rows.length)).toEqual([3, 1, 0]);
  for (const table of tables) await db.deleteFrom(table).where("organizationId", "=", purged.id).execute();
  await db.deleteFrom("deletedPlatoon").where("id", "=", purged.id).execute();

  /** Of a call by someone whose session has the platoon as its active one. */
  const getAnswer = async (who: Caller, name: string, target: Target, isNamed: boolean) => {
    const { visitor, userId } = people[who];
    await db.updateTable("session").set({ activeOrganizationId: target.id }).where("userId", "=", userId).execute();
    const [method, input] = LIBRARY[name] as LibraryCall;
    const { organizationId, ...others } = input(target);
    const answer = await send(visitor, name, method, isNamed ? input(target) : others);
    const text = (await answer.text()).replaceAll(target.id, "").replaceAll(target.slug, "");
    const session = db.selectFrom("session").select("activeOrganizationId").where("userId", "=", userId);
    const [{ activeOrganizationId } = { activeOrganizationId: null }] = await session.execute();
    return [answer.status, text, activeOrganizationId === target.id];
  };
  for (const [name, [, input]] of Object.entries(LIBRARY).filter(([one]) => one !== "create"))
    for (const who of [name.includes("invitation") ? "invited" : "member", "owner"] as const)
      for (const isNamed of "organizationId" in input(deleted) ? [true, false] : [true])
        expect(await getAnswer(who, name, deleted, isNamed), `${name} by the ${who}`).toEqual(
          await getAnswer(who, name, purged, isNamed),
        );
  expect(await read(deleted)).toEqual(before);
  // The owner is in one platoon for each call of this file, which are too many.
  const others = db.deleteFrom("member").where("userId", "=", people.owner.userId);
  await others.where("organizationId", "!=", deleted.id).execute();
  const { members } = people.owner.visitor.trpc.platoon;
  expect(await members.restorePlatoon.mutate({ id: deleted.id })).toEqual({ id: deleted.id, slug: deleted.slug });
  const [status] = await getAnswer("member", "get-active-member", deleted, true);
  expect(status).toBe(200);
});

/** The calls that take a platoon's address in the place of its id. */
const BY_ADDRESS = ["set-active", "get-full-organization", "list-members"];

test("a person who is not in a platoon gets the same answer whether or not there is one, and has the same active one after it", async () => {
  const { db } = world.context;
  const [own, present] = [await insertPlatoon(), await insertPlatoon()];
  const random = randomUUID();
  const missing = { id: random, slug: `owls-${random}`, memberId: random, invitationId: random };
  const names = Object.keys(LIBRARY).filter((name) => !name.includes("invitation") && name !== "create");
  const calls = [...names.map((name) => [name, false] as const), ...BY_ADDRESS.map((name) => [name, true] as const)];
  for (const who of ["signedOut", "guest", "outsider", "removed"] as const) {
    // The calls of a minute are used up otherwise.
    await db.deleteFrom("budget").execute();
    const { visitor, userId } = people[who];
    for (const active of [null, "another", "named"])
      for (const [name, isByAddress] of calls) {
        const [method, input] = LIBRARY[name] as LibraryCall;
        const getAnswer = async (target: Target) => {
          const activeOrganizationId = active === "named" ? target.id : active && own.id;
          await db.updateTable("session").set({ activeOrganizationId }).where("userId", "=", userId).execute();
          const given = isByAddress ? { organizationSlug: target.slug } : input(target);
          const answer = await send(visitor, name, method, given);
          const session = db.selectFrom("session").select("activeOrganizationId").where("userId", "=", userId);
          const after = (await session.execute()).map(({ activeOrganizationId: id }) => id === target.id);
          return [answer.status, await answer.text(), after];
        };
        const what = `${name} by the ${who}, by ${isByAddress ? "address" : "id"}, ${active} active`;
        expect(await getAnswer(present), what).toEqual(await getAnswer(missing));
      }
  }
});

test("set-active with an id and an address goes by the id, and get-full-organization by the address", async () => {
  await world.context.db.deleteFrom("budget").execute();
  const { visitor } = people.member;
  const [own, foreign] = [await insertPlatoon(), await insertPlatoon()];
  await world.context.db.deleteFrom("member").where("id", "=", foreign.memberId).execute();
  const both = (id: Target, slug: Target) => ({ organizationId: id.id, organizationSlug: slug.slug });
  const getStatus = async (name: string, method: "GET" | "POST", input: Record<string, unknown>) =>
    (await send(visitor, name, method, input)).status;
  expect([
    await getStatus("set-active", "POST", both(own, foreign)),
    await getStatus("set-active", "POST", both(foreign, own)),
    await getStatus("get-full-organization", "GET", both(own, foreign)),
    await getStatus("get-full-organization", "GET", both(foreign, own)),
    await getStatus("set-active", "POST", { ...both(foreign, foreign), organizationId: null }),
  ]).toEqual([200, 403, 403, 200, 200]);
});
