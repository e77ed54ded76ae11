// Address proof: whether the current address of an account was proven together with its credentials. Until then any credential
// may belong to someone else who registered it under this address, so the first sign-in that proves the address without them (by
// a code, a reset or a provider) revokes all of them.
import { REVOCABLE, type Revocable } from "#domain/account/account.ts";
import { type Database, inTransaction } from "#server/database/database.ts";

type Owner = { id: string; email: string };

/** The credentials and the session that the proving sign-in has just created. */
type NewCredentials = { sessionToken?: string; accountId?: string; password?: true };

/** Whether the user's current address is proven; false if the user or the address does not exist. */
export async function isProven(db: Database, { id, email }: Owner): Promise<boolean> {
  const user = db.selectFrom("user").select("addressProvenAt").where("id", "=", id).where("email", "=", email);
  return (await user.executeTakeFirst())?.addressProvenAt != null;
}

/** Records that the address was proven together with the account's current credentials. */
export async function recordProof(db: Database, { id, email }: Owner, time: Date): Promise<void> {
  await prove(db, { id, email }, time).execute();
}

/** Only one of several concurrent updates changes the row; it does not apply if the address has changed since. */
const prove = (db: Database, { id, email }: Owner, time: Date) =>
  db
    .updateTable("user")
    .set({ addressProvenAt: time.toISOString(), emailVerified: true, updatedAt: time })
    .where("id", "=", id)
    .where("email", "=", email)
    .where("addressProvenAt", "is", null)
    .returning("id");

/**
 * Records that the address was proven without a credential of the account, and revokes all older credentials and sessions in one
 * transaction. Returns null, and revokes nothing, if the address was proven before.
 */
export function proveAndRevoke(
  db: Database,
  owner: Owner,
  newCredentials: NewCredentials,
  time: Date,
): Promise<Revocable[] | null> {
  return inTransaction(db, async (trx) => {
    if ((await prove(trx, owner, time).execute()).length === 0) return null;
    const accounts = await trx
      .selectFrom("account")
      .select(["id", "providerId"])
      .where("userId", "=", owner.id)
      .execute();
    const isPassword = ({ providerId }: { providerId: string }) => providerId === "credential";
    const older = accounts.filter(
      (account) => account.id !== newCredentials.accountId && !(newCredentials.password && isPassword(account)),
    );
    for (const { id } of older) await trx.deleteFrom("account").where("id", "=", id).execute();
    const passkeys = await trx.deleteFrom("passkey").where("userId", "=", owner.id).returning("id").execute();
    const sessions = await trx
      .deleteFrom("session")
      .where("userId", "=", owner.id)
      .where("token", "!=", newCredentials.sessionToken ?? "")
      .returning("id")
      .execute();
    return listPresent({
      password: older.some(isPassword),
      passkeys: passkeys.length > 0,
      providers: older.some((account) => !isPassword(account)),
      sessions: sessions.length > 0,
    });
  });
}

/** Returns the credentials that a proof of the address would revoke, or null for a proven or unknown address. */
export async function getRevocable(db: Database, email: string): Promise<Revocable[] | null> {
  const user = await db
    .selectFrom("user")
    .select("id")
    .where("email", "=", email)
    .where("addressProvenAt", "is", null)
    .executeTakeFirst();
  if (!user) return null;
  const [accounts, passkey, session] = await Promise.all([
    db.selectFrom("account").select("providerId").where("userId", "=", user.id).execute(),
    db.selectFrom("passkey").select("id").where("userId", "=", user.id).executeTakeFirst(),
    db.selectFrom("session").select("id").where("userId", "=", user.id).executeTakeFirst(),
  ]);
  return listPresent({
    password: accounts.some(({ providerId }) => providerId === "credential"),
    passkeys: passkey !== undefined,
    providers: accounts.some(({ providerId }) => providerId !== "credential"),
    sessions: session !== undefined,
  });
}

const listPresent = (counts: Record<Revocable, boolean>): Revocable[] => REVOCABLE.filter((name) => counts[name]);
