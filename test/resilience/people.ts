// The users who call the site during an outage.
import { setTimeout as sleep } from "node:timers/promises";
import { starterLoadout } from "#domain/loadout/starter.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { newLoadout } from "#test/harness/data/lockers.ts";
import type { Visitor } from "#test/harness/visitor.ts";

export const PASSWORD = "correct horse battery";

let people = 0;

/** Signs up, and is signed in by it. */
export async function newPerson(visitor: Visitor): Promise<{ email: string; answer: Response }> {
  people += 1;
  const email = `person-${people}-${process.pid}@example.com`;
  const answer = await visitor.post("/api/auth/sign-up/email", { name: `Person ${people}`, email, password: PASSWORD });
  return { email, answer };
}

export const signIn = (visitor: Visitor, email: string, password = PASSWORD): Promise<Response> =>
  visitor.post("/api/auth/sign-in/email", { email, password });

const LOADOUT = starterLoadout(ARSENALS.bf4, "assault");

/** What a save of a new loadout sends. */
export const loadoutBody = (id: string = crypto.randomUUID()) => ({ ...newLoadout(LOADOUT), id });

/** Saves a new loadout as a bare call, so that every answer can be looked at. */
export const save = (visitor: Visitor, id?: string): Promise<Response> =>
  visitor.post("/api/trpc/loadout.save", loadoutBody(id));

type Cursor = { key: string; id: string };

/** The ids of the visitor's loadouts, as the list returns them. */
export async function savedIds(visitor: Visitor): Promise<Set<string>> {
  const ids = new Set<string>();
  for (let cursor: Cursor | undefined; ; ) {
    const { items, nextCursor } = await visitor.trpc.loadout.list.query({ ...(cursor && { cursor }) });
    for (const { id } of items) ids.add(id);
    if (!nextCursor) return ids;
    cursor = nextCursor;
  }
}

export type Write = { id: string; status: number; at: number; ms: number };

/** Below the 240 calls that one may make in a minute. */
const WRITES_A_SECOND_EACH = 3;

/** People who save loadouts all the time, so many a second together. */
export async function startWriting(site: { visitor(): Visitor }, perSecond: number) {
  const people = Array.from({ length: Math.ceil(perSecond / WRITES_A_SECOND_EACH) }, () => site.visitor());
  for (const person of people) await newPerson(person);
  const writes = people.map((): Write[] => []);
  const over = new AbortController();
  const pauseMs = (1000 * people.length) / perSecond;
  const began = performance.now();
  const running = people.map(async (person, index) => {
    while (!over.signal.aborted) {
      const [id, beganAt] = [crypto.randomUUID(), performance.now()];
      const { status } = await save(person, id);
      const at = performance.now();
      writes[index]?.push({ id, status, at, ms: at - beganAt });
      await sleep(Math.max(0, pauseMs - (at - beganAt)));
    }
  });
  return {
    /** What became of each write so far, by person. */
    writes,
    /** Ends it; answers all writes, those not acknowledged, the ids of acknowledged ones that are not there, and the pace. */
    async end() {
      over.abort();
      await Promise.all(running);
      const all = writes.flat();
      const there = await Promise.all(people.map(savedIds));
      const lost = writes.flatMap((own, index) =>
        own.filter(({ id, status }) => status === 200 && !there[index]?.has(id)).map(({ id }) => id),
      );
      const refused = all.filter(({ status }) => status !== 200);
      return { all, refused, lost, perSecond: (all.length * 1000) / (performance.now() - began) };
    },
  };
}
