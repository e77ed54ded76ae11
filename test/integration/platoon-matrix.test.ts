// Who may make which call on a platoon: every call, by everyone who is or is not in it.
import { expect, test } from "vitest";
import { appRouter } from "#server/router.ts";
import { signUpAndIn } from "#test/harness/accounts.ts";
import { guest } from "#test/harness/data/lockers.ts";
import { OWN_CALLS, ownerOfEverything } from "#test/harness/data/owned.ts";
import { call, invited } from "#test/harness/data/platoons.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

/** What only some members may do, and what everyone else in the platoon is answered. */
const MANAGERS = {
  "platoon.locker.decide": "platoon_managers_only",
  "platoon.members.createLink": "platoon_managers_only",
  "platoon.squad.save": "platoon_managers_only",
  "platoon.squad.remove": "platoon_managers_only",
};
const REFUSED: Readonly<Record<"member" | "admin", Readonly<Record<string, string>>>> = {
  member: {
    ...MANAGERS,
    "platoon.members.revokeLink": "platoon_managers_only",
    "platoon.members.links": "platoon_missing",
    "platoon.members.transfer": "platoon_owners_only",
    // What others brought or published.
    "platoon.locker.edit": "platoon_managers_only",
    "platoon.locker.restore": "platoon_loadout_changed",
    "platoon.locker.remove": "platoon_managers_only",
    "platoon.sheet.save": "platoon_managers_only",
    "platoon.sheet.setOpen": "platoon_managers_only",
    "platoon.sheet.remove": "platoon_managers_only",
    // Of a squad they are not in.
    "platoon.squadPlan.add": "platoon_managers_only",
    "platoon.squadPlan.remove": "platoon_managers_only",
  },
  admin: { "platoon.members.transfer": "platoon_owners_only" },
};
/** The codes by which a call is refused for who makes it. */
const REFUSALS = ["signed_out", "platoon_missing", "platoon_managers_only", "platoon_owners_only"];

type Owned = Awaited<ReturnType<typeof ownerOfEverything>>;

async function joined(world: World, by: Visitor, organizationId: string, role: string): Promise<Visitor> {
  const { visitor, invitationId } = await invited(world, by, organizationId, role);
  expect((await call(visitor, "accept-invitation", { invitationId })).status).toBe(200);
  return visitor;
}

async function removed(world: World, by: Visitor, organizationId: string): Promise<Visitor> {
  const visitor = await joined(world, by, organizationId, "member");
  expect((await call(visitor, "leave", { organizationId })).status).toBe(200);
  return visitor;
}

const getKind = (path: string): string => Object(Object(appRouter._def.procedures)[path])._def.type;

/** The code a call is refused with; null where it is not. */
async function getCode(visitor: Visitor, path: string, input: unknown): Promise<string | null> {
  const address = `/api/trpc/${path}`;
  const answer =
    getKind(path) === "mutation"
      ? await visitor.post(address, input)
      : await visitor.fetch(`${address}?input=${encodeURIComponent(JSON.stringify(input))}`);
  const { error } = await answer.json();
  return error?.data.fault?.code ?? null;
}

const isOnPlatoon = (input: unknown): boolean =>
  typeof input === "object" && input !== null && "organizationId" in input;

test("every call on a platoon answers by who makes it", { timeout: 120_000 }, async () => {
  await using world = await makeWorld();
  const own: Owned = await ownerOfEverything(world);
  const { organizationId } = own.platoon;
  const by = own.visitor;
  const outside = {
    outsider: (await signUpAndIn(world)).visitor,
    invited: (await invited(world, by, organizationId, "member")).visitor,
    removed: await removed(world, by, organizationId),
    guest: await guest(world),
  };
  const inside = {
    member: await joined(world, by, organizationId, "member"),
    admin: await joined(world, by, organizationId, "admin"),
  };
  const calls = Object.entries(OWN_CALLS)
    .filter(([path]) => path.startsWith("platoon."))
    .map(([path, inputOf]) => [path, inputOf(own)] as const)
    .filter(([, input]) => isOnPlatoon(input));
  expect(calls.length).toBeGreaterThanOrEqual(15);
  for (const [path, input] of calls) {
    expect(await getCode(world.visitor(), path, input), `${path}, signed out`).toBe("signed_out");
    for (const [who, visitor] of Object.entries(outside)) {
      expect(await getCode(visitor, path, input), `${path}, ${who}`).toBe("platoon_missing");
    }
    const memberCode = await getCode(inside.member, path, input);
    const expected = REFUSED.member[path];
    if (expected) expect(memberCode, `${path}, member`).toBe(expected);
    else expect(REFUSALS, `${path}, member`).not.toContain(memberCode);
  }
  for (const [path, input] of calls) {
    const code = await getCode(inside.admin, path, input);
    const expected = REFUSED.admin[path];
    if (expected) expect(code, `${path}, admin`).toBe(expected);
    else expect(REFUSALS, `${path}, admin`).not.toContain(code);
  }
  for (const [path, input] of calls) {
    expect(REFUSALS, `${path}, owner`).not.toContain(await getCode(by, path, input));
  }
});
