// P1 to P4: what is asked most, on the built server, in answers a second; beside the usual way, and beside a bare server
// that has the same bytes ready.
import { freePort } from "#test/harness/processes/free-port.ts";
import { perSecond, type Target } from "./load.ts";
import { type Goal, type Measurement, shared } from "./measurement.ts";
import { asking, cookieFrom, ownFolder, type Site, start, startBare, startSite } from "./servers.ts";

const ROUNDS = 5;
const BATCH = [...Array(5).fill("provider.list"), ...Array(5).fill("arsenal.overview")].join(",");
const LARGEST = `/api/trpc/arsenal.list?input=${encodeURIComponent('{"game":"bf4"}')}`;

const site = shared(async () => {
  const made = await startSite();
  await saveFolder(made.origin, made.cookie);
  return made;
});

/** One row to read. */
async function saveFolder(origin: string, cookie: string): Promise<void> {
  const headers = { "content-type": "application/json", origin, cookie };
  const body = JSON.stringify({ id: crypto.randomUUID(), name: "A folder" });
  const answer = await fetch(`${origin}/api/trpc/folder.save`, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(`No folder could be saved: ${answer.status}`);
}

type Asks = Pick<Site, "asks" | "origin">;

/** The account library with its defaults, and one person. */
export const usualAccounts = shared(async (): Promise<Asks> => {
  const [port, folder] = [String(await freePort()), await ownFolder()];
  const origin = `http://localhost:${port}`;
  await start(["bench/peer-accounts.ts"], `${origin}/api/auth/ok`, {
    PORT: port,
    VAR_DIR: folder,
    LOG_LEVEL: "silent",
  });
  return { origin, asks: asking(origin, await cookieFrom(origin)) };
});

const queries = shared(async (): Promise<Asks> => {
  const [port, accountsPort] = [String(await freePort()), String(await freePort())];
  const origin = `http://localhost:${port}`;
  await start(["bench/peer-queries.ts"], `http://127.0.0.1:${port}/api/trpc/provider.list`, {
    PORT: port,
    ACCOUNTS_PORT: accountsPort,
  });
  const home = `http://localhost:${accountsPort}`;
  const cookie = await cookieFrom(home);
  await saveFolder(home, cookie);
  return { origin, asks: asking(origin, cookie) };
});

type HotCall = {
  id: string;
  name: string;
  goals: readonly Goal[];
  usual: () => Promise<Asks>;
  target: (asks: Site["asks"]) => Target;
};

function hot({ id, name, goals, usual, target }: HotCall): Measurement {
  const bare = shared(async () => startBare(target((await site()).asks)));
  return {
    id,
    name: `${name} (answers a second)`,
    goals,
    rounds: ROUNDS,
    ours: async () => perSecond(target((await site()).asks)),
    peer: async () => perSecond(target((await usual()).asks)),
    limit: async () => perSecond(await bare()),
  };
}

export const hotCalls: readonly Measurement[] = [
  hot({
    id: "P1",
    name: "get-session, signed in",
    goals: [{ of: "peer", atLeast: 8 }],
    usual: usualAccounts,
    target: (asks) => asks("/api/auth/get-session", "signed-in"),
  }),
  hot({
    id: "P2",
    name: "a small query, signed out",
    goals: [{ of: "limit", atLeast: 0.25 }],
    usual: queries,
    target: (asks) => asks("/api/trpc/provider.list"),
  }),
  hot({
    id: "P2",
    name: "a query of one row, signed in",
    goals: [],
    usual: queries,
    target: (asks) => asks("/api/trpc/folder.list", "signed-in"),
  }),
  hot({
    id: "P3",
    name: "a batch of ten queries",
    goals: [],
    usual: queries,
    target: (asks) => asks(`/api/trpc/${BATCH}?batch=1`),
  }),
  hot({
    id: "P4",
    name: "the largest catalogue, compressed",
    goals: [],
    usual: queries,
    target: (asks) => asks(LARGEST, "signed-out", { "Accept-Encoding": "br" }),
  }),
];
