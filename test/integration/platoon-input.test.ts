// What the account library's calls on platoons take: what would be stored, sorted by or read is bounded before the library sees it.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withSearchName } from "#domain/text.ts";
import { signUpAndIn } from "#test/harness/accounts.ts";
import { ask, call, makePlatoon, type Platoon, saveSquad } from "#test/harness/data/platoons.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const EMBLEM = "ad-aa505050000";

let world: World;
let platoon: Platoon;
beforeAll(async () => {
  world = await makeWorld();
  platoon = await makePlatoon(world);
});
afterAll(() => world[Symbol.asyncDispose]());

const owner = () => platoon.people.owner.visitor;
const readMetadata = async (id: string) =>
  (await world.context.db.selectFrom("organization").select("metadata").where("id", "=", id).executeTakeFirst())
    ?.metadata;

/** A value in so many objects. */
const nest = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

describe("metadata", () => {
  const UNFIT = {
    "another field": '{"tag":"OWL","colour":"red"}',
    "a text": '"OWL"',
    "a list": '["OWL"]',
    "62 kB": JSON.stringify({ text: "x".repeat(62_000) }),
    "a tag of 62 kB": JSON.stringify({ tag: "x".repeat(62_000) }),
    "a prototype": '{"constructor":{"prototype":{"a":1}}}',
    "a prototype in a tag": '{"tag":{"constructor":{"prototype":{"a":1}}}}',
    "a __proto__": '{"__proto__":{"tag":"OWL"}}',
    "3,000 levels": nest(3000),
    "10,000 levels": nest(10_000),
  };
  test.for(Object.entries(UNFIT))("of %s is refused, and the platoon stays as it is", async ([, metadata]) => {
    const id = crypto.randomUUID();
    const post = (name: string, body: string) =>
      owner().fetch(`/api/auth/organization/${name}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
    const before = await readMetadata(platoon.id);
    const changed = [
      await post("create", `{"name":"Owls","slug":"${id}","metadata":${metadata}}`),
      await post("update", `{"organizationId":"${platoon.id}","data":{"metadata":${metadata}}}`),
      // Where the library does not look for it.
      await post("update", `{"organizationId":"${platoon.id}","data":{"name":"Night Owls"},"metadata":${metadata}}`),
    ];
    expect(changed.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(await readMetadata(platoon.id)).toEqual(before);
    const renamed = await call(owner(), "update", { organizationId: platoon.id, data: { name: "Night Owls" } });
    expect(renamed.status).toBe(200);
  });

  test.for([{}, { tag: "OWL" }, { emblem: EMBLEM }, { tag: "OWL", emblem: EMBLEM }])(
    "%j is stored",
    async (metadata) => {
      const { visitor } = await signUpAndIn(world);
      const made = await call(visitor, "create", { name: "Owls", slug: crypto.randomUUID(), metadata });
      const { id } = await made.json();
      expect(JSON.parse(String(await readMetadata(id)))).toEqual(metadata);
      const changed = await call(visitor, "update", { organizationId: id, data: { metadata: { tag: "DAWN" } } });
      expect(await changed.json()).toMatchObject({ metadata: { tag: "DAWN" } });
      expect(JSON.parse(String(await readMetadata(id)))).toEqual({ tag: "DAWN" });
    },
  );

  const EARLIER: Record<string, [metadata: string, tag: string | null]> = {
    "of another client": ['{"tag":"OWL","colour":"red"}', "OWL"],
    "of a prototype": ['{"tag":"OWL","constructor":{"prototype":{"a":1}}}', "OWL"],
    "of 3,000 levels": [`{"tag":"OWL","a":${nest(3000)}}`, "OWL"],
    "of 62 kB": [JSON.stringify({ tag: "OWL", text: "x".repeat(62_000) }), "OWL"],
    "that is no JSON": ['{"tag":', null],
    "that is no object": ['"OWL"', null],
  };
  test.for(Object.entries(EARLIER))(
    "that an earlier release stored, %s, is read as a tag, and the platoon is renamed, deleted and brought back",
    async ([, [metadata, tag]]) => {
      const { db } = world.context;
      const { visitor } = await signUpAndIn(world);
      const slug = crypto.randomUUID();
      const { id } = await (await call(visitor, "create", { name: "Owls", slug })).json();
      await db.updateTable("organization").set({ metadata }).where("id", "=", id).execute();
      const expected = tag === null ? {} : { tag };
      const reads = [
        (await (await ask(visitor, "list")).json())[0],
        await (await ask(visitor, "get-full-organization", `organizationId=${id}`)).json(),
        await (await call(visitor, "set-active", { organizationId: id })).json(),
      ];
      for (const read of reads) expect(JSON.parse(read.metadata)).toEqual(expected);
      const renamed = await call(visitor, "update", { organizationId: id, data: { name: "Dawn" } });
      expect(renamed.status).toBe(200);
      expect(await renamed.json()).toMatchObject({ name: "Dawn", metadata: expected });
      expect((await call(visitor, "delete", { organizationId: id })).status).toBe(200);
      const { body } = await db
        .selectFrom("deletedPlatoon")
        .select("body")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      expect(body.length).toBeLessThan(1000);
      await visitor.trpc.platoon.members.restorePlatoon.mutate({ id });
      expect(JSON.parse(String(await readMetadata(id)))).toEqual(expected);
    },
  );
});

describe("list-members", () => {
  const getStatus = async (query: string) =>
    (await ask(owner(), "list-members", `organizationId=${platoon.id}&${query}`)).status;

  test.for([
    ...["user.password", "password", "organizationId", "user", "1", "createdAt;", '"', "constructor", ""].map(
      (name) => `sortBy=${encodeURIComponent(name)}`,
    ),
    ...["user.password", "createdAt", "email", "__proto__"].map((name) => `filterField=${name}&filterValue=a`),
    ...["limit", "offset"].flatMap((name) =>
      ["-1", "NaN", "1e3", "1.5", "Infinity", "99999999999999999999", "", "0x10"].map((value) => `${name}=${value}`),
    ),
    ...["limit=0", "limit=101", "limit=9999", "limit=1&limit=2"],
    "sortBy=role&sortBy=id",
    "sortBy=role&sortDirection=up",
    "filterField=role&filterValue=a&filterValue=b&filterOperator=in",
    ...["like", "in", "not_in"].map((operator) => `filterField=role&filterOperator=${operator}&filterValue=a`),
    `filterField=role&filterValue=${"a".repeat(101)}`,
  ])("refuses %s", async (query) => expect(await getStatus(query)).toBe(400));

  const OPERATORS = ["eq", "ne", "lt", "lte", "gt", "gte", "contains", "starts_with", "ends_with"];
  test.for([
    ...["id", "userId", "role", "createdAt"].flatMap((name) =>
      ["asc", "desc"].map((direction) => `sortBy=${name}&sortDirection=${direction}`),
    ),
    ...["id", "userId", "role"].flatMap((name) =>
      OPERATORS.map((operator) => `filterField=${name}&filterOperator=${operator}&filterValue=member`),
    ),
    "filterField=role",
    "limit=1&offset=1",
    "limit=100&offset=9999",
  ])("answers %s", async (query) => expect(await getStatus(query)).toBe(200));

  test("is sorted and filtered by what it takes", async () => {
    const read = async (query: string) => {
      const answer = await ask(owner(), "list-members", `organizationId=${platoon.id}&${query}`);
      return (await answer.json()).members.map(({ role }: { role: string }) => role);
    };
    expect(await read("sortBy=role&sortDirection=asc")).toEqual(["admin", "member", "owner"]);
    expect(await read("sortBy=role&sortDirection=desc&limit=1&offset=1")).toEqual(["member"]);
    expect(await read("filterField=role&filterOperator=eq&filterValue=admin")).toEqual(["admin"]);
  });
});

test("list-members lists 100 members, and the others after an offset", async () => {
  const { db } = world.context;
  const { id: organizationId, people } = await makePlatoon(world);
  const at = new Date();
  const rows = Array.from({ length: 120 }, () => ({ id: crypto.randomUUID(), createdAt: at, updatedAt: at }));
  const flags = { emailVerified: true, isAnonymous: false };
  await db
    .insertInto("user")
    .values(rows.map((row) => ({ ...row, ...flags, ...withSearchName("Robin"), email: `${row.id}@example.com` })))
    .execute();
  const members = rows.map((row) => ({ ...row, userId: row.id, organizationId, role: "member" }));
  await db.insertInto("member").values(members).execute();
  const read = async (query: string) =>
    (await ask(people.owner.visitor, "list-members", `organizationId=${organizationId}${query}`)).json();
  const [first, second] = [await read("&sortBy=id"), await read("&sortBy=id&offset=100")];
  expect([first.members.length, second.members.length, first.total]).toEqual([100, 23, 123]);
  expect(new Set([...first.members, ...second.members].map(({ id }) => id)).size).toBe(123);
});

test.for(["-1", "NaN", "1e3", "99999999999999999999", "1&membersLimit=2"])(
  "get-full-organization refuses %s members",
  async (limit) => {
    const query = `organizationId=${platoon.id}&membersLimit=${limit}`;
    expect((await ask(owner(), "get-full-organization", query)).status).toBe(400);
  },
);

test("an invitation and a member have few roles and squads, however often they are sent", async () => {
  const { id: organizationId } = platoon;
  const { id: squadId } = await saveSquad(owner(), platoon, { name: "Alpha" });
  const { memberId } = platoon.people.member;
  const many = Array(1000).fill("member");
  const invite = (rest: object) => {
    const email = `${crypto.randomUUID()}@example.com`;
    return call(owner(), "invite-member", { organizationId, email, role: "member", ...rest });
  };
  const answers = [
    await invite({ role: many }),
    await invite({ role: many.join() }),
    await invite({ teamId: Array(1000).fill(squadId) }),
    await invite({ teamId: "x".repeat(60_000) }),
    await call(owner(), "update-member-role", { organizationId, memberId, role: many }),
    await call(owner(), "update-member-role", { organizationId, memberId, role: many.join() }),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400));
  expect((await invite({ role: ["member", "admin"], teamId: [squadId] })).status).toBe(200);
});

test("no account call takes what is nested too deep, or the name of a prototype", async () => {
  const { visitor } = await signUpAndIn(world);
  for (const path of ["update-user", "passkey/update-passkey", "organization/has-permission", "change-password"])
    for (const part of [nest(3000), '{"constructor":{"prototype":{}}}', '{"__proto__":1}']) {
      const body = `{"name":"Robin","permissions":${part}}`;
      const init = { method: "POST", headers: { "content-type": "application/json" }, body };
      expect((await visitor.fetch(`/api/auth/${path}`, init)).status, `${path} ${part.slice(0, 20)}`).toBe(400);
    }
});

test("a sign-in at a provider and a new passkey take along as much as they need", async () => {
  const { visitor } = await signUpAndIn(world);
  const long = "x".repeat(3000);
  const parts = [{ additionalData: { long } }, { additionalParams: { long } }, { scopes: [long] }, { loginHint: long }];
  for (const part of parts)
    for (const path of ["sign-in/social", "link-social"]) {
      const answer = await visitor.post(`/api/auth/${path}`, { provider: "google", ...part });
      expect([answer.status, (await answer.json()).code], path).toEqual([400, "INVALID_BODY"]);
    }
  const response = { id: "x", response: { transports: [long] } };
  const refused = await visitor.post("/api/auth/passkey/verify-registration", { response });
  expect((await refused.json()).code).toBe("INVALID_BODY");
  expect((await visitor.fetch(`/api/auth/passkey/generate-register-options?context=${long}`)).status).toBe(400);
});
