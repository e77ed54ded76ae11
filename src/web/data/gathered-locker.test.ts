import { QueryClient } from "@tanstack/react-query";
import { createTRPCClient } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { expect, test } from "vitest";
import type { AppRouter } from "#api";
import {
  fetchLocker,
  getCachedLoadouts,
  type LockerClients,
  refetchLoadouts,
  showChange,
  updateCachedLoadouts,
} from "./gathered-locker.ts";

type Answer = { items: object[]; cursors: object[]; nextCursor?: object | null };
type Input = { order: string; cursor: { id: string } | null };

const createItems = (ids: string) =>
  [...ids].map((id) => ({ id, place: id, updatedAt: "2026-01-01T00:00:00.000Z", deletedAt: null }));
const createCursor = (id: string) => ({ key: id, id });
const getIds = (items: readonly { id: string }[]) => items.map(({ id }) => id).join("");

/** Returns clients of a server that answers a page of the locker with the result of `respond`, and the cursors of the calls. */
function createClients(respond: (cursor: string | null, path: string) => Promise<Answer>) {
  const calls: (string | null)[] = [];
  const client = createTRPCClient<AppRouter>({
    links: [
      () =>
        ({ op }) =>
          observable((observer) => {
            const { cursor: position, order } = op.input as Input;
            if (op.path === "loadout.list" && order !== "own")
              throw new Error(`A changed loadout moves in the order "${order}".`);
            const cursor = position?.id ?? null;
            calls.push(cursor);
            respond(cursor, op.path).then(
              (data) => {
                observer.next({ result: { type: "data", data } });
                observer.complete();
              },
              (error) => observer.error(error),
            );
          }),
    ],
  });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const clients: LockerClients = { client, queryClient, trpc: createTRPCOptionsProxy({ client, queryClient }) };
  return { clients, calls };
}

const PAGES: Readonly<Record<string, Answer>> = {
  "": { items: createItems("ab"), cursors: [createCursor("b"), createCursor("d")] },
  b: { items: createItems("cd"), cursors: [], nextCursor: createCursor("d") },
  d: { items: createItems("de"), cursors: [], nextCursor: null },
};

const readPage = async (cursor: string | null): Promise<Answer> => PAGES[cursor ?? ""] ?? { items: [], cursors: [] };

test("the first page is shown while the others are read side by side, and each loadout is listed once", async () => {
  const others = Promise.withResolvers<void>();
  const { clients, calls } = createClients(async (cursor) => {
    if (cursor) await others.promise;
    return readPage(cursor);
  });
  const pendingLocker = fetchLocker(clients);
  await expect.poll(() => calls).toEqual([null, "b", "d"]);
  expect(getIds(getCachedLoadouts(clients))).toBe("ab");
  others.resolve();
  expect(getIds(await pendingLocker)).toBe("abcde");
  expect(getIds(getCachedLoadouts(clients))).toBe("abcde");
});

test("loadouts that are added between two pages are read, and a page that reaches into the next one is enough", async () => {
  const pages: Readonly<Record<string, Answer>> = {
    ...PAGES,
    b: { items: createItems("c"), cursors: [], nextCursor: createCursor("c") },
    c: { items: createItems("xd"), cursors: [], nextCursor: createCursor("d") },
  };
  const { clients, calls } = createClients(async (cursor) => pages[cursor ?? ""] ?? readPage(cursor));
  expect(getIds(await fetchLocker(clients))).toBe("abcdex");
  expect(calls).toEqual([null, "b", "d", "c"]);
});

test("a locker that is fetched again is replaced as a whole", async () => {
  let respond = readPage;
  const { clients } = createClients((cursor) => respond(cursor));
  await fetchLocker(clients);
  respond = async () => ({ items: createItems("xa"), cursors: [] });
  expect(getIds(await fetchLocker(clients))).toBe("ax");
  expect(getIds(getCachedLoadouts(clients))).toBe("xa");
});

test("a page that is not answered fails the fetch and leaves what was shown", async () => {
  const { clients } = createClients(async (cursor) => {
    if (cursor === "d") throw new Error("No answer");
    return readPage(cursor);
  });
  await expect(fetchLocker(clients)).rejects.toThrow("No answer");
  expect(getIds(getCachedLoadouts(clients))).toBe("ab");
});

test("a change while pages are read stays", async () => {
  const { clients, calls } = createClients(async (cursor) => (cursor ? new Promise<Answer>(() => {}) : readPage(null)));
  fetchLocker(clients).catch(() => {});
  await expect.poll(() => calls).toHaveLength(3);
  await updateCachedLoadouts(clients, (items) => items.filter(({ id }) => id !== "a"));
  expect(getIds(getCachedLoadouts(clients))).toBe("b");
});

test("a refused deletion shows the loadout again", async () => {
  const { clients } = createClients(readPage);
  await fetchLocker(clients);
  const undo = await showChange(clients, ["b"], (items) => items.filter(({ id }) => id !== "b"));
  expect(getIds(getCachedLoadouts(clients))).toBe("acde");
  await undo();
  expect(getIds(getCachedLoadouts(clients).toSorted((a, b) => (a.id < b.id ? -1 : 1)))).toBe("abcde");
});

test("loadouts are fetched again if a change follows while they are fetched", async () => {
  const responses = [Promise.withResolvers<Answer>(), Promise.withResolvers<Answer>()];
  let count = 0;
  const { clients } = createClients(async (cursor, path) =>
    path === "loadout.byIds" ? (responses[count++]?.promise as Promise<Answer>) : readPage(cursor),
  );
  await fetchLocker(clients);
  const fetches = [refetchLoadouts(clients, ["b"])];
  await expect.poll(() => count).toBe(1);
  fetches.push(refetchLoadouts(clients, ["b"]));
  await expect.poll(() => count).toBe(2);
  responses[1]?.resolve([{ ...createItems("b")[0], name: "new" }] as never);
  responses[0]?.resolve([{ ...createItems("b")[0], name: "old" }] as never);
  await Promise.all(fetches);
  expect(getCachedLoadouts(clients).find(({ id }) => id === "b")).toMatchObject({ name: "new" });
});
