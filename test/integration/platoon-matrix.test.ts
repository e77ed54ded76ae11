// Access control of this project's platoon calls: every call, by every kind of caller.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appRouter } from "#server/router.ts";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import { createGuest } from "#test/harness/data/lockers.ts";
import { createOwnerOfEverything, OWNER_CALLS } from "#test/harness/data/owned.ts";
import {
  type ByCaller,
  CALLERS,
  type Caller,
  inviteUser,
  postOrganization,
  withHookBeforeTransaction,
} from "#test/harness/data/platoons.ts";
import { getUser } from "#test/harness/responses.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

async function addMember(by: Visitor, organizationId: string, role: string): Promise<Visitor> {
  const { visitor, invitationId } = await inviteUser(world, by, organizationId, role);
  expect((await postOrganization(visitor, "accept-invitation", { invitationId })).status).toBe(200);
  return visitor;
}

/** The expected error code for each caller; null when the caller is allowed. */
type Codes = ByCaller<string | null>;

const MISSING = "platoon_missing";
const MEMBER_CODES: Codes = {
  ...{ signedOut: "signed_out", guest: MISSING, outsider: MISSING, invited: MISSING, removed: MISSING },
  ...{ member: null, admin: null, owner: null },
};
const MANAGER_CODES: Codes = { ...MEMBER_CODES, member: "platoon_managers_only" };
const OWNER_CODES: Codes = { ...MEMBER_CODES, member: "platoon_owners_only", admin: "platoon_owners_only" };
const PUBLIC_CODES = Object.fromEntries(CALLERS.map((who) => [who, null])) as Codes;
const SIGNED_IN_CODES: Codes = { ...PUBLIC_CODES, signedOut: "signed_out" };
const RESTORE_MISSING = "platoon_restore_missing";
const hasPlatoonId = (input: unknown) => Object.hasOwn(Object(input), "organizationId");

/** All calls, on loadouts of other users and on a squad that the member is not in. */
const MATRIX: Record<string, Codes> = {
  // The soldier belongs to the owner.
  "platoon.board.allow": { ...MEMBER_CODES, member: "soldier_missing", admin: "soldier_missing" },
  "platoon.board.consent": MEMBER_CODES,
  "platoon.board.list": MEMBER_CODES,
  "platoon.feed.changes": MEMBER_CODES,
  "platoon.feed.list": MEMBER_CODES,
  "platoon.feed.mark": MEMBER_CODES,
  "platoon.feed.newest": SIGNED_IN_CODES,
  "platoon.feed.unread": MEMBER_CODES,
  "platoon.locker.copy": MEMBER_CODES,
  "platoon.locker.decide": MANAGER_CODES,
  "platoon.locker.edit": MANAGER_CODES,
  "platoon.locker.get": MEMBER_CODES,
  "platoon.locker.list": MEMBER_CODES,
  "platoon.locker.places": PUBLIC_CODES,
  "platoon.locker.propose": MEMBER_CODES,
  "platoon.locker.remove": MANAGER_CODES,
  // The member's call is outdated, because the state has changed by then.
  "platoon.locker.restore": { ...MEMBER_CODES, member: "platoon_loadout_changed" },
  "platoon.locker.version": MEMBER_CODES,
  "platoon.members.createLink": MANAGER_CODES,
  "platoon.members.deletedPlatoons": SIGNED_IN_CODES,
  "platoon.members.invitations": MANAGER_CODES,
  "platoon.members.join": { ...SIGNED_IN_CODES, guest: "account_needed" },
  "platoon.members.links": { ...MEMBER_CODES, member: MISSING },
  "platoon.members.linkStanding": PUBLIC_CODES,
  "platoon.members.overview": SIGNED_IN_CODES,
  "platoon.members.page": MEMBER_CODES,
  "platoon.members.restorePlatoon": {
    ...{ signedOut: "signed_out", guest: RESTORE_MISSING, outsider: RESTORE_MISSING, invited: RESTORE_MISSING },
    ...{ removed: RESTORE_MISSING, member: RESTORE_MISSING, admin: RESTORE_MISSING, owner: null },
  },
  "platoon.members.revokeLink": MANAGER_CODES,
  "platoon.members.transfer": OWNER_CODES,
  "platoon.sheet.get": MEMBER_CODES,
  "platoon.sheet.list": MEMBER_CODES,
  "platoon.sheet.loadouts": MEMBER_CODES,
  "platoon.sample": PUBLIC_CODES,
  "platoon.sheet.open": PUBLIC_CODES,
  "platoon.sheet.remove": MANAGER_CODES,
  "platoon.sheet.save": MANAGER_CODES,
  "platoon.sheet.setOpen": MANAGER_CODES,
  "platoon.squad.list": MEMBER_CODES,
  "platoon.squad.remove": MANAGER_CODES,
  "platoon.squad.save": MANAGER_CODES,
  "platoon.squadPlan.add": MANAGER_CODES,
  "platoon.squadPlan.find": PUBLIC_CODES,
  "platoon.squadPlan.list": MEMBER_CODES,
  "platoon.squadPlan.remove": MANAGER_CODES,
};
const procedures = Object.entries(appRouter._def.procedures)
  .filter(([path]) => path.startsWith("platoon."))
  .map(([path, procedure]) => [path, Object(procedure)._def.type] as const);
const kinds = new Map<string, string>(procedures);

describe("a platoon call", () => {
  /** Creates the data of `createOwnerOfEverything`, with an invitation link for all callers and an open sheet. */
  async function createOwned() {
    const own = await createOwnerOfEverything(world);
    const { members, sheet } = own.visitor.trpc.platoon;
    const { address } = await members.createLink.mutate({ ...own.platoon, role: "member", days: 1, uses: 25 });
    const opened = { ...own.sheet, id: randomUUID() };
    await sheet.save.mutate(opened);
    await sheet.setOpen.mutate({ ...opened, isOpen: true });
    const { linkId: openSheetId } = await sheet.get.query(opened);
    return { ...own, link: String(new URL(address).searchParams.get("link")), openSheetId };
  }
  type Owned = Awaited<ReturnType<typeof createOwned>>;

  async function getCaller(who: Caller, { visitor, platoon: { organizationId } }: Owned): Promise<Visitor> {
    if (who === "owner") return visitor;
    if (who === "admin" || who === "member") return addMember(visitor, organizationId, who);
    if (who === "signedOut") return world.visitor();
    if (who === "guest") return createGuest(world);
    if (who === "outsider") return (await signUpAndSignIn(world)).visitor;
    if (who === "invited") return (await inviteUser(world, visitor, organizationId, "member")).visitor;
    const former = await addMember(visitor, organizationId, "member");
    expect((await postOrganization(former, "leave", { organizationId })).status).toBe(200);
    return former;
  }

  /** Returns the input of each call as the owner sends it, in an order in which each call finds its data. */
  const getInputs = (own: Owned): (readonly [string, unknown])[] => [
    ["platoon.feed.changes", own.platoon],
    ["platoon.locker.places", { game: "bf4" }],
    ["platoon.members.linkStanding", { link: own.link }],
    ["platoon.sample", null],
    ["platoon.sheet.open", { id: own.openSheetId }],
    ["platoon.squadPlan.find", { q: "rank" }],
    ...Object.entries(OWNER_CALLS)
      .filter(([path]) => path.startsWith("platoon."))
      .map(([path, inputOf]) => [path, inputOf(own)] as const),
    ["platoon.members.join", { link: own.link }],
  ];

  async function getCode(visitor: Visitor, path: string, input: unknown): Promise<string | null> {
    const address = `/api/trpc/${path}`;
    if (kinds.get(path) === "mutation") return readCode(await visitor.post(address, input));
    const query = input === null ? "" : `?input=${encodeURIComponent(JSON.stringify(input))}`;
    if (kinds.get(path) === "query") return readCode(await visitor.fetch(address + query));
    return readStream(await visitor.fetch(address + query));
  }

  const readCode = async (response: Response): Promise<string | null> => {
    const { error } = await response.json();
    return error?.data.fault?.code ?? null;
  };

  /** Returns the error code with which a stream ends, or null once the stream is open. */
  async function readStream(response: Response): Promise<string | null> {
    let received = "";
    for await (const chunk of response.body ?? []) {
      received += new TextDecoder().decode(chunk);
      const code = /"code":"([a-z_]+)"/.exec(received)?.[1];
      if (code !== undefined) return code;
      if (received.includes("event: connected")) return null;
    }
    return null;
  }

  test("is in the matrix", () => {
    expect(Object.keys(MATRIX).toSorted()).toEqual(procedures.map(([path]) => path).toSorted());
  });

  test.for(CALLERS)("has the expected result for the %s", async (who) => {
    const own = await createOwned();
    const caller = await getCaller(who, own);
    const inputs = getInputs(own);
    const cells: Record<string, string | null> = {};
    for (const [path, input] of inputs) cells[path] = await getCode(caller, path, input);
    expect(cells).toEqual(Object.fromEntries(Object.entries(MATRIX).map(([path, codes]) => [path, codes[who]])));
  });

  test("on a deleted platoon gets the response for an unknown one", async () => {
    const own = await createOwned();
    const { visitor } = own;
    const inputs = getInputs(own).filter(([path]) => path !== "platoon.members.restorePlatoon");
    expect((await postOrganization(visitor, "delete", own.platoon)).status).toBe(200);
    const missing: Record<string, string> = {
      ...{ "platoon.members.join": "link_missing", "platoon.members.linkStanding": "link_missing" },
      "platoon.sheet.open": "sheet_missing",
    };
    for (const [path, input] of inputs)
      expect(await getCode(visitor, path, input), path).toBe(hasPlatoonId(input) ? MISSING : (missing[path] ?? null));
    expect(await visitor.trpc.platoon.members.overview.query()).toEqual([]);
    expect(await visitor.trpc.platoon.feed.newest.query()).toEqual([]);
  });
});

test("a member cannot restore a version of another user's loadout", async () => {
  const own = await createOwnerOfEverything(world);
  const member = await addMember(own.visitor, own.platoon.organizationId, "member");
  const restore = { ...own.sharedLoadout, seenVersion: 1, seenState: "proposed", earlier: 1 } as const;
  await expect(member.trpc.platoon.locker.restore.mutate(restore)).rejects.toMatchObject({
    data: { fault: { code: "platoon_managers_only" } },
  });
  expect(await own.visitor.trpc.platoon.locker.restore.mutate(restore)).toMatchObject({ id: restore.id });
});

describe("a call that waits for a lock", () => {
  const REFUSALS = ["platoon_managers_only", "platoon_owners_only"];

  test("is refused when the caller is removed or loses the role before it writes", async () => {
    const own = await createOwnerOfEverything(world);
    const { db } = world.context;
    const { organizationId } = own.platoon;
    // The caller is not the author of the data that the calls are about.
    const other = await addMember(own.visitor, organizationId, "admin");
    const userId = String((await getUser(other)).id);
    const setRole = async (role: string | null) => {
      const at = new Date();
      const member = { id: randomUUID(), organizationId, userId, createdAt: at, updatedAt: at };
      const present = db.deleteFrom("member").where("organizationId", "=", organizationId).where("userId", "=", userId);
      await present.execute();
      if (role === null) return;
      await db
        .insertInto("member")
        .values({ ...member, role })
        .execute();
    };
    const user = { id: userId, sessionId: "", name: "", email: "", isGuest: false, signedInAt: new Date() };
    const getCodeAfterChange = async (role: string | null, path: string, input: unknown): Promise<unknown> => {
      await setRole("owner");
      const caller = appRouter.createCaller({
        ...{ ...world.context, db: withHookBeforeTransaction(db, () => setRole(role)), primary: db },
        ...{ headers: () => new Headers(), responseHeaders: new Headers() },
        ...{ clientKey: randomUUID(), user: async () => user },
      });
      const procedure: unknown = path.split(".").reduce((at: object, name) => Reflect.get(at, name), caller);
      const error: unknown = await Object(procedure)(input).then(
        () => null,
        (reason: unknown) => reason,
      );
      return Reflect.get(Object(Reflect.get(Object(error), "cause")), "code");
    };
    const calls = Object.entries(OWNER_CALLS)
      .map(([path, inputOf]) => [path, inputOf(own)] as const)
      .filter(([path, input]) => kinds.get(path) === "mutation" && hasPlatoonId(input));
    expect(calls.length).toBeGreaterThanOrEqual(18);
    for (const [path, input] of calls) {
      expect(await getCodeAfterChange(null, path, input), `${path}, removed`).toBe("platoon_missing");
      const expected = MATRIX[path]?.member;
      if (!REFUSALS.includes(expected ?? "")) continue;
      expect(await getCodeAfterChange("member", path, input), `${path}, demoted`).toBe(expected);
    }
  });
});
