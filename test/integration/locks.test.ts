// @shared
// Nothing is locked or written before a call is known, its input parsed and its session checked.
import { expect, test, vi } from "vitest";
import * as platoonOwners from "#server/features/platoon/platoon-owners.ts";
import { linkIn, newestMailTo, signUpAndIn } from "#test/harness/accounts.ts";
import { getUser } from "#test/harness/answers.ts";
import { call, makePlatoon } from "#test/harness/data/platoons.ts";
import { USES_INTERNALS } from "#test/harness/isolation.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

/** Longer than a call waits for a lock before it answers 503. */
const HELD_MS = 9500;

/** Holds a lock from now on, as another process would. */
async function hold({ context: { db, now } }: World, name: string): Promise<void> {
  const at = now().toISOString();
  const endsAt = new Date(now().getTime() + HELD_MS).toISOString();
  const row = { id: crypto.randomUUID(), name, holder: "elsewhere", endsAt, createdAt: at, updatedAt: at };
  await db
    .insertInto("lease")
    .values(row)
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ endsAt }))
    .execute();
}

const CHANGES = {
  create: { name: "Day Owls", slug: "day-owls" },
  leave: { organizationId: "ID" },
  "remove-member": { organizationId: "ID", memberIdOrEmail: "robin@example.com" },
  "update-member-role": { organizationId: "ID", memberId: "someone", role: "admin" },
  "accept-invitation": { invitationId: "ID" },
} as const;

test("no stranger waits for the lock of a platoon, and none takes it", async () => {
  await using world = await makeWorld();
  const { id, people } = await makePlatoon(world);
  const { visitor: stranger } = await signUpAndIn(world);
  for (const name of ["members", `platoon:${id}`, "platoon:null", "platoon:undefined"]) await hold(world, name);
  for (const [name, body] of Object.entries(CHANGES)) {
    const filled = JSON.parse(JSON.stringify(body).replace("ID", id));
    expect([name, (await call(world.visitor(), name, filled)).status]).toEqual([name, 401]);
    expect([name, (await call(people.admin.visitor, name, { wrong: true })).status]).toEqual([name, 400]);
    const status = (await call(stranger, name, filled)).status;
    expect([name, status]).toEqual([name, name === "create" ? 200 : expect.toSatisfy((it) => it >= 400 && it < 404)]);
  }
  // Who is a member waits for it, in vain.
  await hold(world, `platoon:${id}`);
  expect((await call(people.member.visitor, "leave", { organizationId: id })).status).toBe(503);
});

test("who enters a platoon and is held up by another call of theirs is asked to wait", async () => {
  await using world = await makeWorld();
  const { id: organizationId, people } = await makePlatoon(world);
  const { visitor } = await signUpAndIn(world);
  const input = { organizationId, role: "member", days: 1, uses: 1 } as const;
  const { address } = await people.owner.visitor.trpc.platoon.members.createLink.mutate(input);
  await hold(world, platoonOwners.platoonsLock(String((await getUser(visitor)).id)));
  const joining = visitor.trpc.platoon.members.join.mutate({ link: String(new URL(address).searchParams.get("link")) });
  await expect(joining).rejects.toMatchObject({ data: { fault: { code: "too_many" } } });
});

test("the lock of one platoon holds up no other, and no deletion of an account", async () => {
  await using world = await makeWorld();
  const [one, other] = [await makePlatoon(world), await makePlatoon(world)];
  for (const name of ["members", `platoon:${one.id}`]) await hold(world, name);
  expect((await call(other.people.member.visitor, "leave", { organizationId: other.id })).status).toBe(200);
  const { visitor, email, memberId } = one.people.owner;
  expect((await visitor.post("/api/auth/delete-user")).status).toBe(200);
  await visitor.fetch(linkIn(await newestMailTo({ email }, world)));
  expect(await (await visitor.fetch("/api/auth/get-session")).json()).toBeNull();
  const { db } = world.context;
  const owners = await db
    .selectFrom("member")
    .select("id")
    .where("organizationId", "=", one.id)
    .where("role", "=", "owner")
    .execute();
  expect(owners).toHaveLength(1);
  expect(owners[0]?.id).not.toBe(memberId);
});

test("a change whose follow-up fails releases the lock of its platoon", async () => {
  await using world = await makeWorld({ singleProcess: USES_INTERNALS });
  const { id, people } = await makePlatoon(world);
  const upkeep = vi.spyOn(platoonOwners, "ensureOwner").mockRejectedValueOnce(new Error("The follow-up failed."));
  expect((await call(people.member.visitor, "leave", { organizationId: id })).status).toBe(500);
  expect(upkeep).toHaveBeenCalled();
  const { db } = world.context;
  const leases = () => db.selectFrom("lease").select("name").where("name", "=", `platoon:${id}`).execute();
  await expect.poll(leases).toEqual([]);
  expect((await call(people.admin.visitor, "leave", { organizationId: id })).status).toBe(200);
});

test("an unknown account call leaves no row behind", async () => {
  await using world = await makeWorld();
  const { db } = world.context;
  const visitor = world.visitor();
  const counted = () => db.selectFrom("budget").select("id").execute();
  // On PostgreSQL the calls of each client have a row that all processes count in.
  await visitor.fetch("/api/auth/ok");
  const before = await counted();
  for (const path of ["/nothing", "/sign-in/nothing", "/%6eothing", "/organization/nothing", "/ok/more"]) {
    expect((await visitor.fetch(`/api/auth${path}`)).status).toBe(404);
    expect((await visitor.post(`/api/auth${path}`)).status).toBe(404);
  }
  expect((await visitor.fetch("/api/auth/sign-out")).status).toBe(404);
  expect(await counted()).toEqual(before);
});

test("returns from invented providers share one counter", async () => {
  await using world = await makeWorld();
  const { db } = world.context;
  const visitor = world.visitor();
  const counted = async () => (await db.selectFrom("budget").select("id").execute()).length;
  await visitor.fetch("/api/auth/callback/invented?state=unknown");
  const before = await counted();
  for (let number = 0; number < 5; number += 1)
    await visitor.fetch(`/api/auth/callback/invented-${number}?state=unknown`);
  expect(await counted()).toBe(before);
});
