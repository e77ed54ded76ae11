// Users who call the site in resilience tests.
import { setTimeout as sleep } from "node:timers/promises";
import { createStarterLoadout } from "#domain/loadout/starter.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { newLoadout } from "#test/harness/data/lockers.ts";
import type { Visitor } from "#test/harness/visitor.ts";

export const PASSWORD = "correct horse battery";

let people = 0;

/** Signs up a new user, who is then signed in. */
export async function signUpPerson(visitor: Visitor): Promise<{ email: string; response: Response }> {
  people += 1;
  const email = `person-${people}-${process.pid}@example.com`;
  const response = await visitor.post("/api/auth/sign-up/email", {
    name: `Person ${people}`,
    email,
    password: PASSWORD,
  });
  return { email, response };
}

export const signIn = (visitor: Visitor, email: string, password = PASSWORD): Promise<Response> =>
  visitor.post("/api/auth/sign-in/email", { email, password });

const LOADOUT = createStarterLoadout(ARSENALS.bf4, "assault");

/** Returns the input that saves a new loadout. */
export const createLoadoutInput = (id: string = crypto.randomUUID()) => ({ ...newLoadout(LOADOUT), id });

/** Saves a new loadout; returns the response, whatever its status. */
export const saveLoadout = (visitor: Visitor, id?: string): Promise<Response> =>
  visitor.post("/api/trpc/loadout.save", createLoadoutInput(id));

type Cursor = { key: string; id: string };

/** Returns the ids of the visitor's loadouts. */
export async function listSavedIds(visitor: Visitor): Promise<Set<string>> {
  const ids = new Set<string>();
  for (let cursor: Cursor | undefined; ; ) {
    const { items, nextCursor } = await visitor.trpc.loadout.list.query({ ...(cursor && { cursor }) });
    for (const { id } of items) ids.add(id);
    if (!nextCursor) return ids;
    cursor = nextCursor;
  }
}

export type Write = { id: string; status: number; time: number; ms: number };

/** Below the limit of 240 calls a minute per user. */
const WRITES_PER_SECOND_EACH = 3;

/** Starts users who save loadouts continuously, `perSecond` in all. */
export async function startWriting(site: { createVisitor(): Visitor }, perSecond: number) {
  const people = Array.from({ length: Math.ceil(perSecond / WRITES_PER_SECOND_EACH) }, () => site.createVisitor());
  for (const person of people) await signUpPerson(person);
  const writes = people.map((): Write[] => []);
  const stopSignal = new AbortController();
  const pauseMs = (1000 * people.length) / perSecond;
  const startedAt = performance.now();
  const writers = people.map(async (person, index) => {
    while (!stopSignal.signal.aborted) {
      const [id, sentAt] = [crypto.randomUUID(), performance.now()];
      const { status } = await saveLoadout(person, id);
      const respondedAt = performance.now();
      writes[index]?.push({ id, status, time: respondedAt, ms: respondedAt - sentAt });
      await sleep(Math.max(0, pauseMs - (respondedAt - sentAt)));
    }
  });
  return {
    /** The results of the writes so far, by user. */
    writes,
    /** Stops the writes; returns all writes, the refused ones, the ids of acknowledged ones that are missing, and the rate. */
    async end() {
      stopSignal.abort();
      await Promise.all(writers);
      const allWrites = writes.flat();
      const storedIds = await Promise.all(people.map(listSavedIds));
      const lostWrites = writes.flatMap((own, index) =>
        own.filter(({ id, status }) => status === 200 && !storedIds[index]?.has(id)).map(({ id }) => id),
      );
      const refused = allWrites.filter(({ status }) => status !== 200);
      return {
        all: allWrites,
        refused,
        lost: lostWrites,
        perSecond: (allWrites.length * 1000) / (performance.now() - startedAt),
      };
    },
  };
}
