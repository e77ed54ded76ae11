import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createDeviceStore } from "#test/harness/device-store.ts";
import type { PendingCall } from "./pending.ts";

const device = createDeviceStore();
vi.mock("./store.ts", () => device.store);

const {
  changeOwner,
  clearOtherUsers: clearOthers,
  commit,
  discard,
  dropConflict,
  readPendingMutations: readWaiting,
  sendNow,
  showChanges,
} = await import("./outbox.ts");
const { getConflict: conflictAbout, outboxState } = await import("./pending.ts");

const OWNER = "owner";
const LOADOUT = { game: "bf4", vehicleClassId: "tank", parts: {} } as const;

type Call = { path: string; input: { id: string; name?: string; seenVersion?: number } };

/** The loadouts on the server by id, and the calls that it has received. */
let server: Record<string, { name: string; version: number }>;
let receivedCalls: string[];
/** Intercepts a request: may reject, respond in place of the server, or drop the server's response. */
let interceptRequest: (calls: readonly Call[]) => Promise<Response | "drop the answer" | null>;

const refuse = (code: string, httpStatus: number, details: object = {}) => ({
  error: { message: "As on the wire", code: -32000, data: { code: "X", httpStatus, fault: { code, details } } },
});

function handle({ path, input }: Call): object {
  receivedCalls.push(`${path} ${input.name ?? input.id}`);
  if (path !== "loadout.save") return { result: { data: input } };
  const { id, name = "", seenVersion = 0 } = input;
  const current = server[id];
  const saved = { id, name, note: "", tags: [], loadout: LOADOUT, version: seenVersion + 1 };
  if (current?.name === name && current.version === seenVersion + 1) return { result: { data: saved } };
  if ((current?.version ?? 0) !== seenVersion) return refuse("loadout_changed", 409, { current: current ?? null });
  server[id] = { name, version: seenVersion + 1 };
  return { result: { data: saved } };
}

async function fetchStub(url: string, { body }: { body: string }): Promise<Response> {
  if (url.includes("get-session")) return Response.json({ user: { id: OWNER } });
  const paths = url.slice(url.indexOf("trpc/") + 5, url.indexOf("?")).split(",");
  const inputs: Record<string, Call["input"]> = JSON.parse(body);
  const calls = paths.map((path, index) => ({ path, input: inputs[index] ?? { id: "" } }));
  const interception = await interceptRequest(calls);
  if (interception instanceof Response) return interception;
  const responses = calls.map(handle);
  if (interception) throw new TypeError("Failed to fetch");
  return Response.json(responses);
}

beforeEach(() => {
  const texts = new Map<string, string>([["person", JSON.stringify({ id: OWNER, name: "", isGuest: false })]]);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => texts.set(key, text),
    removeItem: (key: string) => texts.delete(key),
  });
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("fetch", vi.fn(fetchStub));
  device.values.clear();
  server = {};
  receivedCalls = [];
  interceptRequest = async () => null;
});
afterEach(() => {
  for (const end of endHanging) end();
  endHanging = [];
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const save = (id: string, name: string, seenVersion: number): PendingCall => ({
  call: "loadout.save",
  input: { id, name, note: "", tags: [], loadout: LOADOUT, seenVersion },
});
const remove = (id: string, seenVersion?: number): PendingCall => ({
  call: "loadout.remove",
  input: { id, seenVersion },
});
const restore = (id: string): PendingCall => ({ call: "loadout.restore", input: { id } });

const loseConnection: typeof interceptRequest = () => Promise.reject(new TypeError("Failed to fetch"));
/** Ends the requests that hang. */
let endHanging: (() => void)[] = [];
const hangRequest: typeof interceptRequest = () =>
  new Promise((_, reject) => endHanging.push(() => reject(new TypeError("Failed to fetch"))));

const getNames = async () => (await readWaiting(OWNER)).map(({ name }) => name);

describe("a change", () => {
  test("is stored before its request and removed after its response", async () => {
    let stored: string[] = [];
    interceptRequest = async () => {
      stored = await getNames();
      return null;
    };
    expect(await commit(OWNER, save("a", "A", 0))).toMatchObject({ name: "A", version: 1 });
    expect(stored).toEqual(["A"]);
    expect(await getNames()).toEqual([]);
    expect(server).toEqual({ a: { name: "A", version: 1 } });
  });

  test.for([
    ["no connection", loseConnection],
    ["a proxy's 502", async () => new Response("<html>Bad gateway</html>", { status: 502 })],
    ["503 as HTML", async () => new Response("<html>", { status: 503, headers: { "content-type": "text/html" } })],
    ["504", async () => new Response("", { status: 504 })],
    ["429", async () => Response.json([refuse("too_many", 429)], { status: 429 })],
    ["a portal's page", async () => new Response("<html>Welcome to the train</html>")],
    ["a portal's JSON", async () => Response.json({ login: "needed" })],
    ["a dropped response", async () => "drop the answer" as const],
  ] as const)("stays pending after %s and is sent again by the next round", async ([, intercept]) => {
    interceptRequest = intercept;
    expect(await commit(OWNER, save("a", "A", 0))).toMatchObject({ name: "A", version: 1 });
    expect(outboxState.get().pendingMutations).toMatchObject([{ name: "A" }]);
    interceptRequest = async () => null;
    await sendNow(OWNER);
    expect(await getNames()).toEqual([]);
    expect(server).toEqual({ a: { name: "A", version: 1 } });
  });

  test("gets the expected response after the time limit and stays pending", async () => {
    vi.useFakeTimers();
    vi.stubGlobal(
      "fetch",
      (_url: string, { signal }: RequestInit) =>
        new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
    );
    const response = commit(OWNER, save("a", "A", 0));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await response).toMatchObject({ name: "A" });
    expect(await getNames()).toEqual(["A"]);
  });

  test("sends its owner in a header", async () => {
    await commit(OWNER, save("a", "A", 0));
    const [, options] = vi.mocked(fetch).mock.calls[0] ?? [];
    expect(new Headers(options?.headers).get("x-locker-owner")).toBe(OWNER);
  });

  test("stays pending after the session has ended, unless a call waits for it", async () => {
    interceptRequest = loseConnection;
    await commit(OWNER, save("a", "A", 0));
    interceptRequest = async (calls) =>
      Response.json(
        calls.map(() => refuse("signed_out", 401)),
        { status: 401 },
      );
    await expect(commit(OWNER, save("b", "B", 0))).rejects.toMatchObject({ status: 401 });
    expect(outboxState.get()).toMatchObject({ phase: "signed-out", pendingMutations: [{ name: "A" }] });
  });

  test("is removed after a refusal if a call waits for it, and otherwise stays with the refusal", async () => {
    interceptRequest = loseConnection;
    await commit(OWNER, save("a", "A", 0));
    interceptRequest = async (calls) =>
      Response.json(
        calls.map(() => refuse("locker_full", 409)),
        { status: 409 },
      );
    await expect(commit(OWNER, save("b", "B", 0))).rejects.toThrow();
    expect(await readWaiting(OWNER)).toMatchObject([{ name: "A", refusal: { kind: "refused" } }]);
  });

  test("resolves after another tab has sent it", async () => {
    interceptRequest = hangRequest;
    const response = commit(OWNER, save("a", "A", 0));
    await vi.waitFor(async () => expect(await getNames()).toEqual(["A"]));
    device.values.clear();
    await showChanges(OWNER);
    expect(await response).toMatchObject({ name: "A", version: 1 });
  });

  test("rejects once after another tab has sent it and the server has refused it", async () => {
    interceptRequest = hangRequest;
    const response = commit(OWNER, save("a", "A", 0)).catch((error: Error) => error.message);
    await vi.waitFor(async () => expect(await getNames()).toEqual(["A"]));
    const refusal = { kind: "refused", error: { message: "Not so.", data: null } };
    const [[key = "", change] = []] = device.values;
    device.values.set(key, { ...Object(change), refusal });
    await showChanges(OWNER);
    expect(await response).toBe("Not so.");
    expect(await getNames()).toEqual([]);
  });

  test("is sent once by two simultaneous rounds, also without Web Locks", async () => {
    interceptRequest = loseConnection;
    await commit(OWNER, save("a", "A", 0));
    interceptRequest = async () => null;
    receivedCalls = [];
    await Promise.all([sendNow(OWNER), sendNow(OWNER)]);
    expect(receivedCalls).toEqual(["loadout.save A"]);
  });

  test("stores no loadout if the response arrives after a sign-out", async () => {
    interceptRequest = async () => {
      localStorage.removeItem("person");
      return null;
    };
    await commit(OWNER, save("a", "A", 0));
    expect([...device.values.keys()]).toEqual([]);
  });
});

describe("several changes", () => {
  test("are sent in order for the same loadout, and in parallel for different loadouts", async () => {
    vi.stubGlobal("navigator", { onLine: false });
    for (const call of [save("a", "A1", 0), save("a", "A2", 1), save("b", "B", 0), remove("c")])
      await commit(OWNER, call);
    vi.stubGlobal("navigator", { onLine: true });
    await sendNow(OWNER);
    expect(receivedCalls).toEqual(["loadout.save A1", "loadout.save B", "loadout.remove c", "loadout.save A2"]);
    expect(server).toEqual({ a: { name: "A2", version: 2 }, b: { name: "B", version: 1 } });
    expect(await getNames()).toEqual([]);
  });

  test("are sent in order even if the first response was lost", async () => {
    interceptRequest = async () => "drop the answer";
    await commit(OWNER, save("a", "A1", 0));
    await commit(OWNER, save("a", "A2", 1));
    interceptRequest = async () => null;
    await sendNow(OWNER);
    expect(server).toEqual({ a: { name: "A2", version: 2 } });
  });

  test("wait after a conflict of the same loadout, but not of another", async () => {
    server["a"] = { name: "Theirs", version: 5 };
    await expect(commit(OWNER, save("a", "Mine", 1))).rejects.toThrow();
    interceptRequest = loseConnection;
    await commit(OWNER, save("a", "Mine again", 2));
    await commit(OWNER, save("b", "B", 0));
    interceptRequest = async () => null;
    await sendNow(OWNER);
    expect(conflictAbout(await readWaiting(OWNER), "a")).toMatchObject({ kind: "changed" });
    expect(conflictAbout(await readWaiting(OWNER), "b")).toBeNull();
    expect(server).toEqual({ a: { name: "Theirs", version: 5 }, b: { name: "B", version: 1 } });
    await dropConflict("a");
    expect(await getNames()).toEqual([]);
  });

  test("a save that resolves a conflict replaces the conflicting save", async () => {
    server["a"] = { name: "Theirs", version: 5 };
    await expect(commit(OWNER, save("a", "Mine", 1))).rejects.toThrow();
    expect(await getNames()).toEqual(["Mine"]);
    expect(await commit(OWNER, save("a", "Mine", 5))).toMatchObject({ version: 6 });
    expect(await getNames()).toEqual([]);
  });

  test("a save based on a conflicting save conflicts again and replaces all pending saves", async () => {
    server["a"] = { name: "Theirs", version: 2 };
    interceptRequest = loseConnection;
    await commit(OWNER, save("a", "A1", 1));
    await commit(OWNER, save("a", "A2", 2));
    interceptRequest = async () => null;
    await sendNow(OWNER);
    expect(await getNames()).toEqual(["A1", "A2"]);
    await expect(commit(OWNER, save("a", "A3", 1))).rejects.toThrow();
    expect(server["a"]).toEqual({ name: "Theirs", version: 2 });
    expect(await readWaiting(OWNER)).toMatchObject([{ name: "A3", refusal: { kind: "changed" } }]);
  });

  test("discarding one change does not let later ones overwrite a save from another device", async () => {
    interceptRequest = loseConnection;
    await commit(OWNER, save("a", "A1", 1));
    await commit(OWNER, save("a", "A2", 2));
    await commit(OWNER, remove("a", 3));
    server["a"] = { name: "Theirs", version: 2 };
    const [first] = await readWaiting(OWNER);
    await discard(first?.id ?? "");
    expect((await readWaiting(OWNER)).map(({ input }) => input)).toMatchObject([
      { name: "A2", seenVersion: 1 },
      { seenVersion: 2 },
    ]);
    interceptRequest = async () => null;
    await sendNow(OWNER);
    expect(server["a"]).toEqual({ name: "Theirs", version: 2 });
    await dropConflict("a");
    expect((await readWaiting(OWNER)).map(({ input }) => input)).toMatchObject([{ seenVersion: 1 }]);
  });

  test("are not sent after an undo", async () => {
    vi.stubGlobal("navigator", { onLine: false });
    await commit(OWNER, remove("a"));
    vi.stubGlobal("navigator", { onLine: true });
    await Promise.all([sendNow(OWNER), commit(OWNER, restore("a"))]);
    expect(receivedCalls.filter((call) => call.startsWith("loadout.remove"))).toHaveLength(
      receivedCalls.filter((call) => call.startsWith("loadout.restore")).length,
    );
  });

  test.for(["never sent", "sent with its answer lost"])("a deletion that was %s is restored", async (state) => {
    if (state === "never sent") vi.stubGlobal("navigator", { onLine: false });
    interceptRequest = loseConnection;
    await commit(OWNER, remove("a"));
    await commit(OWNER, restore("a"));
    expect((await readWaiting(OWNER)).map(({ call }) => call)).toEqual(
      state === "never sent" ? [] : ["loadout.remove", "loadout.restore"],
    );
  });

  test("move from a guest to the account, after the account's own changes", async () => {
    vi.stubGlobal("navigator", { onLine: false });
    await commit(OWNER, save("a", "Guest's", 0));
    await commit("account", save("b", "Account's", 0));
    await changeOwner({ id: OWNER, name: "", isGuest: true }, { id: "account", name: "", isGuest: false });
    expect((await readWaiting("account")).map(({ name }) => name)).toEqual(["Account's", "Guest's"]);
    expect(await getNames()).toEqual([]);
  });
});

test("another user's pending changes are deleted when the newest is 30 days old, readable or not", async () => {
  const daysAgo = (days: number) => ({ at: new Date(Date.now() - days * 86_400_000).toISOString() });
  await clearOthers(OWNER);
  const [, isExpired] = device.store.removeOthers.mock.lastCall ?? [];
  expect(isExpired?.([daysAgo(40), daysAgo(29)])).toBe(false);
  expect(isExpired?.([daysAgo(40), daysAgo(31)])).toBe(true);
  expect(isExpired?.(["no change"])).toBe(true);
});

describe("stored changes", () => {
  test("of 0.2.0 are sent after the earlier save that may have arrived", async () => {
    const metadata = { id: "change", name: "A3", at: "2026-01-01T00:00:00.000Z" };
    const sent = { ...save("a", "A2", 1).input };
    const change = { ...save("a", "A3", 1), ...metadata, tried: [sent] };
    await device.store.writeAll("outbox", OWNER, [["", [change]]]);
    server["a"] = { name: "A2", version: 2 };
    await sendNow(OWNER);
    expect(server).toEqual({ a: { name: "A3", version: 3 } });
    expect(await getNames()).toEqual([]);
  });

  test("that cannot be read are set aside and do not block others", async () => {
    const broken = { call: "loadout.save", input: { id: "a" }, id: "broken", name: "", at: "" };
    await device.store.writeAll("outbox", OWNER, [["", [broken, "nonsense"]]]);
    await commit(OWNER, save("b", "B", 0));
    expect(server).toEqual({ b: { name: "B", version: 1 } });
    expect(outboxState.get()).toMatchObject({ pendingMutations: [], unreadable: 2 });
  });
});
