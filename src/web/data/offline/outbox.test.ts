import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createDeviceStore } from "#test/harness/device-store.ts";
import type { PendingCall } from "./pending.ts";

const device = createDeviceStore();
vi.mock("./store.ts", () => device.store);

const {
  changeOwner,
  clearOthers,
  commit,
  discard,
  dropConflict,
  readPendingMutations: readWaiting,
  sendNow,
  showChanges,
} = await import("./outbox.ts");
const { conflictAbout, outboxState } = await import("./pending.ts");

const OWNER = "owner";
const LOADOUT = { game: "bf4", vehicleClassId: "tank", parts: {} } as const;

type Call = { path: string; input: { id: string; name?: string; seenVersion?: number } };

/** Loadouts by id on the server, and what became of the calls that reached it. */
let server: Record<string, { name: string; version: number }>;
let arrived: string[];
/** What happens to a request in place of, or after, its handling. */
let disturb: (calls: readonly Call[]) => Promise<Response | "drop the answer" | null>;

const refuse = (code: string, httpStatus: number, details: object = {}) => ({
  error: { message: "As on the wire", code: -32000, data: { code: "X", httpStatus, fault: { code, details } } },
});

function handle({ path, input }: Call): object {
  arrived.push(`${path} ${input.name ?? input.id}`);
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
  const calls = paths.map((path, at) => ({ path, input: inputs[at] ?? { id: "" } }));
  const instead = await disturb(calls);
  if (instead instanceof Response) return instead;
  const answers = calls.map(handle);
  if (instead) throw new TypeError("Failed to fetch");
  return Response.json(answers);
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
  arrived = [];
  disturb = async () => null;
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

const lose: typeof disturb = () => Promise.reject(new TypeError("Failed to fetch"));
/** Ends the calls that hang. */
let endHanging: (() => void)[] = [];
const hang: typeof disturb = () =>
  new Promise((_, reject) => endHanging.push(() => reject(new TypeError("Failed to fetch"))));

const getNames = async () => (await readWaiting(OWNER)).map(({ name }) => name);

describe("a change", () => {
  test("is stored before its request, and removed by its answer", async () => {
    let stored: string[] = [];
    disturb = async () => {
      stored = await getNames();
      return null;
    };
    expect(await commit(OWNER, save("a", "A", 0))).toMatchObject({ name: "A", version: 1 });
    expect(stored).toEqual(["A"]);
    expect(await getNames()).toEqual([]);
    expect(server).toEqual({ a: { name: "A", version: 1 } });
  });

  test.for([
    ["no connection", lose],
    ["502 of a proxy", async () => new Response("<html>Bad gateway</html>", { status: 502 })],
    ["503 as HTML", async () => new Response("<html>", { status: 503, headers: { "content-type": "text/html" } })],
    ["504", async () => new Response("", { status: 504 })],
    ["429", async () => Response.json([refuse("too_many", 429)], { status: 429 })],
    ["a portal's page", async () => new Response("<html>Welcome to the train</html>")],
    ["a portal's JSON", async () => Response.json({ login: "needed" })],
    ["an answer that is dropped", async () => "drop the answer" as const],
  ] as const)("waits after %s, and is sent once more by the next round", async ([, how]) => {
    disturb = how;
    expect(await commit(OWNER, save("a", "A", 0))).toMatchObject({ name: "A", version: 1 });
    expect(outboxState.get().pendingMutations).toMatchObject([{ name: "A" }]);
    disturb = async () => null;
    await sendNow(OWNER);
    expect(await getNames()).toEqual([]);
    expect(server).toEqual({ a: { name: "A", version: 1 } });
  });

  test("is answered after the time limit of a call that hangs, and stays", async () => {
    vi.useFakeTimers();
    vi.stubGlobal(
      "fetch",
      (_url: string, { signal }: RequestInit) =>
        new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
    );
    const answer = commit(OWNER, save("a", "A", 0));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await answer).toMatchObject({ name: "A" });
    expect(await getNames()).toEqual(["A"]);
  });

  test("names its owner", async () => {
    await commit(OWNER, save("a", "A", 0));
    const [, options] = vi.mocked(fetch).mock.calls[0] ?? [];
    expect(new Headers(options?.headers).get("x-locker-owner")).toBe(OWNER);
  });

  test("stays while the session is over or another person's, unless a call waits for it", async () => {
    disturb = lose;
    await commit(OWNER, save("a", "A", 0));
    disturb = async (calls) =>
      Response.json(
        calls.map(() => refuse("signed_out", 401)),
        { status: 401 },
      );
    await expect(commit(OWNER, save("b", "B", 0))).rejects.toMatchObject({ status: 401 });
    expect(outboxState.get()).toMatchObject({ phase: "signed-out", pendingMutations: [{ name: "A" }] });
  });

  test("that is refused is forgotten where a call waits for it, and stays for a person where none does", async () => {
    disturb = lose;
    await commit(OWNER, save("a", "A", 0));
    disturb = async (calls) =>
      Response.json(
        calls.map(() => refuse("locker_full", 409)),
        { status: 409 },
      );
    await expect(commit(OWNER, save("b", "B", 0))).rejects.toThrow();
    expect(await readWaiting(OWNER)).toMatchObject([{ name: "A", refusal: { kind: "refused" } }]);
  });

  test("that another tab has sent is answered", async () => {
    disturb = hang;
    const answer = commit(OWNER, save("a", "A", 0));
    await vi.waitFor(async () => expect(await getNames()).toEqual(["A"]));
    device.values.clear();
    await showChanges(OWNER);
    expect(await answer).toMatchObject({ name: "A", version: 1 });
  });

  test("that another tab has sent, and the server has refused, is refused once", async () => {
    disturb = hang;
    const answer = commit(OWNER, save("a", "A", 0)).catch((error: Error) => error.message);
    await vi.waitFor(async () => expect(await getNames()).toEqual(["A"]));
    const refusal = { kind: "refused", error: { message: "Not so.", data: null } };
    const [[key = "", change] = []] = device.values;
    device.values.set(key, { ...Object(change), refusal });
    await showChanges(OWNER);
    expect(await answer).toBe("Not so.");
    expect(await getNames()).toEqual([]);
  });

  test("is sent once by two rounds at the same time, also without locks", async () => {
    disturb = lose;
    await commit(OWNER, save("a", "A", 0));
    disturb = async () => null;
    arrived = [];
    await Promise.all([sendNow(OWNER), sendNow(OWNER)]);
    expect(arrived).toEqual(["loadout.save A"]);
  });

  test("that is answered after a sign-out leaves no loadout on this device", async () => {
    disturb = async () => {
      localStorage.removeItem("person");
      return null;
    };
    await commit(OWNER, save("a", "A", 0));
    expect([...device.values.keys()]).toEqual([]);
  });
});

describe("several changes", () => {
  test("about one thing are sent in their order, others at the same time", async () => {
    vi.stubGlobal("navigator", { onLine: false });
    for (const call of [save("a", "A1", 0), save("a", "A2", 1), save("b", "B", 0), remove("c")])
      await commit(OWNER, call);
    vi.stubGlobal("navigator", { onLine: true });
    await sendNow(OWNER);
    expect(arrived).toEqual(["loadout.save A1", "loadout.save B", "loadout.remove c", "loadout.save A2"]);
    expect(server).toEqual({ a: { name: "A2", version: 2 }, b: { name: "B", version: 1 } });
    expect(await getNames()).toEqual([]);
  });

  test("wait for one another's answers, although the first answer was lost", async () => {
    disturb = async () => "drop the answer";
    await commit(OWNER, save("a", "A1", 0));
    await commit(OWNER, save("a", "A2", 1));
    disturb = async () => null;
    await sendNow(OWNER);
    expect(server).toEqual({ a: { name: "A2", version: 2 } });
  });

  test("of which one meets another save hold back what follows it, and nothing else", async () => {
    server["a"] = { name: "Theirs", version: 5 };
    await expect(commit(OWNER, save("a", "Mine", 1))).rejects.toThrow();
    disturb = lose;
    await commit(OWNER, save("a", "Mine again", 2));
    await commit(OWNER, save("b", "B", 0));
    disturb = async () => null;
    await sendNow(OWNER);
    expect(conflictAbout(await readWaiting(OWNER), "a")).toMatchObject({ kind: "changed" });
    expect(conflictAbout(await readWaiting(OWNER), "b")).toBeNull();
    expect(server).toEqual({ a: { name: "Theirs", version: 5 }, b: { name: "B", version: 1 } });
    await dropConflict("a");
    expect(await getNames()).toEqual([]);
  });

  test("of which one met another save: the save that decides it takes its place", async () => {
    server["a"] = { name: "Theirs", version: 5 };
    await expect(commit(OWNER, save("a", "Mine", 1))).rejects.toThrow();
    expect(await getNames()).toEqual(["Mine"]);
    expect(await commit(OWNER, save("a", "Mine", 5))).toMatchObject({ version: 6 });
    expect(await getNames()).toEqual([]);
  });

  test("of which one met another save: one on top of it meets that again, and takes the place of all", async () => {
    server["a"] = { name: "Theirs", version: 2 };
    disturb = lose;
    await commit(OWNER, save("a", "A1", 1));
    await commit(OWNER, save("a", "A2", 2));
    disturb = async () => null;
    await sendNow(OWNER);
    expect(await getNames()).toEqual(["A1", "A2"]);
    await expect(commit(OWNER, save("a", "A3", 1))).rejects.toThrow();
    expect(server["a"]).toEqual({ name: "Theirs", version: 2 });
    expect(await readWaiting(OWNER)).toMatchObject([{ name: "A3", refusal: { kind: "changed" } }]);
  });

  test("of which one is discarded: what follows it does not sweep away what was saved elsewhere", async () => {
    disturb = lose;
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
    disturb = async () => null;
    await sendNow(OWNER);
    expect(server["a"]).toEqual({ name: "Theirs", version: 2 });
    await dropConflict("a");
    expect((await readWaiting(OWNER)).map(({ input }) => input)).toMatchObject([{ seenVersion: 1 }]);
  });

  test("are not sent once they were taken back", async () => {
    vi.stubGlobal("navigator", { onLine: false });
    await commit(OWNER, remove("a"));
    vi.stubGlobal("navigator", { onLine: true });
    await Promise.all([sendNow(OWNER), commit(OWNER, restore("a"))]);
    expect(arrived.filter((call) => call.startsWith("loadout.remove"))).toHaveLength(
      arrived.filter((call) => call.startsWith("loadout.restore")).length,
    );
  });

  test.for(["never sent", "sent with its answer lost"])("a deletion that was %s is restored", async (how) => {
    if (how === "never sent") vi.stubGlobal("navigator", { onLine: false });
    disturb = lose;
    await commit(OWNER, remove("a"));
    await commit(OWNER, restore("a"));
    expect((await readWaiting(OWNER)).map(({ call }) => call)).toEqual(
      how === "never sent" ? [] : ["loadout.remove", "loadout.restore"],
    );
  });

  test("move from a guest to their account, behind its own", async () => {
    vi.stubGlobal("navigator", { onLine: false });
    await commit(OWNER, save("a", "Guest's", 0));
    await commit("account", save("b", "Account's", 0));
    await changeOwner({ id: OWNER, name: "", isGuest: true }, { id: "account", name: "", isGuest: false });
    expect((await readWaiting("account")).map(({ name }) => name)).toEqual(["Account's", "Guest's"]);
    expect(await getNames()).toEqual([]);
  });
});

test("what waits for another person is deleted once the newest of it is 30 days old, readable or not", async () => {
  const daysAgo = (days: number) => ({ at: new Date(Date.now() - days * 86_400_000).toISOString() });
  await clearOthers(OWNER);
  const [, isExpired] = device.store.removeOthers.mock.lastCall ?? [];
  expect(isExpired?.([daysAgo(40), daysAgo(29)])).toBe(false);
  expect(isExpired?.([daysAgo(40), daysAgo(31)])).toBe(true);
  expect(isExpired?.(["no change"])).toBe(true);
});

describe("what is stored", () => {
  test("by 0.2.0 is sent, with what had been sent in its place before it", async () => {
    const written = { id: "change", name: "A3", at: "2026-01-01T00:00:00.000Z" };
    const sent = { ...save("a", "A2", 1).input };
    const change = { ...save("a", "A3", 1), ...written, tried: [sent] };
    await device.store.writeAll("outbox", OWNER, [["", [change]]]);
    server["a"] = { name: "A2", version: 2 };
    await sendNow(OWNER);
    expect(server).toEqual({ a: { name: "A3", version: 3 } });
    expect(await getNames()).toEqual([]);
  });

  test("and cannot be read is set aside, and holds nothing back", async () => {
    const broken = { call: "loadout.save", input: { id: "a" }, id: "broken", name: "", at: "" };
    await device.store.writeAll("outbox", OWNER, [["", [broken, "nonsense"]]]);
    await commit(OWNER, save("b", "B", 0));
    expect(server).toEqual({ b: { name: "B", version: 1 } });
    expect(outboxState.get()).toMatchObject({ pendingMutations: [], unreadable: 2 });
  });
});
