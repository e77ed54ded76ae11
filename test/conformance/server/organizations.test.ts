// The specification's §6 (roles) and §7 (organization calls): the permissions of each role.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import {
  getOrganization,
  inviteUser,
  makePlatoon,
  type Person,
  type Platoon,
  postOrganization,
  ROLES,
  type Role,
  saveSquad,
} from "#test/harness/data/platoons.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

/** The specification's table of permissions. */
const TABLE: Record<string, Record<string, readonly Role[]>> = {
  organization: { update: ["owner", "admin"], delete: ["owner"] },
  member: { create: ["owner", "admin"], update: ["owner", "admin"], delete: ["owner", "admin"] },
  invitation: { create: ["owner", "admin"], cancel: ["owner", "admin"] },
  team: { create: ["owner", "admin"], update: ["owner", "admin"], delete: ["owner", "admin"] },
  ac: {
    create: ["owner", "admin"],
    read: ["owner", "admin", "member"],
    update: ["owner", "admin"],
    delete: ["owner", "admin"],
  },
};
const CELLS = Object.entries(TABLE).flatMap(([resource, actions]) =>
  Object.entries(actions).flatMap(([action, allowed]) =>
    ROLES.map((role) => [role, action, resource, allowed.includes(role)] as const),
  ),
);

let world: World;
let platoon: Platoon;
let stranger: Visitor;
beforeAll(async () => {
  world = await makeWorld();
  platoon = await makePlatoon(world);
  stranger = (await signUpAndSignIn(world)).visitor;
});
afterAll(() => world[Symbol.asyncDispose]());

describe("§6 the table of permissions", () => {
  test.for(CELLS)("the permission of %s to %s %s is %s", async ([role, action, resource, allowed]) => {
    const { visitor } = platoon.people[role];
    const permissions = { [resource]: [action] };
    const response = await postOrganization(visitor, "has-permission", { permissions, organizationId: platoon.id });
    expect(await response.json()).toMatchObject({ success: allowed });
  });

  test.for(
    Object.entries(TABLE).flatMap(([resource, actions]) =>
      Object.keys(actions).map((action) => [action, resource] as const),
    ),
  )("a stranger and a signed-out visitor have no permission to %s %s", async ([action, resource]) => {
    const input = { permissions: { [resource]: [action] }, organizationId: platoon.id };
    expect((await postOrganization(stranger, "has-permission", input)).status).toBe(401);
    expect((await postOrganization(world.visitor(), "has-permission", input)).status).toBe(401);
  });

  test("requires every one of several actions: actions combined by AND and OR", async () => {
    const permissions = { ac: ["read", "delete"] };
    const response = await postOrganization(platoon.people.member.visitor, "has-permission", {
      permissions,
      organizationId: platoon.id,
    });
    expect(await response.json()).toMatchObject({ success: false });
  });
});

describe("§6 the table of permissions applies to calls", () => {
  const ACTIONS: Record<string, (person: Person, platoon: Platoon) => Promise<Response>> = {
    "update of organization": ({ visitor }, newPlatoon) =>
      postOrganization(visitor, "update", { organizationId: newPlatoon.id, data: { name: "Day Owls" } }),
    "create of invitation": ({ visitor }, newPlatoon) =>
      postOrganization(visitor, "invite-member", {
        organizationId: newPlatoon.id,
        email: "friend@example.com",
        role: "member",
      }),
    "create of team": ({ visitor }, newPlatoon) =>
      saveSquad(visitor, newPlatoon, { name: "Alpha" }).then(
        () => Response.json({}),
        ({ data }) => Response.json({}, { status: data.httpStatus }),
      ),
    "update of member": ({ visitor }, newPlatoon) =>
      postOrganization(visitor, "update-member-role", {
        organizationId: newPlatoon.id,
        memberId: newPlatoon.people.member.memberId,
        role: "member",
      }),
    "delete of member": ({ visitor }, newPlatoon) =>
      postOrganization(visitor, "remove-member", {
        organizationId: newPlatoon.id,
        memberIdOrEmail: newPlatoon.people.member.memberId,
      }),
    "delete of organization": ({ visitor }, newPlatoon) =>
      postOrganization(visitor, "delete", { organizationId: newPlatoon.id }),
  };
  test.for(Object.keys(ACTIONS).flatMap((what) => ROLES.map((role) => [role, what] as const)))(
    "a call of %s is allowed or refused as in the table: %s",
    async ([role, what]) => {
      const [action = "", resource = ""] = what.split(" of ");
      const newPlatoon = await makePlatoon(world);
      const response = await ACTIONS[what]?.(newPlatoon.people[role], newPlatoon);
      expect(response?.ok).toBe(TABLE[resource]?.[action]?.includes(role));
    },
  );
});

describe("§6 roles", () => {
  test("the creator role has only the permissions in the table, because unrestricted access is not enabled", async () => {
    const permissions = { treasury: ["open"] };
    const response = await postOrganization(platoon.people.owner.visitor, "has-permission", {
      permissions,
      organizationId: platoon.id,
    });
    expect(await response.json()).toMatchObject({ success: false });
  });

  test("the creator role is owner", async () => {
    const { visitor } = platoon.people.owner;
    const member = await (await getOrganization(visitor, "get-active-member")).json();
    expect(member.role).toBe("owner");
  });

  test.for(["owner", ["owner"], "admin,owner", ["member", "owner"], "admin"])(
    "a member cannot take the role %j",
    async (role) => {
      const { visitor, memberId } = platoon.people.member;
      const response = await postOrganization(visitor, "update-member-role", {
        organizationId: platoon.id,
        memberId,
        role,
      });
      expect(response.status).toBe(403);
    },
  );

  test.for(["owner", "member,owner"])("an admin cannot assign the role %s", async (role) => {
    const { admin, member } = platoon.people;
    const input = { organizationId: platoon.id, memberId: member.memberId, role };
    expect((await postOrganization(admin.visitor, "update-member-role", input)).status).toBe(403);
  });

  test("an admin cannot invite an owner", async () => {
    const input = { organizationId: platoon.id, email: "friend-2@example.com", role: "owner" };
    expect((await postOrganization(platoon.people.admin.visitor, "invite-member", input)).status).toBe(403);
  });

  test("a guest cannot create a platoon", async () => {
    const guest = world.visitor();
    await guest.post("/api/auth/sign-in/anonymous");
    expect((await postOrganization(guest, "create", { name: "Guests", slug: "guests" })).status).toBe(403);
  });
});

describe("§7 calls of a stranger", () => {
  test.for(["get-full-organization", "list-members", "list-invitations"])(
    "/organization/%s reveals nothing about a platoon",
    async (name) => {
      const response = await getOrganization(stranger, name, `organizationId=${platoon.id}`);
      expect([400, 401, 403]).toContain(response.status);
      expect(await response.text()).not.toMatch(/Owls|@example/);
    },
  );

  test("/organization/list returns no platoon", async () => {
    expect(await (await getOrganization(stranger, "list")).json()).toEqual([]);
  });

  test("/organization/get-invitation refuses another user's invitation", async () => {
    const { invitationId } = await inviteUser(world, platoon.people.owner.visitor, platoon.id, "member");
    const response = await getOrganization(stranger, "get-invitation", `id=${invitationId}`);
    expect(response.status).toBe(403);
    expect(await response.text()).not.toContain("Owls");
  });

  test("/organization/set-active refuses the platoon", async () => {
    expect((await postOrganization(stranger, "set-active", { organizationId: platoon.id })).status).toBe(403);
  });
});

describe("§7 the organization calls", () => {
  test("/organization/list, /organization/get-full-organization, /organization/update and /organization/delete read and change a platoon", async () => {
    const newPlatoon = await makePlatoon(world);
    const { visitor } = newPlatoon.people.owner;
    expect((await (await getOrganization(visitor, "list")).json()).map(({ id }: { id: string }) => id)).toEqual([
      newPlatoon.id,
    ]);
    const full = await (
      await getOrganization(visitor, "get-full-organization", `organizationId=${newPlatoon.id}`)
    ).json();
    expect(full.members).toHaveLength(3);
    const renamed = await postOrganization(visitor, "update", {
      organizationId: newPlatoon.id,
      data: { name: "Dawn Owls" },
    });
    expect((await renamed.json()).name).toBe("Dawn Owls");
    expect((await postOrganization(visitor, "delete", { organizationId: newPlatoon.id })).status).toBe(200);
    expect(await (await getOrganization(visitor, "list")).json()).toEqual([]);
  });

  test("/organization/set-active stores the platoon in the session, and /organization/get-active-member returns its member", async () => {
    const newPlatoon = await makePlatoon(world);
    const { visitor } = newPlatoon.people.member;
    await postOrganization(visitor, "set-active", { organizationId: newPlatoon.id });
    const { session } = await (await visitor.fetch("/api/auth/get-session")).json();
    expect(session.activeOrganizationId).toBe(newPlatoon.id);
    expect((await (await getOrganization(visitor, "get-active-member")).json()).role).toBe("member");
  });

  test("teams are created, filled and removed", async () => {
    const newPlatoon = await makePlatoon(world);
    const { owner, member } = newPlatoon.people;
    const { userId } = await (await getOrganization(member.visitor, "get-active-member")).json();
    const [team] = [
      await saveSquad(owner.visitor, newPlatoon, { name: "Alpha", added: [userId] }),
      await saveSquad(owner.visitor, newPlatoon, { name: "Bravo" }),
    ];
    const { squad } = member.visitor.trpc.platoon;
    const [firstSquad] = await squad.list.query({ organizationId: newPlatoon.id });
    expect(firstSquad).toMatchObject({ name: "Alpha", members: [{ userId }] });
    await owner.visitor.trpc.platoon.squad.remove.mutate({ organizationId: newPlatoon.id, id: team.id });
    expect(
      await world.context.db.selectFrom("teamMember").select("id").where("teamId", "=", team.id).execute(),
    ).toEqual([]);
  });

  test("/organization/create creates a platoon with its owner", async () => {
    const { visitor, account } = await signUpAndSignIn(world);
    const { id, slug, members } = await (
      await postOrganization(visitor, "create", { name: "Dusk", slug: "dusk" })
    ).json();
    expect([slug, members]).toEqual(["dusk", [expect.objectContaining({ organizationId: id, role: "owner" })]]);
    const full = await (await getOrganization(visitor, "get-full-organization", `organizationId=${id}`)).json();
    expect(full.members[0].user.email).toBe(account.email);
  });

  test("/organization/update-member-role changes a role", async () => {
    const newPlatoon = await makePlatoon(world);
    const { owner, member } = newPlatoon.people;
    const input = { organizationId: newPlatoon.id, memberId: member.memberId, role: "admin" };
    expect((await postOrganization(owner.visitor, "update-member-role", input)).status).toBe(200);
    await postOrganization(member.visitor, "set-active", { organizationId: newPlatoon.id });
    expect((await (await getOrganization(member.visitor, "get-active-member")).json()).role).toBe("admin");
  });

  test.for(["list", "get-full-organization", "get-active-member"])("/organization/%s needs a session", async (name) => {
    expect((await getOrganization(world.visitor(), name)).status).toBe(401);
  });

  test.for(["create", "update", "delete", "set-active", "update-member-role"])(
    "/organization/%s needs a session",
    async (name) => {
      const body = { name: "x", slug: "x", data: {}, organizationId: "x", memberId: "x", role: "member" };
      expect((await postOrganization(world.visitor(), name, body)).status).toBe(401);
    },
  );
});

describe("§6 a list of roles", () => {
  test("is stored comma-separated and grants the permissions of each of its roles", async () => {
    const newPlatoon = await makePlatoon(world);
    const { owner, member } = newPlatoon.people;
    const role = ["member", "admin"];
    await postOrganization(owner.visitor, "update-member-role", {
      organizationId: newPlatoon.id,
      memberId: member.memberId,
      role,
    });
    const row = world.context.db.selectFrom("member").select("role").where("id", "=", member.memberId);
    expect(await row.executeTakeFirst()).toEqual({ role: "member,admin" });
    const input = { permissions: { team: ["create"] }, organizationId: newPlatoon.id };
    expect(await (await postOrganization(member.visitor, "has-permission", input)).json()).toMatchObject({
      success: true,
    });
  });
});

describe("§6 a failed check of permissions", () => {
  const isAllowed = async (visitor: Visitor, organizationId: string, permissions: Record<string, string[]>) =>
    (await (await postOrganization(visitor, "has-permission", { permissions, organizationId })).json()).success;

  test("refuses the call with a message", async () => {
    const { id, people } = await makePlatoon(world);
    const input = { organizationId: id, data: { name: "Day Owls" } };
    const response = await postOrganization(people.member.visitor, "update", input);
    expect([response.status, (await response.json()).message]).toEqual([
      403,
      "You are not allowed to update this organization",
    ]);
  });

  test("occurs for an unknown resource, and for an action that the role does not have", async () => {
    const { id, people } = await makePlatoon(world);
    expect(await isAllowed(people.owner.visitor, id, { treasury: ["open"] })).toBe(false);
    expect(await isAllowed(people.member.visitor, id, { team: ["create"] })).toBe(false);
    expect(await isAllowed(people.owner.visitor, id, { team: ["create"] })).toBe(true);
  });

  test("occurs if one of several actions is not allowed: actions combined by AND and OR", async () => {
    const { id, people } = await makePlatoon(world);
    expect(await isAllowed(people.member.visitor, id, { ac: ["read"] })).toBe(true);
    expect(await isAllowed(people.member.visitor, id, { ac: ["read", "delete"] })).toBe(false);
    expect(await isAllowed(people.member.visitor, id, { ac: ["read"], team: ["create"] })).toBe(false);
    expect(await isAllowed(people.owner.visitor, id, { ac: ["read", "delete"], team: ["create"] })).toBe(true);
  });
});
