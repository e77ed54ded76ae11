// Helpers for tests of users who have just signed up.
import { type Account, getLink, getNewestMail, signUp } from "./accounts.ts";
import type { World } from "./world.ts";

/** Creates the helpers; each call uses the world that `world` returns at that time. */
export function createSignUpHelpers(world: () => World) {
  const newestMail = (account: Account) => getNewestMail(account, world());
  const getRow = ({ email }: Account) =>
    world().context.db.selectFrom("user").select(["id", "emailVerified"]).where("email", "=", email).executeTakeFirst();
  return {
    newestMail,
    getUserRow: getRow,
    isVerified: async (account: Account) => Boolean((await getRow(account))?.emailVerified),
    /** Returns the number of the user's sessions. */
    async countSessions(account: Account): Promise<number> {
      const userId = (await getRow(account))?.id ?? "";
      return (await world().context.db.selectFrom("session").select("id").where("userId", "=", userId).execute())
        .length;
    },
    /** Signs up a user; also returns the link of the verification mail. */
    async signUpUnverified() {
      const visitor = world().visitor();
      const account = await signUp(visitor);
      return { visitor, account, link: getLink(await newestMail(account)) };
    },
  };
}
