// People who have just signed up, and what became of them.
import { type Account, linkIn, newestMailTo, signUp } from "./accounts.ts";
import type { World } from "./world.ts";

/** Questions about the world that stands when they are asked. */
export function signUpsIn(world: () => World) {
  const newest = (account: Account) => newestMailTo(account, world());
  const rowOf = ({ email }: Account) =>
    world().context.db.selectFrom("user").select(["id", "emailVerified"]).where("email", "=", email).executeTakeFirst();
  return {
    newest,
    rowOf,
    isVerified: async (account: Account) => Boolean((await rowOf(account))?.emailVerified),
    /** How many sessions the person has. */
    async sessionsOf(account: Account): Promise<number> {
      const userId = (await rowOf(account))?.id ?? "";
      return (await world().context.db.selectFrom("session").select("id").where("userId", "=", userId).execute())
        .length;
    },
    /** Somebody who has just signed up, and the link that came. */
    async signedUp() {
      const visitor = world().visitor();
      const account = await signUp(visitor);
      return { visitor, account, link: linkIn(await newest(account)) };
    },
  };
}
