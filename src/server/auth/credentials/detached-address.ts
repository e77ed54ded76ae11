// "This was not me": the owner of an address undoes that someone else made it the address of their account. The reader
// may not delete that account, so it gets its previous address back.
import { createEmailVerificationToken } from "better-auth/api";
import { z } from "zod";
import { isUniqueViolation } from "#platform/database/valid-text.ts";
import { isProven } from "#server/auth/address-proof.ts";
import { type Call, DETACHING } from "#server/auth/sessions/signed-token.ts";
import type { Database } from "#server/database/database.ts";
import { hashKey } from "./mails.ts";

/** As long as the link "I did not make this account": people do not watch for a mail they did not request. */
const LIFETIME_S = 7 * 24 * 60 * 60;

const previousAddress = z.object({
  email: z.string(),
  emailVerified: z.boolean(),
  addressProvenAt: z.string().nullish(),
});
/** An address that an account had, and what was known of it. */
export type PreviousAddress = z.infer<typeof previousAddress>;

/** Runs once an account has its previous address again. */
export type OnDetached = (userId: string, previousEmail: string) => Promise<void>;

export type DetachingParts = { db: Database; onDetached: OnDetached };
type InternalContext = Call["context"];

const getIdentifier = (userId: string, email: string): string => `previous-address:${userId}:${email}`;

type Change = { userId: string; to: string; previous: PreviousAddress };

/** Stores what the account returns to when the owner of the new address refuses it. */
export async function keepPreviousAddress({ context }: Call, { userId, to, previous }: Change): Promise<void> {
  const identifier = getIdentifier(userId, to);
  await context.internalAdapter.deleteVerificationByIdentifier(identifier);
  await context.internalAdapter.createVerificationValue({
    identifier,
    // The identifier starts with the user id, so that a deletion of the user finds it.
    value: `${userId}:${JSON.stringify(previousAddress.parse(previous))}`,
    expiresAt: new Date(Date.now() + LIFETIME_S * 1000),
  });
}

/** The link that undoes the change to this address; null for an account that did not change to it lately. */
export async function detachingLink(
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

/** Gives the account the address back that it had before. False where the change is proven, undone or another one by now. */
export async function detachAddress(
  { internalAdapter }: Pick<InternalContext, "internalAdapter">,
  { db, onDetached }: DetachingParts,
  user: { id: string; email: string },
): Promise<boolean> {
  const isPresent = (await internalAdapter.findUserByEmail(user.email))?.user.id === user.id;
  // A scanner that followed the other link has verified the address and proven nothing.
  if (!isPresent || (await isProven(db, user))) return false;
  const stored = await internalAdapter.consumeVerificationValue(getIdentifier(user.id, user.email));
  if (!stored) return false;
  const previous = previousAddress.parse(JSON.parse(stored.value.slice(user.id.length + 1)));
  if (await restore(db, user, previous)) await onDetached(user.id, previous.email);
  return true;
}

/**
 * False where the previous address belongs to another account by now: then this account gets an address that cannot
 * receive mail.
 */
async function restore(db: Database, user: { id: string; email: string }, previous: PreviousAddress): Promise<boolean> {
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
