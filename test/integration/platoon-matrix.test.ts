// Who may make which of our calls on a platoon: every call, by everyone who is or is not in it.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appRouter } from "#server/router.ts";
import { signUpAndIn } from "#test/harness/accounts.ts";
import { getUser } from "#test/harness/answers.ts";
import { guest } from "#test/harness/data/lockers.ts";
import { OWN_CALLS, ownerOfEverything } from "#test/harness/data/owned.ts";
import { type ByCaller, beforeTransaction, CALLERS, type Caller, call, invited } from "#test/harness/data/platoons.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

async function joined(by: Visitor, organizationId: string, role: string): Promise<Visitor> {
  const { visitor, invitationId } = await invited(world, by, organizationId, role);
  expect((await call(visitor, "accept-invitation", { invitationId })).status).toBe(200);
  return visitor;
}

/** The code with which a call is refused; null where it is not refused for who makes it. */
type Codes = ByCaller<string | null>;

const MISSING = "platoon_missing";
const OF_MEMBERS: Codes = {
  ...{ signedOut: "signed_out", guest: MISSING, outsider: MISSING, invited: MISSING, removed: MISSING },
  ...{ member: null, admin: null, owner: null },
};
const OF_MANAGERS: Codes = { ...OF_MEMBERS, member: "platoon_managers_only" };
const OF_OWNERS: Codes = { ...OF_MEMBERS, member: "platoon_owners_only", admin: "platoon_owners_only" };
const OF_EVERYONE = Object.fromEntries(CALLERS.map((who) => [who, null])) as Codes;
const OF_PEOPLE: Codes = { ...OF_EVERYONE, signedOut: "signed_out" };
const UNRESTORABLE = "platoon_restore_missing";
const isOnPlatoon = (input: unknown) => Object.hasOwn(Object(input), "organizationId");

/** Every call; of what others brought or published, and of a squad that the member is not in. */
const MATRIX: Record<string, Codes> = {
  // The soldier is the owner's.
  "platoon.board.allow": { ...OF_MEMBERS, member: "soldier_missing", admin: "soldier_missing" },
  "platoon.board.consent": OF_MEMBERS,
  "platoon.board.list": OF_MEMBERS,
  "platoon.feed.changes": OF_MEMBERS,
  "platoon.feed.list": OF_MEMBERS,
  "platoon.feed.mark": OF_MEMBERS,
  "platoon.feed.newest": OF_PEOPLE,
  "platoon.feed.unread": OF_MEMBERS,
  "platoon.locker.copy": OF_MEMBERS,
  "platoon.locker.decide": OF_MANAGERS,
  "platoon.locker.edit": OF_MANAGERS,
  "platoon.locker.get": OF_MEMBERS,
  "platoon.locker.list": OF_MEMBERS,
  "platoon.locker.places": OF_EVERYONE,
  "platoon.locker.propose": OF_MEMBERS,
  "platoon.locker.remove": OF_MANAGERS,
  // Refused for what the member saw: its state has changed since.
  "platoon.locker.restore": { ...OF_MEMBERS, member: "platoon_loadout_changed" },
  "platoon.locker.version": OF_MEMBERS,
  "platoon.members.createLink": OF_MANAGERS,
  "platoon.members.deletedPlatoons": OF_PEOPLE,
  "platoon.members.invitations": OF_MANAGERS,
  "platoon.members.join": { ...OF_PEOPLE, guest: "account_needed" },
  "platoon.members.links": { ...OF_MEMBERS, member: MISSING },
  "platoon.members.linkStanding": OF_EVERYONE,
  "platoon.members.overview": OF_PEOPLE,
  "platoon.members.page": OF_MEMBERS,
  "platoon.members.restorePlatoon": {
    ...{ signedOut: "signed_out", guest: UNRESTORABLE, outsider: UNRESTORABLE, invited: UNRESTORABLE },
    ...{ removed: UNRESTORABLE, member: UNRESTORABLE, admin: UNRESTORABLE, owner: null },
  },
  "platoon.members.revokeLink": OF_MANAGERS,
  "platoon.members.transfer": OF_OWNERS,
  "platoon.sheet.get": OF_MEMBERS,
  "platoon.sheet.list": OF_MEMBERS,
  "platoon.sheet.loadouts": OF_MEMBERS,
  "platoon.sheet.open": OF_EVERYONE,
  "platoon.sheet.remove": OF_MANAGERS,
  "platoon.sheet.save": OF_MANAGERS,
  "platoon.sheet.setOpen": OF_MANAGERS,
  "platoon.squad.list": OF_MEMBERS,
  "platoon.squad.remove": OF_MANAGERS,
  "platoon.squad.save": OF_MANAGERS,
  "platoon.squadPlan.add": OF_MANAGERS,
  "platoon.squadPlan.find": OF_EVERYONE,
  "platoon.squadPlan.list": OF_MEMBERS,
  "platoon.squadPlan.remove": OF_MANAGERS,
};
const procedures = Object.entries(appRouter._def.procedures)
  .filter(([path]) => path.startsWith("platoon."))
  .map(([path, procedure]) => [path, Object(procedure)._def.type] as const);
const kinds = new Map<string, string>(procedures);

describe("a call of ours", () => {
  /** The platoon of an owner of everything, with a link that lets in everyone here and an open sheet. */
  async function makeOwned() {
    const own = await ownerOfEverything(world);
    const { members, sheet } = own.visitor.trpc.platoon;
    const { address } = await members.createLink.mutate({ ...own.platoon, role: "member", days: 1, uses: 25 });
    const opened = { ...own.sheet, id: randomUUID() };
    await sheet.save.mutate(opened);
    await sheet.setOpen.mutate({ ...opened, isOpen: true });
    const { linkId: openSheetId } = await sheet.get.query(opened);
    return { ...own, link: String(new URL(address).searchParams.get("link")), openSheetId };
  }
  type Owned = Awaited<ReturnType<typeof makeOwned>>;

  async function getCaller(who: Caller, { visitor, platoon: { organizationId } }: Owned): Promise<Visitor> {
    if (who === "owner") return visitor;
    if (who === "admin" || who === "member") return joined(visitor, organizationId, who);
    if (who === "signedOut") return world.visitor();
    if (who === "guest") return guest(world);
    if (who === "outsider") return (await signUpAndIn(world)).visitor;
    if (who === "invited") return (await invited(world, visitor, organizationId, "member")).visitor;
    const former = await joined(visitor, organizationId, "member");
    expect((await call(former, "leave", { organizationId })).status).toBe(200);
    return former;
  }

  /** What the owner sends, in an order in which each call finds what it needs. */
  const getInputs = (own: Owned): (readonly [string, unknown])[] => [
    ["platoon.feed.changes", own.platoon],
    ["platoon.locker.places", { game: "bf4" }],
    ["platoon.members.linkStanding", { link: own.link }],
    ["platoon.sheet.open", { id: own.openSheetId }],
    ["platoon.squadPlan.find", { q: "rank" }],
    ...Object.entries(OWN_CALLS)
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

  const readCode = async (answer: Response): Promise<string | null> => {
    const { error } = await answer.json();
    return error?.data.fault?.code ?? null;
  };

  /** The code with which a stream ends; null once it is open. */
  async function readStream(answer: Response): Promise<string | null> {
    let received = "";
    for await (const chunk of answer.body ?? []) {
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

  test.for(CALLERS)("is answered to the %s as the matrix has it", async (who) => {
    const own = await makeOwned();
    const caller = await getCaller(who, own);
    const inputs = getInputs(own);
    const cells: Record<string, string | null> = {};
    for (const [path, input] of inputs) cells[path] = await getCode(caller, path, input);
    expect(cells).toEqual(Object.fromEntries(Object.entries(MATRIX).map(([path, codes]) => [path, codes[who]])));
  });

  test("is answered as if there were no platoon once it is deleted", async () => {
    const own = await makeOwned();
    const { visitor } = own;
    const inputs = getInputs(own).filter(([path]) => path !== "platoon.members.restorePlatoon");
    expect((await call(visitor, "delete", own.platoon)).status).toBe(200);
    const missing: Record<string, string> = {
      ...{ "platoon.members.join": "link_missing", "platoon.members.linkStanding": "link_missing" },
      "platoon.sheet.open": "sheet_missing",
    };
    for (const [path, input] of inputs)
      expect(await getCode(visitor, path, input), path).toBe(isOnPlatoon(input) ? MISSING : (missing[path] ?? null));
    expect(await visitor.trpc.platoon.members.overview.query()).toEqual([]);
    expect(await visitor.trpc.platoon.feed.newest.query()).toEqual([]);
  });
});

test("a member restores no version of what others brought", async () => {
  const own = await ownerOfEverything(world);
  const member = await joined(own.visitor, own.platoon.organizationId, "member");
  const restore = { ...own.sharedLoadout, seenVersion: 1, seenState: "proposed", earlier: 1 } as const;
  await expect(member.trpc.platoon.locker.restore.mutate(restore)).rejects.toMatchObject({
    data: { fault: { code: "platoon_managers_only" } },
  });
  expect(await own.visitor.trpc.platoon.locker.restore.mutate(restore)).toMatchObject({ id: restore.id });
});

describe("a call that waits", () => {
  const REFUSALS = ["platoon_managers_only", "platoon_owners_only"];

  test("is refused for who is removed or loses the role before it writes", async () => {
    const own = await ownerOfEverything(world);
    const { db } = world.context;
    const { organizationId } = own.platoon;
    // What the calls are about is by someone else.
    const other = await joined(own.visitor, organizationId, "admin");
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
    const getCodeBehind = async (role: string | null, path: string, input: unknown): Promise<unknown> => {
      await setRole("owner");
      const caller = appRouter.createCaller({
        ...{ ...world.context, db: beforeTransaction(db, () => setRole(role)), primary: db },
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
    const calls = Object.entries(OWN_CALLS)
      .map(([path, inputOf]) => [path, inputOf(own)] as const)
      .filter(([path, input]) => kinds.get(path) === "mutation" && isOnPlatoon(input));
    expect(calls.length).toBeGreaterThanOrEqual(18);
    for (const [path, input] of calls) {
      expect(await getCodeBehind(null, path, input), `${path}, removed`).toBe("platoon_missing");
      const expected = MATRIX[path]?.member;
      if (!REFUSALS.includes(expected ?? "")) continue;
      expect(await getCodeBehind("member", path, input), `${path}, demoted`).toBe(expected);
    }
  });
});
