// Whether the present address of an account was proven together with its credentials. Until then any credential may
// belong to someone else who set it under this address; the first sign-in that proves the address on its own (by a
// code, a reset or a provider) revokes all of them.
import { REVOCABLE, type Revocable } from "#domain/account/account.ts";
import { type Database, inTransaction } from "#server/database/database.ts";

type Owner = { id: string; email: string };

/** What the sign-in that proves the address has just made itself. */
type Own = { sessionToken?: string; accountId?: string; password?: true };

/** The present state of the proof; false where the user or the address does not exist. */
export async function isProven(db: Database, { id, email }: Owner): Promise<boolean> {
  const user = db.selectFrom("user").select("addressProvenAt").where("id", "=", id).where("email", "=", email);
  return (await user.executeTakeFirst())?.addressProvenAt != null;
}

/** Records that the address was proven together with the credentials that the account has now. */
export async function recordProof(db: Database, { id, email }: Owner, at: Date): Promise<void> {
  await prove(db, { id, email }, at).execute();
}

/** Of several at once one changes a row; another address in the meantime is not proven by it. */
const prove = (db: Database, { id, email }: Owner, at: Date) =>
  db
    .updateTable("user")
    .set({ addressProvenAt: at.toISOString(), emailVerified: true, updatedAt: at })
    .where("id", "=", id)
    .where("email", "=", email)
    .where("addressProvenAt", "is", null)
    .returning("id");

/**
 * Records that the address was proven without any credential of the account, and revokes all credentials and sessions
 * but those of `own`, in one transaction. Null when the address was proven before: nothing is revoked then.
 */
export function proveAndRevoke(db: Database, owner: Owner, own: Own, at: Date): Promise<Revocable[] | null> {
  return inTransaction(db, async (trx) => {
    if ((await prove(trx, owner, at).execute()).length === 0) return null;
    const accounts = await trx
      .selectFrom("account")
      .select(["id", "providerId"])
      .where("userId", "=", owner.id)
      .execute();
    const isPassword = ({ providerId }: { providerId: string }) => providerId === "credential";
    const older = accounts.filter((account) => account.id !== own.accountId && !(own.password && isPassword(account)));
    for (const { id } of older) await trx.deleteFrom("account").where("id", "=", id).execute();
    const passkeys = await trx.deleteFrom("passkey").where("userId", "=", owner.id).returning("id").execute();
    const sessions = await trx
      .deleteFrom("session")
      .where("userId", "=", owner.id)
      .where("token", "!=", own.sessionToken ?? "")
      .returning("id")
      .execute();
    return present({
      password: older.some(isPassword),
      passkeys: passkeys.length > 0,
      providers: older.some((account) => !isPassword(account)),
      sessions: sessions.length > 0,
    });
  });
}

/** What there is to revoke while the address is unproven; null for a proven or unknown address. */
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
  return present({
    password: accounts.some(({ providerId }) => providerId === "credential"),
    passkeys: passkey !== undefined,
    providers: accounts.some(({ providerId }) => providerId !== "credential"),
    sessions: session !== undefined,
  });
}

const present = (counts: Record<Revocable, boolean>): Revocable[] => REVOCABLE.filter((name) => counts[name]);
