// Rotation of the secret: sessions and encrypted data stay valid as long as SECRETS_OLD contains the old secret.
import { join } from "node:path";
import { expect, test } from "vitest";
import { createPerson } from "#test/fixtures/providers/provider.ts";
import { getAccountOwner, makeProviderWorld, signInWithProvider } from "#test/harness/identity/provider-flow.ts";
import { createTempFolder } from "#test/harness/processes/program.ts";
import { getEmptyDatabaseUrl } from "#test/harness/processes/test-database.ts";
import { getSession } from "#test/harness/responses.ts";
import { moveToNewAddress, type Visitor } from "#test/harness/visitor.ts";

const [FIRST, SECOND, THIRD] = ["first-", "second-", "third-"].map((word) => word.repeat(8)) as [
  string,
  string,
  string,
];

test("sessions and a provider's tokens survive two rotations, until the old secrets are removed", async () => {
  await using folder = await createTempFolder();
  const DATABASE_URL = process.env["TEST_DATABASE"]
    ? await getEmptyDatabaseUrl()
    : join(folder.path, "rotation.sqlite");
  const person = createPerson();
  let browser: Visitor;
  {
    await using world = await makeProviderWorld({ DATABASE_URL, SECRET: FIRST });
    browser = world.visitor();
    await signInWithProvider(world, browser, { id: "google" }, person);
    expect(await getSession(browser)).not.toBeNull();
  }
  const changes = [
    { SECRET: SECOND, SECRETS_OLD: FIRST },
    { SECRET: THIRD, SECRETS_OLD: `${SECOND},${FIRST}` },
  ];
  for (const secrets of changes) {
    await using world = await makeProviderWorld({ DATABASE_URL, ...secrets });
    const back = moveToNewAddress(browser, world);
    expect((await getSession(back))?.user.email).toBe(person.email);
    expect((await back.trpc.loadout.list.query({})).items).toEqual([]);
    const response = await back.post("/api/auth/get-access-token", { providerId: "google" });
    expect((await response.json()).accessToken).toMatch(/^google-access-/);
    const { account } = await getAccountOwner(world, "google", person.id);
    expect(account.idToken).toBeTruthy();
    // A new session is signed with the new secret.
    await signInWithProvider(world, world.visitor(), { id: "google" }, createPerson());
  }
  await using world = await makeProviderWorld({ DATABASE_URL, SECRET: THIRD });
  expect(await getSession(moveToNewAddress(browser, world))).toBeNull();
});
