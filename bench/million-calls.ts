// P14: the cost of a call among 1,000,000 accounts, compared with the same call among 1,000 (the peer) and with a minimal call
// (the limit). Successive calls belong to different users.

import type { Visitor } from "#test/harness/visitor.ts";
import { type Measurement, median } from "./measurement.ts";
import { getEmail, getLoadoutId, getSoldierId, SESSION_EVERY } from "./million-fill.ts";
import {
  createAccountVisitor,
  getMemberVisitor,
  getPlaces,
  MANY_ACCOUNTS,
  type Place,
  type PlaceIds,
} from "./million-places.ts";

const [ROUNDS, CALLS] = [5, 21];
/** The users whose calls are measured in turn; because they return, the database has their own rows in memory. */
const PEOPLE = 30;
/** Of each hundred accounts, the ten with a session are used; the first of them has a large locker. */
const [HUNDRED, NEIGHBOURS] = [100, 10];

/** Returns a function that returns the next user's account: small and large lockers in the same order in both databases, far apart from each other. */
function createAccountPicker({ accounts }: Place): () => number {
  let calls = 0;
  return () => {
    const person = calls % PEOPLE;
    calls += 1;
    const hundred = (Math.floor(person / NEIGHBOURS) * 7919) % (accounts / HUNDRED);
    return hundred * HUNDRED + (person % NEIGHBOURS) * SESSION_EVERY;
  };
}

type CallRequest = Place & { ids: PlaceIds; visitor: Visitor; account: number };
type Call = (request: CallRequest) => Promise<unknown>;

const accountPickers = new WeakMap<Place, () => number>();

/** Returns the time in ms of a call by the next user of the site. */
export async function timeCall(place: Place, ids: PlaceIds, call: Call): Promise<number> {
  const pickAccount = accountPickers.get(place) ?? createAccountPicker(place);
  accountPickers.set(place, pickAccount);
  const account = pickAccount();
  const request = { ...place, ids, account, visitor: createAccountVisitor(place, account) };
  const start = performance.now();
  await call(request);
  return performance.now() - start;
}

/** Returns the median times of the same call on both sites. The sites are called alternately, so that other load on the machine affects both. */
async function timeAlternately(call: Call) {
  const { ids, many, few } = await getPlaces();
  const times = { many: [] as number[], few: [] as number[] };
  for (let count = 0; count < CALLS; count += 1) {
    times.few.push(await timeCall(few, ids, call));
    times.many.push(await timeCall(many, ids, call));
  }
  return { many: median(times.many), few: median(times.few) };
}

export const getMeasurementName = (subject: string) => `${MANY_ACCOUNTS.toLocaleString("en")} accounts: ${subject}`;

const createPlatoonCall =
  (call: (calls: Visitor["trpc"]["platoon"], platoon: { organizationId: string }) => Promise<unknown>): Call =>
  ({ ids, ...place }) =>
    call(getMemberVisitor(place, ids).trpc.platoon, { organizationId: ids.organizationId });

async function requireOk(response: Promise<Response>): Promise<void> {
  const { status } = await response;
  if (status !== 200) throw new Error(`Answered ${status}`);
}

async function getSession({ visitor, account }: CallRequest): Promise<void> {
  const { user } = await (await visitor.fetch("/api/auth/get-session")).json();
  if (user?.email !== getEmail(account)) throw new Error(`Account ${account} has no session.`);
}

async function saveChange({ visitor, account }: CallRequest): Promise<void> {
  const { id, loadout, version } = await visitor.trpc.loadout.get.query({ id: getLoadoutId(account, 0) });
  await visitor.trpc.loadout.save.mutate({ id, name: `Loadout ${version}`, loadout, seenVersion: version });
}

async function saveNew({ visitor, account }: CallRequest): Promise<void> {
  const { loadout } = await visitor.trpc.loadout.get.query({ id: getLoadoutId(account, 1) });
  await visitor.trpc.loadout.save.mutate({ id: crypto.randomUUID(), name: "One more", loadout, seenVersion: 0 });
}

const createListCall =
  (input: object) =>
  ({ visitor }: CallRequest) =>
    visitor.trpc.loadout.list.query({ limit: 10, ...input });

const signIn = ({ world, account }: CallRequest) =>
  requireOk(
    world.visitor().post("/api/auth/sign-in/email", { email: getEmail(account), password: "correct horse battery" }),
  );

/** The most frequent calls, by their names in the table. */
export const FREQUENT_CALLS: Readonly<Record<string, Call>> = {
  "get-session": getSession,
  "a query of one row": ({ visitor }) => visitor.trpc.folder.list.query(),
  list: createListCall({}),
  "list in the owner's order": createListCall({ order: "own" }),
  "save a change": saveChange,
  "save a new one": saveNew,
  "the soldiers": ({ visitor }) => visitor.trpc.soldier.list.query(),
  "a soldier": ({ visitor, account }) => visitor.trpc.soldier.get.query({ id: getSoldierId(account) }),
  "board of a platoon": createPlatoonCall(({ board }, platoon) => board.list.query(platoon)),
  "feed of a platoon": createPlatoonCall(({ feed }, platoon) => feed.list.query(platoon)),
  "members of a platoon": createPlatoonCall(({ members }, platoon) => members.page.query(platoon)),
  "search of members of a platoon": createPlatoonCall(({ members }, platoon) =>
    members.page.query({ ...platoon, search: "layer 19" }),
  ),
  "locker of a platoon": createPlatoonCall(({ locker }, platoon) => locker.list.query(platoon)),
  "a shared loadout": ({ visitor, ids }) => visitor.trpc.share.get.query({ id: ids.shareId }),
  "its page": ({ visitor, ids }) => requireOk(visitor.fetch(`/bf4?s=${ids.shareId}`)),
  "a sign-in": signIn,
};

function measureCall([what, call]: readonly [string, Call]): Measurement {
  let manyMs = Number.NaN;
  return {
    id: "P14",
    name: getMeasurementName(`${what} (time)`),
    goals: [{ baseline: "peer", atMost: 1.5 }],
    rounds: ROUNDS,
    limit: async () => (await timeAlternately(({ visitor }) => visitor.trpc.provider.list.query())).few,
    async peer() {
      const times = await timeAlternately(call);
      manyMs = times.many;
      return times.few;
    },
    ours: async () => manyMs,
  };
}

export const millionCalls: readonly Measurement[] = Object.entries(FREQUENT_CALLS).map(measureCall);
