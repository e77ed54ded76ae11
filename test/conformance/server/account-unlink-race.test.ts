// The specification's §4: unlinking removes one account, but never the last one, also for parallel requests.
import { expect, test } from "vitest";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import { moveToNewAddress } from "#test/harness/visitor.ts";
import { makeWorld } from "#test/harness/world.ts";

const ROUNDS = 20;
const PARALLEL_CALLS = 20;

test("§4 unlinking: 20 parallel requests remove one of two accounts, in each of 20 rounds", async () => {
  await using world = await makeWorld();
  const { visitor } = await signUpAndSignIn(world);
  const { user } = await (await visitor.fetch("/api/auth/get-session")).json();
  const { internalAdapter } = await world.context.auth.$context;
  const listAccountIds = async () => (await internalAdapter.findAccounts(user.id)).map(({ id }) => id);
  for (let round = 0; round < ROUNDS; round += 1) {
    // Each round uses another IP address, because the rate limit per address is lower than this number of calls.
    const device = moveToNewAddress(visitor, world);
    await internalAdapter.createAccount({ userId: user.id, providerId: `p-${round}`, accountId: "1" });
    const accountIds = await listAccountIds();
    expect(accountIds).toHaveLength(2);
    const unlink = (_: unknown, index: number) =>
      device.post("/api/auth/unlink-account", { accountId: accountIds[index % 2] });
    const statuses = (await Promise.all(Array.from({ length: PARALLEL_CALLS }, unlink))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(PARALLEL_CALLS - 1);
    expect(await listAccountIds()).toHaveLength(1);
  }
});
