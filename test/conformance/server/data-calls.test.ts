// The specification's §7 (remote-procedure endpoint) and the messages of §8, one test per sentence.
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createStarterLoadout } from "#domain/loadout/starter.ts";
import { USES_INTERNALS } from "#test/harness/isolation.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const encodeInput = (input: unknown) => encodeURIComponent(JSON.stringify(input));
const fetchCall = (path: string) => world.visitor().fetch(`/api/trpc/${path}`);

describe("§7 the remote-procedure endpoint", () => {
  test("queries use GET with the input JSON-encoded in the query string", async () => {
    const response = await fetchCall(`arsenal.weapon?input=${encodeInput({ game: "bf4", id: "ak-12" })}`);
    expect(response.status).toBe(200);
    expect((await response.json()).result.data.weapon.name).toBe("AK-12");
  });

  test("queries are rejected by POST", async () => {
    expect((await world.visitor().post("/api/trpc/arsenal.overview")).status).toBe(405);
  });

  test("mutations use POST with a JSON body", async () => {
    const visitor = world.visitor();
    await visitor.post("/api/auth/sign-in/anonymous");
    const response = await visitor.post("/api/trpc/loadout.remove", { id: crypto.randomUUID() });
    expect(response.status).toBe(404);
    expect((await response.json()).error.data.fault.code).toBe("loadout_missing");
  });

  test("mutations are rejected by GET", async () => {
    expect((await fetchCall(`loadout.remove?input=${encodeInput({ id: crypto.randomUUID() })}`)).status).toBe(405);
  });

  test("several calls are batched into one request, with a batch flag and the paths joined by commas", async () => {
    const inputs = { 1: { game: "bf2042", id: "ak-24" } };
    const response = await fetchCall(`arsenal.overview,arsenal.weapon?batch=1&input=${encodeInput(inputs)}`);
    const [overview, weapon] = await response.json();
    expect(overview.result.data.bf4.weapons).toBe(116);
    expect(weapon.result.data.weapon.name).toBe("AK-24");
  });

  test("a batch has at most ten calls", async () => {
    const getBatch = (count: number) => Array.from({ length: count }, () => "arsenal.overview").join(",");
    expect((await fetchCall(`${getBatch(10)}?batch=1`)).status).toBe(200);
    const refused = await fetchCall(`${getBatch(11)}?batch=1`);
    expect(refused.status).toBe(413);
    expect(await refused.text()).toContain("This is too large to send at once.");
  });

  test("infinite queries take a cursor and a direction", async () => {
    const visitor = world.visitor();
    await visitor.post("/api/auth/sign-in/anonymous");
    const loadout = createStarterLoadout(world.context.arsenals.bf4, "recon");
    for (const name of ["a", "b", "c", "d", "e"]) {
      await visitor.trpc.loadout.save.mutate({ id: crypto.randomUUID(), name, loadout, seenVersion: 0 });
    }
    const getPage = async (more: object) => {
      const page = await visitor.trpc.loadout.list.query({ order: "own", limit: 2, ...more });
      return { ...page, names: page.items.map(({ name }) => name) };
    };
    const first = await getPage({});
    const second = await getPage({ cursor: first.nextCursor, direction: "forward" });
    const third = await getPage({ cursor: second.nextCursor, direction: "forward" });
    const back = await getPage({ cursor: third.previousCursor, direction: "backward" });
    expect([first, second, third, back].map(({ names }) => names)).toEqual([["e", "d"], ["c", "b"], ["a"], ["c", "b"]]);
    expect([first.previousCursor, third.nextCursor]).toEqual([null, null]);
  });

  test("subscriptions are server-sent events that end when the client disconnects", async () => {
    await using world = await makeWorld({ singleProcess: USES_INTERNALS });
    const visitor = world.visitor();
    await visitor.post("/api/auth/sign-in/anonymous");
    const stop = new AbortController();
    const response = await visitor.fetch("/api/trpc/loadout.changes", { signal: stop.signal });
    expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
    const events = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    await vi.waitUntil(() => world.context.streams.count === 1);
    const loadout = createStarterLoadout(world.context.arsenals.bf4, "recon");
    const id = crypto.randomUUID();
    await visitor.trpc.loadout.save.mutate({ id, name: "Watched", loadout, seenVersion: 0 });
    let reported = "";
    while (!reported.includes(id)) reported += (await events?.read())?.value ?? "";
    expect(reported).toContain(`data: {"what":"loadout","id":"${id}"}`);
    stop.abort();
    await vi.waitUntil(() => world.context.streams.count === 0);
  });

  test("a response contains a result with data", async () => {
    const body = await (await fetchCall("arsenal.overview")).json();
    expect(Object.keys(body)).toEqual(["result"]);
    expect(Object.keys(body.result)).toEqual(["data"]);
  });

  test.for([
    ["an unknown procedure", "arsenal.nothing", 404],
    ["input of the wrong kind", `arsenal.weapon?input=${encodeInput({ game: "bf3", id: 1 })}`, 400],
    ["input that is not JSON", "arsenal.weapon?input={", 400],
    ["a refused call", `arsenal.weapon?input=${encodeInput({ game: "bf4", id: "railgun" })}`, 404],
    ["an unauthenticated caller", "folder.list", 401],
  ] as const)("a response to %s contains an error with a numeric code and a message", async ([, path, status]) => {
    const response = await fetchCall(path);
    expect(response.status).toBe(status);
    const { error } = await response.json();
    expect(error).toMatchObject({
      code: expect.any(Number),
      message: expect.any(String),
      data: { httpStatus: status },
    });
    expect(error.data.stack).toBeUndefined();
  });

  test("a refused call returns its error code and message", async () => {
    const { error } = await (await fetchCall("folder.list")).json();
    expect(error.message).toBe("Your session has expired. Please sign in again.");
    expect(error.data.fault).toEqual({ code: "signed_out", details: {} });
  });
});
