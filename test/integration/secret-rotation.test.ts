// One secret after another: who is signed in stays so, and what is encrypted is read, while the old one is named.
import { join } from "node:path";
import { expect, test } from "vitest";
import { aPerson } from "#test/fixtures/providers/provider.ts";
import { getSession } from "#test/harness/answers.ts";
import { getRows, makeProviderWorld, signInBy } from "#test/harness/identity/provider-flow.ts";
import { folderOfItsOwn } from "#test/harness/processes/program.ts";
import { freshDatabaseUrl } from "#test/harness/processes/test-database.ts";
import { elsewhere, type Visitor } from "#test/harness/visitor.ts";

const [FIRST, SECOND, THIRD] = ["first-", "second-", "third-"].map((word) => word.repeat(8)) as [
  string,
  string,
  string,
];

test("sessions and a provider's tokens outlive two changes of the secret, and end with the old ones", async () => {
  await using folder = await folderOfItsOwn();
  const DATABASE_URL = process.env["TEST_DATABASE"] ? await freshDatabaseUrl() : join(folder.path, "rotation.sqlite");
  const person = aPerson();
  let browser: Visitor;
  {
    await using world = await makeProviderWorld({ DATABASE_URL, SECRET: FIRST });
    browser = world.visitor();
    await signInBy(world, browser, { id: "google" }, person);
    expect(await getSession(browser)).not.toBeNull();
  }
  const changes = [
    { SECRET: SECOND, SECRETS_OLD: FIRST },
    { SECRET: THIRD, SECRETS_OLD: `${SECOND},${FIRST}` },
  ];
  for (const secrets of changes) {
    await using world = await makeProviderWorld({ DATABASE_URL, ...secrets });
    const back = elsewhere(browser, world);
    expect((await getSession(back))?.user.email).toBe(person.email);
    expect((await back.trpc.loadout.list.query({})).items).toEqual([]);
    const answer = await back.post("/api/auth/get-access-token", { providerId: "google" });
    expect((await answer.json()).accessToken).toMatch(/^google-access-/);
    const { account } = await getRows(world, "google", person.id);
    expect(account.idToken).toBeTruthy();
    // Who signs in now is signed by the new one.
    await signInBy(world, world.visitor(), { id: "google" }, aPerson());
  }
  await using world = await makeProviderWorld({ DATABASE_URL, SECRET: THIRD });
  expect(await getSession(elsewhere(browser, world))).toBeNull();
});
