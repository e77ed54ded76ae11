// P1 to P4: the most frequent requests on the built server, in responses per second, compared with a conventional server (the
// peer) and with a bare server that sends the same bytes (the limit).
import { findFreePort } from "#test/harness/processes/free-port.ts";
import { measureResponsesPerSecond, type Target } from "./load.ts";
import { type Goal, lazy, type Measurement } from "./measurement.ts";
import {
  createTargetFactory,
  createTempFolder,
  type Site,
  signUpForCookie,
  startBare,
  startProgram,
  startSite,
} from "./servers.ts";

const ROUNDS = 5;
const BATCH = [...Array(5).fill("provider.list"), ...Array(5).fill("arsenal.overview")].join(",");
const BIG_CATALOGUE = `/api/trpc/arsenal.list?input=${encodeURIComponent('{"game":"bf4"}')}`;

const getSite = lazy(async () => {
  const createdSite = await startSite();
  await saveFolder(createdSite.origin, createdSite.cookie);
  return createdSite;
});

/** Saves a folder, so that the measured query has a row to read. */
async function saveFolder(origin: string, cookie: string): Promise<void> {
  const headers = { "content-type": "application/json", origin, cookie };
  const body = JSON.stringify({ id: crypto.randomUUID(), name: "A folder" });
  const response = await fetch(`${origin}/api/trpc/folder.save`, { method: "POST", headers, body });
  if (!response.ok) throw new Error(`No folder could be saved: ${response.status}`);
}

type TargetSource = Pick<Site, "createTarget" | "origin">;

/** Starts a server with the account library's defaults and one user. */
export const getPeerAccounts = lazy(async (): Promise<TargetSource> => {
  const [port, folder] = [String(await findFreePort()), await createTempFolder()];
  const origin = `http://localhost:${port}`;
  await startProgram(["bench/peer-accounts.ts"], `${origin}/api/auth/ok`, {
    PORT: port,
    VAR_DIR: folder,
    LOG_LEVEL: "silent",
  });
  return { origin, createTarget: createTargetFactory(origin, await signUpForCookie(origin)) };
});

const getPeerQueries = lazy(async (): Promise<TargetSource> => {
  const [port, accountsPort] = [String(await findFreePort()), String(await findFreePort())];
  const origin = `http://localhost:${port}`;
  await startProgram(["bench/peer-queries.ts"], `http://127.0.0.1:${port}/api/trpc/provider.list`, {
    PORT: port,
    ACCOUNTS_PORT: accountsPort,
  });
  const home = `http://localhost:${accountsPort}`;
  const cookie = await signUpForCookie(home);
  await saveFolder(home, cookie);
  return { origin, createTarget: createTargetFactory(origin, cookie) };
});

type HotCall = {
  id: string;
  name: string;
  goals: readonly Goal[];
  getPeer: () => Promise<TargetSource>;
  target: (createTarget: Site["createTarget"]) => Target;
};

function createMeasurement({ id, name, goals, getPeer, target }: HotCall): Measurement {
  const getBareTarget = lazy(async () => startBare(target((await getSite()).createTarget)));
  return {
    id,
    name: `${name} (answers a second)`,
    goals,
    rounds: ROUNDS,
    ours: async () => measureResponsesPerSecond(target((await getSite()).createTarget)),
    peer: async () => measureResponsesPerSecond(target((await getPeer()).createTarget)),
    limit: async () => measureResponsesPerSecond(await getBareTarget()),
  };
}

export const hotCalls: readonly Measurement[] = [
  createMeasurement({
    id: "P1",
    name: "get-session, signed in",
    goals: [{ baseline: "peer", atLeast: 8 }],
    getPeer: getPeerAccounts,
    target: (createTarget) => createTarget("/api/auth/get-session", "signed-in"),
  }),
  createMeasurement({
    id: "P2",
    name: "a small query, signed out",
    goals: [{ baseline: "limit", atLeast: 0.25 }],
    getPeer: getPeerQueries,
    target: (createTarget) => createTarget("/api/trpc/provider.list"),
  }),
  createMeasurement({
    id: "P2",
    name: "a query of one row, signed in",
    goals: [],
    getPeer: getPeerQueries,
    target: (createTarget) => createTarget("/api/trpc/folder.list", "signed-in"),
  }),
  createMeasurement({
    id: "P3",
    name: "a batch of ten queries",
    goals: [],
    getPeer: getPeerQueries,
    target: (createTarget) => createTarget(`/api/trpc/${BATCH}?batch=1`),
  }),
  createMeasurement({
    id: "P4",
    name: "the largest catalogue, compressed",
    goals: [],
    getPeer: getPeerQueries,
    target: (createTarget) => createTarget(BIG_CATALOGUE, "signed-out", { "Accept-Encoding": "br" }),
  }),
];
