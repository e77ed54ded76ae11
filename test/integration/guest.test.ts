// A guest's sign-in loses no data; loadouts.test.ts has further cases.
import { CompiledQuery, DeleteQueryNode } from "kysely";
import { describe, expect, test } from "vitest";
import { KIT_IDS, type KitId } from "#domain/game-data/kit-id.ts";
import { LOADOUT_NAME_LIMIT } from "#domain/loadout/limits.ts";
import { createStarterLoadout } from "#domain/loadout/starter.ts";
import { withPersonLock } from "#server/people/person-lock.ts";
import { signUp, signUpAndSignIn } from "#test/harness/accounts.ts";
import { createGuest } from "#test/harness/data/lockers.ts";
import { PEOPLE } from "#test/harness/data/people.ts";
import { USES_INTERNALS } from "#test/harness/isolation.ts";
import { moveToNewAddress, type Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const createLoadout = ({ context }: World, kitId: KitId, name = "First") => {
  const loadout = createStarterLoadout(context.arsenals.bf4, kitId);
  return { id: crypto.randomUUID(), name, loadout, seenVersion: 0 };
};

const listNames = async (visitor: Visitor): Promise<string[]> => {
  const { items } = await visitor.trpc.loadout.list.query({});
  return items.map(({ name }) => name).toSorted();
};

describe("a guest who signs in", () => {
  test("is shown the imported loadouts for one day, and can remove them", async () => {
    await using world = await makeWorld();
    const { visitor: owner, account } = await signUpAndSignIn(world);
    await owner.trpc.loadout.save.mutate(createLoadout(world, "recon", "Mine"));
    const visitor = await createGuest(world);
    await visitor.trpc.loadout.save.mutate(createLoadout(world, "assault", "Theirs"));
    await visitor.post("/api/auth/sign-in/email", account);
    expect(await visitor.trpc.loadout.guestImport.query()).toEqual(["Theirs"]);
    expect(await visitor.trpc.loadout.removeGuestImport.mutate()).toEqual({ dropped: 1 });
    expect(await visitor.trpc.loadout.guestImport.query()).toEqual([]);
    const { items } = await visitor.trpc.loadout.list.query({});
    expect(items.map(({ name }) => name)).toEqual(["Mine"]);
  });

  test("can remove the imported loadouts except those edited, pinned or moved since", async () => {
    await using world = await makeWorld();
    const { account } = await signUpAndSignIn(world);
    const visitor = await createGuest(world);
    const names = ["Edited", "Pinned", "Filed", "As it came"];
    const loadouts = names.map((name) => createLoadout(world, "assault", name));
    for (const loadout of loadouts) await visitor.trpc.loadout.save.mutate(loadout);
    await visitor.post("/api/auth/sign-in/email", account);
    const { loadout, folder } = visitor.trpc;
    const [edited, pinned, filed] = loadouts;
    if (!edited || !pinned || !filed) throw new Error("Three are there.");
    await loadout.save.mutate({ ...edited, note: "Mine now", seenVersion: 1 });
    await loadout.arrange.mutate({ ids: [pinned.id], pinned: true });
    const folderId = crypto.randomUUID();
    await folder.save.mutate({ id: folderId, name: "Mine" });
    await loadout.arrange.mutate({ ids: [filed.id], folderId });
    expect(await loadout.guestImport.query()).toEqual(["As it came"]);
    expect(await loadout.removeGuestImport.mutate()).toEqual({ dropped: 1 });
    expect(await listNames(visitor)).toEqual(["Edited", "Filed", "Pinned"]);
  });

  test("is no longer shown the import after a day, but the loadouts stay", async () => {
    await using world = await makeWorld();
    const { account } = await signUpAndSignIn(world);
    const visitor = await createGuest(world);
    await visitor.trpc.loadout.save.mutate(createLoadout(world, "assault"));
    await visitor.post("/api/auth/sign-in/email", account);
    world.turnClock(24 * 60 * 60_000 + 1000);
    expect(await visitor.trpc.loadout.guestImport.query()).toEqual([]);
    expect(await visitor.trpc.loadout.removeGuestImport.mutate()).toEqual({ dropped: 0 });
  });

  test("gets no guest account when already signed in", async () => {
    await using world = await makeWorld();
    const { visitor, account } = await signUpAndSignIn(world);
    const response = await visitor.post("/api/auth/sign-in/anonymous");
    expect([response.status, (await response.json()).message]).toEqual([400, "You are signed in already."]);
    expect((await (await visitor.fetch("/api/auth/get-session")).json()).user.email).toBe(account.email);
  });

  test("imports a guest loadout even if the account has deleted the same one", async () => {
    await using world = await makeWorld();
    const { visitor: owner, account } = await signUpAndSignIn(world);
    const deleted = createLoadout(world, "assault");
    await owner.trpc.loadout.save.mutate(deleted);
    await owner.trpc.loadout.remove.mutate({ id: deleted.id });
    const visitor = await createGuest(world);
    await visitor.trpc.loadout.save.mutate(createLoadout(world, "assault"));
    await visitor.post("/api/auth/sign-in/email", account);
    expect(await listNames(visitor)).toEqual(["First"]);
  });

  test("gets numbered names within the length limit", async () => {
    await using world = await makeWorld();
    const { visitor: owner, account } = await signUpAndSignIn(world);
    const [first = "assault", ...others] = KIT_IDS;
    const long = `${"x".repeat(LOADOUT_NAME_LIMIT - 5)}\u{1f480}yyy`;
    await owner.trpc.loadout.save.mutate(createLoadout(world, first, long));
    const visitor = await createGuest(world);
    for (const kitId of others) await visitor.trpc.loadout.save.mutate(createLoadout(world, kitId, long));
    await visitor.post("/api/auth/sign-in/email", account);
    const names = await listNames(visitor);
    expect(new Set(names).size).toBe(KIT_IDS.length);
    expect(names.every((name) => name.length <= LOADOUT_NAME_LIMIT && name.isWellFormed())).toBe(true);
  });

  test("loses no loadout that is saved during the sign-in", async () => {
    await using world = await makeWorld();
    const { account } = await signUpAndSignIn(world);
    const visitor = await createGuest(world);
    const otherTab = moveToNewAddress(visitor, world);
    const saves = Array.from({ length: 20 }, (_, count) =>
      otherTab.post("/api/trpc/loadout.save", createLoadout(world, "assault", `Loadout ${count}`)),
    );
    const [signIn, ...responses] = await Promise.all([visitor.post("/api/auth/sign-in/email", account), ...saves]);
    expect(signIn?.status).toBe(200);
    const stored = responses.filter(({ status }) => status === 200);
    expect(responses.every(({ status }) => status < 500)).toBe(true);
    expect((await listNames(visitor)).length).toBeGreaterThanOrEqual(stored.length);
  });

  test("is merged once for five simultaneous sign-ins", async () => {
    await using world = await makeWorld();
    const { visitor: owner, account } = await signUpAndSignIn(world);
    await owner.trpc.loadout.save.mutate(createLoadout(world, "recon"));
    const visitor = await createGuest(world);
    await visitor.trpc.loadout.save.mutate(createLoadout(world, "assault"));
    const signIns = Array.from({ length: 5 }, () => visitor.post("/api/auth/sign-in/email", account));
    for (const response of await Promise.all(signIns)) expect(response.status).toBe(200);
    expect(await listNames(visitor)).toEqual(["First", "First (2)"]);
  });
});

test("signing up as a guest keeps the locker if verification is optional", async () => {
  await using world = await makeWorld({ environment: { EMAIL_VERIFICATION: "optional" } });
  const visitor = await createGuest(world);
  await visitor.trpc.loadout.save.mutate(createLoadout(world, "assault"));
  await signUp(visitor);
  expect(await listNames(visitor)).toEqual(["First"]);
  expect(await world.context.db.selectFrom("user").select("id").execute()).toHaveLength(1);
});

test("a write of a deleted user is refused as signed out", async () => {
  await using world = await makeWorld();
  const save = withPersonLock(world.context.db, "unknown", async () => "saved");
  await expect(save).rejects.toMatchObject({ code: "signed_out" });
});

test("deleting a user finds the user's verification rows through an index", async () => {
  await using world = await makeWorld({ singleProcess: USES_INTERNALS });
  const { db, now, config } = world.context;
  await world.visitor().post("/api/auth/sign-in/anonymous");
  const { id } = await db.selectFrom("user").select("id").executeTakeFirstOrThrow();
  const plans: string[] = [];
  const watchedDb = db.withPlugin({
    transformQuery({ node, queryId }) {
      if (DeleteQueryNode.is(node) && JSON.stringify(node.from).includes('"verification"')) {
        const { sql: text, parameters } = db.getExecutor().compileQuery(node, queryId);
        plans.push(JSON.stringify([text, parameters]));
      }
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await PEOPLE.deletePerson(watchedDb, id, now());
  expect(plans).toHaveLength(1);
  if (config.database.kind === "postgres") return;
  const [text, parameters] = JSON.parse(plans[0] ?? "[]");
  const { rows } = await db.executeQuery(CompiledQuery.raw(`EXPLAIN QUERY PLAN ${text}`, parameters));
  expect(JSON.stringify(rows)).toContain("verificationPerson");
});
