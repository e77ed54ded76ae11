// P8: sign-ins, twenty at once, and the time of another user's session call during them; beside the account library
// with its defaults, and beside the hashing alone.
import { hash, verify } from "@node-rs/argon2";
import { usualAccounts } from "./hot-calls.ts";
import { slowestOf100 } from "./load.ts";
import { type Measurement, shared } from "./measurement.ts";
import { ACCOUNT, type Site, startSite } from "./servers.ts";

const AT_ONCE = 20;
const SECONDS = 3;
const ROUNDS = 3;
/** As the site hashes: the rest of a sign-in comes on top. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const HASHING_AT_ONCE = 2;

type Place = Pick<Site, "asks" | "origin">;

const site = shared(() => startSite());

let addresses = 0;

/** Each from an address of its own, as people are. */
async function signIn({ origin, asks }: Place): Promise<void> {
  const { url, headers } = asks("/api/auth/sign-in/email");
  addresses += 1;
  const address = `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
  const answer = await fetch(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json", origin, "x-forwarded-for": address },
    body: JSON.stringify(ACCOUNT),
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`A sign-in at ${origin} answered ${answer.status}`);
}

/** How often the task is done a second, so many at once; until the time is over, or the other work is. */
async function oftenPerSecond(task: () => Promise<void>, atOnce: number, until?: Promise<unknown>): Promise<number> {
  const began = performance.now();
  let [done, isOver] = [0, false];
  until?.finally(() => {
    isOver = true;
  });
  const goesOn = () => (until ? !isOver : performance.now() - began < SECONDS * 1000);
  const one = async () => {
    for (; goesOn(); done += 1) await task();
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return (done / (performance.now() - began)) * 1000;
}

async function hashesPerSecond(): Promise<number> {
  const hashed = await hash(ACCOUNT.password, COST);
  return oftenPerSecond(async () => void (await verify(hashed, ACCOUNT.password)), HASHING_AT_ONCE);
}

const session = ({ asks }: Place) => slowestOf100(asks("/api/auth/get-session", "signed-in"));

/** The session's slowest of a hundred, while twenty sign in. */
async function sessionDuring(place: Place): Promise<number> {
  const measured = session(place);
  await oftenPerSecond(() => signIn(place), AT_ONCE, measured);
  return measured;
}

export const signIns: readonly Measurement[] = [
  {
    id: "P8",
    name: "sign-ins a second, twenty at once",
    goals: [{ of: "peer", atLeast: 3 }],
    rounds: ROUNDS,
    ours: async () => {
      const place = await site();
      return oftenPerSecond(() => signIn(place), AT_ONCE);
    },
    peer: async () => {
      const place = await usualAccounts();
      return oftenPerSecond(() => signIn(place), AT_ONCE);
    },
    limit: hashesPerSecond,
  },
  {
    id: "P8",
    name: "get-session during sign-ins, the slowest of a hundred (time; the limit is our own without sign-ins)",
    goals: [{ of: "limit", atMost: 5 }],
    rounds: ROUNDS,
    ours: async () => sessionDuring(await site()),
    peer: async () => sessionDuring(await usualAccounts()),
    limit: async () => session(await site()),
  },
];
