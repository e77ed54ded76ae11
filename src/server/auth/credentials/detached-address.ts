// "This was not me": the owner of an address removes it from an account that someone else changed to it. The owner may not delete
// that account, so the account gets its previous address back.
import { createEmailVerificationToken } from "better-auth/api";
import { z } from "zod";
import { isUniqueViolation } from "#platform/database/valid-text.ts";
import { isProven } from "#server/auth/address-proof.ts";
import { type Call, DETACHING } from "#server/auth/sessions/signed-token.ts";
import type { Database } from "#server/database/database.ts";
import { hashKey } from "./mails.ts";

/** The same as for the link "I did not make this account": users do not expect a mail they did not request. */
const LIFETIME_S = 7 * 24 * 60 * 60;

const previousAddress = z.object({
  email: z.string(),
  emailVerified: z.boolean(),
  addressProvenAt: z.string().nullish(),
});
/** A previous address of an account, and whether it was verified and proven. */
export type PreviousAddress = z.infer<typeof previousAddress>;

/** Runs after an account got its previous address back. */
export type OnDetached = (userId: string, previousEmail: string) => Promise<void>;

export type DetachingParts = { db: Database; onDetached: OnDetached };
type InternalContext = Call["context"];

const getIdentifier = (userId: string, email: string): string => `previous-address:${userId}:${email}`;

type Change = { userId: string; to: string; previous: PreviousAddress };

/** Stores the previous address, which is restored if the owner of the new address refuses the change. */
export async function storePreviousAddress({ context }: Call, { userId, to, previous }: Change): Promise<void> {
  const identifier = getIdentifier(userId, to);
  await context.internalAdapter.deleteVerificationByIdentifier(identifier);
  await context.internalAdapter.createVerificationValue({
    identifier,
    // The value starts with the user id, so that a deletion of the user finds it.
    value: `${userId}:${JSON.stringify(previousAddress.parse(previous))}`,
    expiresAt: new Date(Date.now() + LIFETIME_S * 1000),
  });
}

/** Returns a link that undoes the change to this address, or null if there was no recent change to it. */
export async function createDetachingLink(
  db: Database,
  origin: string,
  secret: string,
  user: { id: string; email: string },
): Promise<string | null> {
  const identifier = hashKey(getIdentifier(user.id, user.email));
  const stored = db.selectFrom("verification").select("id").where("identifier", "=", identifier);
  if (!(await stored.executeTakeFirst())) return null;
  const purpose = { userId: user.id, requestType: DETACHING };
  const token = await createEmailVerificationToken(secret, user.email, undefined, LIFETIME_S, purpose);
  return `${origin}/verify-email?disown=${token}&part=address`;
}

/** Restores the account's previous address. Returns false if the new address is proven, or the change was undone or superseded. */
export async function detachAddress(
  { internalAdapter }: Pick<InternalContext, "internalAdapter">,
  { db, onDetached }: DetachingParts,
  user: { id: string; email: string },
): Promise<boolean> {
  const isCurrent = (await internalAdapter.findUserByEmail(user.email))?.user.id === user.id;
  // Check for a proof, not for verification: a mail scanner that opens the other link verifies the address.
  if (!isCurrent || (await isProven(db, user))) return false;
  const stored = await internalAdapter.consumeVerificationValue(getIdentifier(user.id, user.email));
  if (!stored) return false;
  const previous = previousAddress.parse(JSON.parse(stored.value.slice(user.id.length + 1)));
  if (await restoreAddress(db, user, previous)) await onDetached(user.id, previous.email);
  return true;
}

/**
 * Sets the previous address. Returns false if another account has it now; then this account gets an address that cannot receive
 * mail.
 */
async function restoreAddress(
  db: Database,
  user: { id: string; email: string },
  previous: PreviousAddress,
): Promise<boolean> {
  const change = ({ email, emailVerified, addressProvenAt }: PreviousAddress) =>
    db
      .updateTable("user")
      .set({ email, emailVerified, addressProvenAt: addressProvenAt ?? null, updatedAt: new Date() })
      .where("id", "=", user.id)
      .where("email", "=", user.email)
      .execute();
  try {
    await change(previous);
    return true;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await change({ email: `${user.id.toLowerCase()}@detached.invalid`, emailVerified: false });
    return false;
  }
}
