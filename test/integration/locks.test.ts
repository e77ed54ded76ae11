// @shared
// A call takes a lock, or writes, only after its path, its input and its session are checked.
import { expect, test, vi } from "vitest";
import * as platoonOwners from "#server/features/platoon/platoon-owners.ts";
import { getLink, getNewestMail, signUpAndSignIn } from "#test/harness/accounts.ts";
import { makePlatoon, postOrganization } from "#test/harness/data/platoons.ts";
import { USES_INTERNALS } from "#test/harness/isolation.ts";
import { getUser } from "#test/harness/responses.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

/** Longer than a call waits for a lock before it fails with 503. */
const LOCK_MS = 9500;

/** Takes a lock, as another process would. */
async function takeLock({ context: { db, now } }: World, name: string): Promise<void> {
  const at = now().toISOString();
  const endsAt = new Date(now().getTime() + LOCK_MS).toISOString();
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

test("a call without permission or with invalid input does not wait for the lock of a platoon", async () => {
  await using world = await makeWorld();
  const { id, people } = await makePlatoon(world);
  const { visitor: stranger } = await signUpAndSignIn(world);
  for (const name of ["members", `platoon:${id}`, "platoon:null", "platoon:undefined"]) await takeLock(world, name);
  for (const [name, body] of Object.entries(CHANGES)) {
    const filled = JSON.parse(JSON.stringify(body).replace("ID", id));
    expect([name, (await postOrganization(world.visitor(), name, filled)).status]).toEqual([name, 401]);
    expect([name, (await postOrganization(people.admin.visitor, name, { wrong: true })).status]).toEqual([name, 400]);
    const status = (await postOrganization(stranger, name, filled)).status;
    expect([name, status]).toEqual([name, name === "create" ? 200 : expect.toSatisfy((it) => it >= 400 && it < 404)]);
  }
  // A call of a member waits for the lock, and times out.
  await takeLock(world, `platoon:${id}`);
  expect((await postOrganization(people.member.visitor, "leave", { organizationId: id })).status).toBe(503);
});

test("joining a platoon fails with too_many while the user's platoon lock is taken", async () => {
  await using world = await makeWorld();
  const { id: organizationId, people } = await makePlatoon(world);
  const { visitor } = await signUpAndSignIn(world);
  const input = { organizationId, role: "member", days: 1, uses: 1 } as const;
  const { address } = await people.owner.visitor.trpc.platoon.members.createLink.mutate(input);
  await takeLock(world, platoonOwners.getPlatoonsLock(String((await getUser(visitor)).id)));
  const joining = visitor.trpc.platoon.members.join.mutate({ link: String(new URL(address).searchParams.get("link")) });
  await expect(joining).rejects.toMatchObject({ data: { fault: { code: "too_many" } } });
});

test("the lock of one platoon blocks neither other platoons nor the deletion of an account", async () => {
  await using world = await makeWorld();
  const [firstPlatoon, secondPlatoon] = [await makePlatoon(world), await makePlatoon(world)];
  for (const name of ["members", `platoon:${firstPlatoon.id}`]) await takeLock(world, name);
  expect(
    (await postOrganization(secondPlatoon.people.member.visitor, "leave", { organizationId: secondPlatoon.id })).status,
  ).toBe(200);
  const { visitor, email, memberId } = firstPlatoon.people.owner;
  expect((await visitor.post("/api/auth/delete-user")).status).toBe(200);
  await visitor.fetch(getLink(await getNewestMail({ email }, world)));
  expect(await (await visitor.fetch("/api/auth/get-session")).json()).toBeNull();
  const { db } = world.context;
  const owners = await db
    .selectFrom("member")
    .select("id")
    .where("organizationId", "=", firstPlatoon.id)
    .where("role", "=", "owner")
    .execute();
  expect(owners).toHaveLength(1);
  expect(owners[0]?.id).not.toBe(memberId);
});

test("a change whose follow-up fails releases the lock of its platoon", async () => {
  await using world = await makeWorld({ singleProcess: USES_INTERNALS });
  const { id, people } = await makePlatoon(world);
  const ensureOwner = vi.spyOn(platoonOwners, "ensureOwner").mockRejectedValueOnce(new Error("The follow-up failed."));
  expect((await postOrganization(people.member.visitor, "leave", { organizationId: id })).status).toBe(500);
  expect(ensureOwner).toHaveBeenCalled();
  const { db } = world.context;
  const leases = () => db.selectFrom("lease").select("name").where("name", "=", `platoon:${id}`).execute();
  await expect.poll(leases).toEqual([]);
  expect((await postOrganization(people.admin.visitor, "leave", { organizationId: id })).status).toBe(200);
});

test("an unknown account call leaves no row behind", async () => {
  await using world = await makeWorld();
  const { db } = world.context;
  const visitor = world.visitor();
  const countRows = () => db.selectFrom("budget").select("id").execute();
  // On PostgreSQL, each client has a row in which all processes count its calls; this call creates it.
  await visitor.fetch("/api/auth/ok");
  const before = await countRows();
  for (const path of ["/nothing", "/sign-in/nothing", "/%6eothing", "/organization/nothing", "/ok/more"]) {
    expect((await visitor.fetch(`/api/auth${path}`)).status).toBe(404);
    expect((await visitor.post(`/api/auth${path}`)).status).toBe(404);
  }
  expect((await visitor.fetch("/api/auth/sign-out")).status).toBe(404);
  expect(await countRows()).toEqual(before);
});

test("callbacks of unknown providers share one rate limit row", async () => {
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
