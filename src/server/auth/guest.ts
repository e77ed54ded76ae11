// What happens to a guest's locker when the guest signs in: carried over to the account in one transaction.
import type { Transaction } from "kysely";
import type { Database } from "#server/database/database.ts";
import type { BELONGINGS } from "#server/database/person.ts";
import type { Tables } from "#server/database/schema.ts";

type Belongings = typeof BELONGINGS;
type CarriedTable = { [T in keyof Belongings]: Belongings[T]["merge"] extends "carried" ? T : never }[keyof Belongings];
type Carry = (trx: Transaction<Tables>, guestId: string, userId: string) => Promise<void>;

/** A way to carry each table over that the list of belongings says is carried. */
const CARRY: Record<CarriedTable, Carry> = { loadout: carryLoadouts };

type Carried = { id: string; game: string; name: string; body: string };

/**
 * Moves the guest's belongings to the account and deletes the guest. Both lockers are kept: a loadout the account
 * already has, name and all, stands once; another one of the same name gets a number. Once more changes nothing.
 */
export async function carryGuestOver(db: Database, guestId: string, userId: string): Promise<void> {
  if (guestId === userId) return;
  await db.transaction().execute(async (trx) => {
    for (const carry of Object.values(CARRY)) await carry(trx, guestId, userId);
    await trx.deleteFrom("user").where("id", "=", guestId).execute();
  });
}

async function carryLoadouts(trx: Transaction<Tables>, guestId: string, userId: string): Promise<void> {
  const carried = await loadoutsOf(trx, guestId);
  if (carried.length === 0) return;
  const kept = await loadoutsOf(trx, userId);
  const contents = new Set(kept.map(contentOf));
  const names = new Set(kept.map(nameKeyOf));
  for (const loadout of carried) {
    if (contents.has(contentOf(loadout))) continue;
    const name = freeName(loadout, names);
    names.add(nameKeyOf({ ...loadout, name }));
    await trx.updateTable("loadout").set({ userId, name }).where("id", "=", loadout.id).execute();
  }
}

const loadoutsOf = (trx: Transaction<Tables>, userId: string): Promise<Carried[]> =>
  trx.selectFrom("loadout").select(["id", "game", "name", "body"]).where("userId", "=", userId).orderBy("id").execute();

const contentOf = ({ game, name, body }: Carried): string => JSON.stringify([game, name, body]);

const nameKeyOf = ({ game, name }: Pick<Carried, "game" | "name">): string => `${game}:${name}`;

/** The name itself, or with the first number from 2 on that is not taken. */
function freeName({ game, name }: Carried, taken: ReadonlySet<string>): string {
  if (!taken.has(nameKeyOf({ game, name }))) return name;
  for (let number = 2; ; number += 1) {
    const numbered = `${name} (${number})`;
    if (!taken.has(nameKeyOf({ game, name: numbered }))) return numbered;
  }
}
