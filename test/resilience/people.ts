// The users who call the site during an outage.
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
