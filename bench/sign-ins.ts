// P8: the rate of twenty concurrent sign-ins, and the time of another user's session call during them, compared with the account
// library's defaults (the peer) and with hashing alone (the limit).
import { hash, verify } from "@node-rs/argon2";
import { getPeerAccounts } from "./hot-calls.ts";
import { measureP99Ms } from "./load.ts";
import { lazy, type Measurement } from "./measurement.ts";
import { ACCOUNT, type Site, startSite } from "./servers.ts";

const CONCURRENT_SIGN_INS = 20;
const SECONDS = 3;
const ROUNDS = 3;
/** The site's hash parameters. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const CONCURRENT_HASHES = 2;

type Place = Pick<Site, "createTarget" | "origin">;

const getSite = lazy(() => startSite());

let addresses = 0;

/** Signs in from a new client address each time. */
async function signIn({ origin, createTarget }: Place): Promise<void> {
  const { url, headers } = createTarget("/api/auth/sign-in/email");
  addresses += 1;
  const address = `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
  const response = await fetch(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json", origin, "x-forwarded-for": address },
    body: JSON.stringify(ACCOUNT),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`A sign-in at ${origin} answered ${response.status}`);
}

/** Returns how often per second the task completes with `concurrency` tasks in parallel, until `until` settles or for `SECONDS`. */
async function measureRate(task: () => Promise<void>, concurrency: number, until?: Promise<unknown>): Promise<number> {
  const start = performance.now();
  let [done, isOver] = [0, false];
  until?.finally(() => {
    isOver = true;
  });
  const shouldContinue = () => (until ? !isOver : performance.now() - start < SECONDS * 1000);
  const runTasks = async () => {
    for (; shouldContinue(); done += 1) await task();
  };
  await Promise.all(Array.from({ length: concurrency }, runTasks));
  return (done / (performance.now() - start)) * 1000;
}

async function measureHashRate(): Promise<number> {
  const hashed = await hash(ACCOUNT.password, COST);
  return measureRate(async () => void (await verify(hashed, ACCOUNT.password)), CONCURRENT_HASHES);
}

const measureSessionCall = ({ createTarget }: Place) =>
  measureP99Ms(createTarget("/api/auth/get-session", "signed-in"));

/** Returns the 99th percentile of the session call while twenty users sign in. */
async function measureSessionDuringSignIns(place: Place): Promise<number> {
  const measurement = measureSessionCall(place);
  await measureRate(() => signIn(place), CONCURRENT_SIGN_INS, measurement);
  return measurement;
}

export const signIns: readonly Measurement[] = [
  {
    id: "P8",
    name: "sign-ins a second, twenty at once",
    goals: [{ baseline: "peer", atLeast: 3 }],
    rounds: ROUNDS,
    ours: async () => {
      const site = await getSite();
      return measureRate(() => signIn(site), CONCURRENT_SIGN_INS);
    },
    peer: async () => {
      const peer = await getPeerAccounts();
      return measureRate(() => signIn(peer), CONCURRENT_SIGN_INS);
    },
    limit: measureHashRate,
  },
  {
    id: "P8",
    name: "get-session during sign-ins, the slowest of a hundred (time; the limit is our own without sign-ins)",
    goals: [{ baseline: "limit", atMost: 5 }],
    rounds: ROUNDS,
    ours: async () => measureSessionDuringSignIns(await getSite()),
    peer: async () => measureSessionDuringSignIns(await getPeerAccounts()),
    limit: async () => measureSessionCall(await getSite()),
  },
];
