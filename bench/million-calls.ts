// P14: what a call costs among 1,000,000 accounts, beside the same call among 1,000 (the peer), and beside the least a call may
// be (the limit). Each call is another person's.

import type { Visitor } from "#test/harness/visitor.ts";
import { type Measurement, median } from "./measurement.ts";
import { getEmail, getLoadoutId, getSoldierId, SESSION_EVERY } from "./million-fill.ts";
import { MANY, memberOn, type Place, type PlaceIds, places, visitorOf } from "./million-places.ts";

const [ROUNDS, CALLS] = [5, 21];
/** People of an evening, who come again: what a call reads was read before, as far as it is their own. */
const PEOPLE = 30;
/** So many accounts follow each other that have a session, the first of them with a large locker. */
const [HUNDRED, NEIGHBOURS] = [100, 10];

/** People in turn: small lockers and large ones in the same order in both databases, and far apart from each other. */
function createPeople({ accounts }: Place): () => number {
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

const nextOf = new WeakMap<Place, () => number>();

/** Times a call of the next person of the site, in ms. */
export async function time(place: Place, ids: PlaceIds, call: Call): Promise<number> {
  const next = nextOf.get(place) ?? createPeople(place);
  nextOf.set(place, next);
  const account = next();
  const request = { ...place, ids, account, visitor: visitorOf(place, account) };
  const began = performance.now();
  await call(request);
  return performance.now() - began;
}

/** The median times of the same call on both sites, one call on each in turn: what else the machine does meets both. */
async function timeInTurn(call: Call) {
  const { ids, many, few } = await places();
  const times = { many: [] as number[], few: [] as number[] };
  for (let count = 0; count < CALLS; count += 1) {
    times.few.push(await time(few, ids, call));
    times.many.push(await time(many, ids, call));
  }
  return { many: median(times.many), few: median(times.few) };
}

export const name = (what: string) => `${MANY.toLocaleString("en")} accounts: ${what}`;

const inPlatoon =
  (call: (calls: Visitor["trpc"]["platoon"], platoon: { organizationId: string }) => Promise<unknown>): Call =>
  ({ ids, ...place }) =>
    call(memberOn(place, ids).trpc.platoon, { organizationId: ids.organizationId });

async function answered(answer: Promise<Response>): Promise<void> {
  const { status } = await answer;
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

const list =
  (input: object) =>
  ({ visitor }: CallRequest) =>
    visitor.trpc.loadout.list.query({ limit: 10, ...input });

const signIn = ({ world, account }: CallRequest) =>
  answered(
    world.visitor().post("/api/auth/sign-in/email", { email: getEmail(account), password: "correct horse battery" }),
  );

/** The calls that people make most, by their names in the table. */
export const FREQUENT_CALLS: Readonly<Record<string, Call>> = {
  "get-session": getSession,
  "a query of one row": ({ visitor }) => visitor.trpc.folder.list.query(),
  list: list({}),
  "list in the owner's order": list({ order: "own" }),
  "save a change": saveChange,
  "save a new one": saveNew,
  "the soldiers": ({ visitor }) => visitor.trpc.soldier.list.query(),
  "a soldier": ({ visitor, account }) => visitor.trpc.soldier.get.query({ id: getSoldierId(account) }),
  "board of a platoon": inPlatoon(({ board }, ask) => board.list.query(ask)),
  "feed of a platoon": inPlatoon(({ feed }, ask) => feed.list.query(ask)),
  "members of a platoon": inPlatoon(({ members }, ask) => members.page.query(ask)),
  "search of members of a platoon": inPlatoon(({ members }, ask) => members.page.query({ ...ask, search: "layer 19" })),
  "locker of a platoon": inPlatoon(({ locker }, ask) => locker.list.query(ask)),
  "a shared loadout": ({ visitor, ids }) => visitor.trpc.share.get.query({ id: ids.shareId }),
  "its page": ({ visitor, ids }) => answered(visitor.fetch(`/bf4?s=${ids.shareId}`)),
  "a sign-in": signIn,
};

function measured([what, call]: readonly [string, Call]): Measurement {
  let many = Number.NaN;
  return {
    id: "P14",
    name: name(`${what} (time)`),
    goals: [{ of: "peer", atMost: 1.5 }],
    rounds: ROUNDS,
    limit: async () => (await timeInTurn(({ visitor }) => visitor.trpc.provider.list.query())).few,
    async peer() {
      const times = await timeInTurn(call);
      many = times.many;
      return times.few;
    },
    ours: async () => many,
  };
}

export const callsAmongMany: readonly Measurement[] = Object.entries(FREQUENT_CALLS).map(measured);
