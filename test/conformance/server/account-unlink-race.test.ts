// The specification's §4: unlinking removes one account, but never the last one, however many ask at once.
import { expect, test } from "vitest";
import { signUpAndIn } from "#test/harness/accounts.ts";
import { elsewhere } from "#test/harness/visitor.ts";
import { makeWorld } from "#test/harness/world.ts";

const ROUNDS = 20;
const AT_ONCE = 20;

test("§4 unlinking: of two accounts, 20 unlinks at once leave one, 20 times over", async () => {
  await using world = await makeWorld();
  const { visitor } = await signUpAndIn(world);
  const { user } = await (await visitor.fetch("/api/auth/get-session")).json();
  const { internalAdapter } = await world.context.auth.$context;
  const linked = async () => (await internalAdapter.findAccounts(user.id)).map(({ id }) => id);
  for (let round = 0; round < ROUNDS; round += 1) {
    // Another address each time: fewer calls than these are allowed from one in a minute.
    const device = elsewhere(visitor, world);
    await internalAdapter.createAccount({ userId: user.id, providerId: `p-${round}`, accountId: "1" });
    const two = await linked();
    expect(two).toHaveLength(2);
    const unlink = (_: unknown, index: number) =>
      device.post("/api/auth/unlink-account", { accountId: two[index % 2] });
    const statuses = (await Promise.all(Array.from({ length: AT_ONCE }, unlink))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(AT_ONCE - 1);
    expect(await linked()).toHaveLength(1);
  }
});
