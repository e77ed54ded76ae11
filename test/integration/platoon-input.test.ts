// The input of the account library's platoon calls, which is limited before the library gets it.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withSearchName } from "#domain/text.ts";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import {
  getOrganization,
  makePlatoon,
  type Platoon,
  postOrganization,
  saveSquad,
} from "#test/harness/data/platoons.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const EMBLEM = "ad-aa505050000";

let world: World;
let platoon: Platoon;
beforeAll(async () => {
  world = await makeWorld();
  platoon = await makePlatoon(world);
});
afterAll(() => world[Symbol.asyncDispose]());

const getOwner = () => platoon.people.owner.visitor;
const readMetadata = async (id: string) =>
  (await world.context.db.selectFrom("organization").select("metadata").where("id", "=", id).executeTakeFirst())
    ?.metadata;

/** Returns the JSON of a value nested in this number of objects. */
const createNestedJson = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

describe("metadata", () => {
  const INVALID_METADATA = {
    "another field": '{"tag":"OWL","colour":"red"}',
    "a text": '"OWL"',
    "a list": '["OWL"]',
    "62 kB": JSON.stringify({ text: "x".repeat(62_000) }),
    "a tag of 62 kB": JSON.stringify({ tag: "x".repeat(62_000) }),
    "a prototype": '{"constructor":{"prototype":{"a":1}}}',
    "a prototype in a tag": '{"tag":{"constructor":{"prototype":{"a":1}}}}',
    "a __proto__": '{"__proto__":{"tag":"OWL"}}',
    "3,000 levels": createNestedJson(3000),
    "10,000 levels": createNestedJson(10_000),
  };
  test.for(Object.entries(INVALID_METADATA))("of %s is refused, and the platoon is unchanged", async ([, metadata]) => {
    const id = crypto.randomUUID();
    const post = (name: string, body: string) =>
      getOwner().fetch(`/api/auth/organization/${name}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
    const before = await readMetadata(platoon.id);
    const changed = [
      await post("create", `{"name":"Owls","slug":"${id}","metadata":${metadata}}`),
      await post("update", `{"organizationId":"${platoon.id}","data":{"metadata":${metadata}}}`),
      // The library ignores metadata at this place.
      await post("update", `{"organizationId":"${platoon.id}","data":{"name":"Night Owls"},"metadata":${metadata}}`),
    ];
    expect(changed.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(await readMetadata(platoon.id)).toEqual(before);
    const renamed = await postOrganization(getOwner(), "update", {
      organizationId: platoon.id,
      data: { name: "Night Owls" },
    });
    expect(renamed.status).toBe(200);
  });

  test.for([{}, { tag: "OWL" }, { emblem: EMBLEM }, { tag: "OWL", emblem: EMBLEM }])(
    "%j is stored",
    async (metadata) => {
      const { visitor } = await signUpAndSignIn(world);
      const made = await postOrganization(visitor, "create", { name: "Owls", slug: crypto.randomUUID(), metadata });
      const { id } = await made.json();
      expect(JSON.parse(String(await readMetadata(id)))).toEqual(metadata);
      const changed = await postOrganization(visitor, "update", {
        organizationId: id,
        data: { metadata: { tag: "DAWN" } },
      });
      expect(await changed.json()).toMatchObject({ metadata: { tag: "DAWN" } });
      expect(JSON.parse(String(await readMetadata(id)))).toEqual({ tag: "DAWN" });
    },
  );

  const EARLIER_METADATA: Record<string, [metadata: string, tag: string | null]> = {
    "of another client": ['{"tag":"OWL","colour":"red"}', "OWL"],
    "of a prototype": ['{"tag":"OWL","constructor":{"prototype":{"a":1}}}', "OWL"],
    "of 3,000 levels": [`{"tag":"OWL","a":${createNestedJson(3000)}}`, "OWL"],
    "of 62 kB": [JSON.stringify({ tag: "OWL", text: "x".repeat(62_000) }), "OWL"],
    "that is no JSON": ['{"tag":', null],
    "that is no object": ['"OWL"', null],
  };
  test.for(Object.entries(EARLIER_METADATA))(
    "that an earlier release stored, %s, is read as a tag, and the platoon can be renamed, deleted and restored",
    async ([, [metadata, tag]]) => {
      const { db } = world.context;
      const { visitor } = await signUpAndSignIn(world);
      const slug = crypto.randomUUID();
      const { id } = await (await postOrganization(visitor, "create", { name: "Owls", slug })).json();
      await db.updateTable("organization").set({ metadata }).where("id", "=", id).execute();
      const expected = tag === null ? {} : { tag };
      const reads = [
        (await (await getOrganization(visitor, "list")).json())[0],
        await (await getOrganization(visitor, "get-full-organization", `organizationId=${id}`)).json(),
        await (await postOrganization(visitor, "set-active", { organizationId: id })).json(),
      ];
      for (const read of reads) expect(JSON.parse(read.metadata)).toEqual(expected);
      const renamed = await postOrganization(visitor, "update", { organizationId: id, data: { name: "Dawn" } });
      expect(renamed.status).toBe(200);
      expect(await renamed.json()).toMatchObject({ name: "Dawn", metadata: expected });
      expect((await postOrganization(visitor, "delete", { organizationId: id })).status).toBe(200);
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
    (await getOrganization(getOwner(), "list-members", `organizationId=${platoon.id}&${query}`)).status;

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
  ])("accepts %s", async (query) => expect(await getStatus(query)).toBe(200));

  test("is sorted and filtered by its parameters", async () => {
    const read = async (query: string) => {
      const response = await getOrganization(getOwner(), "list-members", `organizationId=${platoon.id}&${query}`);
      return (await response.json()).members.map(({ role }: { role: string }) => role);
    };
    expect(await read("sortBy=role&sortDirection=asc")).toEqual(["admin", "member", "owner"]);
    expect(await read("sortBy=role&sortDirection=desc&limit=1&offset=1")).toEqual(["member"]);
    expect(await read("filterField=role&filterOperator=eq&filterValue=admin")).toEqual(["admin"]);
  });
});

test("list-members returns 100 members a page, and more with an offset", async () => {
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
    (await getOrganization(people.owner.visitor, "list-members", `organizationId=${organizationId}${query}`)).json();
  const [first, second] = [await read("&sortBy=id"), await read("&sortBy=id&offset=100")];
  expect([first.members.length, second.members.length, first.total]).toEqual([100, 23, 123]);
  expect(new Set([...first.members, ...second.members].map(({ id }) => id)).size).toBe(123);
});

test.for(["-1", "NaN", "1e3", "99999999999999999999", "1&membersLimit=2"])(
  "get-full-organization refuses %s members",
  async (limit) => {
    const query = `organizationId=${platoon.id}&membersLimit=${limit}`;
    expect((await getOrganization(getOwner(), "get-full-organization", query)).status).toBe(400);
  },
);

test("the numbers of roles and squads of an invitation and a member are limited", async () => {
  const { id: organizationId } = platoon;
  const { id: squadId } = await saveSquad(getOwner(), platoon, { name: "Alpha" });
  const { memberId } = platoon.people.member;
  const many = Array(1000).fill("member");
  const invite = (rest: object) => {
    const email = `${crypto.randomUUID()}@example.com`;
    return postOrganization(getOwner(), "invite-member", { organizationId, email, role: "member", ...rest });
  };
  const responses = [
    await invite({ role: many }),
    await invite({ role: many.join() }),
    await invite({ teamId: Array(1000).fill(squadId) }),
    await invite({ teamId: "x".repeat(60_000) }),
    await postOrganization(getOwner(), "update-member-role", { organizationId, memberId, role: many }),
    await postOrganization(getOwner(), "update-member-role", { organizationId, memberId, role: many.join() }),
  ];
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 400));
  expect((await invite({ role: ["member", "admin"], teamId: [squadId] })).status).toBe(200);
});

test("every account call refuses deeply nested input and fields named after a prototype", async () => {
  const { visitor } = await signUpAndSignIn(world);
  for (const path of ["update-user", "passkey/update-passkey", "organization/has-permission", "change-password"])
    for (const part of [createNestedJson(3000), '{"constructor":{"prototype":{}}}', '{"__proto__":1}']) {
      const body = `{"name":"Robin","permissions":${part}}`;
      const init = { method: "POST", headers: { "content-type": "application/json" }, body };
      expect((await visitor.fetch(`/api/auth/${path}`, init)).status, `${path} ${part.slice(0, 20)}`).toBe(400);
    }
});

test("additional parameters of a provider sign-in and of a new passkey are limited in length", async () => {
  const { visitor } = await signUpAndSignIn(world);
  const long = "x".repeat(3000);
  const parts = [{ additionalData: { long } }, { additionalParams: { long } }, { scopes: [long] }, { loginHint: long }];
  for (const part of parts)
    for (const path of ["sign-in/social", "link-social"]) {
      const response = await visitor.post(`/api/auth/${path}`, { provider: "google", ...part });
      expect([response.status, (await response.json()).code], path).toEqual([400, "INVALID_BODY"]);
    }
  const credential = { id: "x", response: { transports: [long] } };
  const refused = await visitor.post("/api/auth/passkey/verify-registration", { response: credential });
  expect((await refused.json()).code).toBe("INVALID_BODY");
  expect((await visitor.fetch(`/api/auth/passkey/generate-register-options?context=${long}`)).status).toBe(400);
});
