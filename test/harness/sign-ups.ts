// People who have just signed up, and what became of them.
import { type Account, linkIn, newestMailTo, signUp } from "./accounts.ts";
import type { World } from "./world.ts";

/** Questions about the world that stands when they are asked. */
export function testSignUps(world: () => World) {
  const newest = (account: Account) => newestMailTo(account, world());
  const getRow = ({ email }: Account) =>
    world().context.db.selectFrom("user").select(["id", "emailVerified"]).where("email", "=", email).executeTakeFirst();
  return {
    newest,
    rowOf: getRow,
    isVerified: async (account: Account) => Boolean((await getRow(account))?.emailVerified),
    /** How many sessions the person has. */
    async sessionsOf(account: Account): Promise<number> {
      const userId = (await getRow(account))?.id ?? "";
      return (await world().context.db.selectFrom("session").select("id").where("userId", "=", userId).execute())
        .length;
    },
    /** A user who has just signed up, and the link that was mailed. */
    async signedUp() {
      const visitor = world().visitor();
      const account = await signUp(visitor);
      return { visitor, account, link: linkIn(await newest(account)) };
    },
  };
}
