// @postgres
// Soldiers and their stored data without a statistics service: typed figures, files, and the sample.
import { describe, expect, test } from "vitest";
import { getLimit } from "#domain/limits.ts";
import { COLUMNS } from "#domain/soldier/figures/figures.ts";
import type { TableId } from "#domain/soldier/figures/table-id.ts";
import { getProgress } from "#messages/progress/targets.ts";
import { purge } from "#server/database/housekeeping.ts";
import { thinSnapshots } from "#server/features/soldier/snapshot-repository.ts";
import { createGuest, getAppError } from "#test/harness/data/lockers.ts";
import { PEOPLE } from "#test/harness/data/people.ts";
import { insertPerson } from "#test/harness/data/people-rows.ts";
import { buildStatistics, newSoldier, sendImport } from "#test/harness/data/soldiers.ts";
import { USES_INTERNALS } from "#test/harness/isolation.ts";
import { createTrpcInLanguage, type Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const DAY_MS = 24 * 60 * 60_000;

const getTimeAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

/** Creates a guest with a soldier that no service knows. */
async function createGuestWithSoldier(world: World, name = "Robin"): Promise<{ visitor: Visitor; soldierId: string }> {
  const visitor = await createGuest(world);
  const { id } = await visitor.trpc.soldier.add.mutate(newSoldier(name));
  return { visitor, soldierId: id };
}

const saveTypedKills = ({ trpc }: Visitor, soldierId: string, kills: number, takenAt = new Date().toISOString()) =>
  trpc.soldier.saveTyped.mutate({ id: crypto.randomUUID(), soldierId, takenAt, statistics: buildStatistics(kills) });

describe("a soldier", () => {
  test("exists once, regardless of the case of its name, and keeps its history when it is added again", async () => {
    await using world = await makeWorld();
    const { visitor, soldierId } = await createGuestWithSoldier(world);
    await saveTypedKills(visitor, soldierId, 10);
    await visitor.trpc.soldier.remove.mutate({ id: soldierId });
    expect(await visitor.trpc.soldier.list.query()).toEqual([]);
    const { id } = await visitor.trpc.soldier.add.mutate(newSoldier("ROBIN"));
    expect(id).toBe(soldierId);
    expect(await visitor.trpc.soldier.list.query()).toMatchObject([{ id, last: { figures: { kills: 10 } } }]);
  });

  test("is refused as the sixth of a guest", async () => {
    await using world = await makeWorld();
    const { visitor } = await createGuestWithSoldier(world);
    for (let number = 1; number < 5; number += 1) await visitor.trpc.soldier.add.mutate(newSoldier(`R${number}`));
    expect(await getAppError(visitor.trpc.soldier.add.mutate(newSoldier("One more")))).toMatchObject({
      status: 409,
      code: "soldiers_full",
    });
  });

  test("is refused on a platform that its game does not have", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    const wrong = { ...newSoldier("Robin", "bf2042"), platform: "ps3" } as const;
    expect(await getAppError(visitor.trpc.soldier.add.mutate(wrong))).toMatchObject({ status: 400 });
  });

  test("is removed and restored with its snapshots", async () => {
    await using world = await makeWorld();
    const { visitor, soldierId } = await createGuestWithSoldier(world);
    await saveTypedKills(visitor, soldierId, 10);
    await visitor.trpc.soldier.remove.mutate({ id: soldierId });
    expect(await getAppError(visitor.trpc.soldier.get.query({ id: soldierId }))).toMatchObject({
      code: "soldier_missing",
    });
    await visitor.trpc.soldier.restore.mutate({ id: soldierId });
    expect(await visitor.trpc.soldier.get.query({ id: soldierId })).toMatchObject({ last: { figures: { kills: 10 } } });
  });

  test("of a guest is moved to the account at sign-up, and merged with one of the same name", async () => {
    await using world = await makeWorld();
    const { db } = world.context;
    const [guestSoldier, ownerSoldier] = [
      await createGuestWithSoldier(world, "Robin"),
      await createGuestWithSoldier(world, "robin"),
    ];
    await saveTypedKills(guestSoldier.visitor, guestSoldier.soldierId, 10, getTimeAgo(2));
    await saveTypedKills(ownerSoldier.visitor, ownerSoldier.soldierId, 12, getTimeAgo(1));
    const owners = await db.selectFrom("soldier").select(["id", "userId"]).execute();
    const getUser = (soldierId: string) => owners.find(({ id }) => id === soldierId)?.userId ?? "";
    await PEOPLE.mergeGuest(db, getUser(guestSoldier.soldierId), getUser(ownerSoldier.soldierId));
    const { items } = await ownerSoldier.visitor.trpc.soldier.snapshots.query({ soldierId: ownerSoldier.soldierId });
    expect(items.map(({ figures }) => figures)).toEqual([{ kills: 12 }, { kills: 10 }]);
    expect(await ownerSoldier.visitor.trpc.soldier.list.query()).toHaveLength(1);
  });
});

describe("snapshots", () => {
  test("are listed by pages, from the newest to the oldest and back", async () => {
    await using world = await makeWorld();
    const { visitor, soldierId } = await createGuestWithSoldier(world);
    for (const day of [5, 4, 3, 2, 1]) await saveTypedKills(visitor, soldierId, 100 - day, getTimeAgo(day));
    const { snapshots } = visitor.trpc.soldier;
    const listKills = (items: readonly { figures: Readonly<Record<string, number>> }[]) =>
      items.map(({ figures }) => figures["kills"]);
    const first = await snapshots.query({ soldierId, limit: 2 });
    expect([listKills(first.items), first.previousCursor]).toEqual([[99, 98], null]);
    const second = await snapshots.query({ soldierId, limit: 2, cursor: first.nextCursor });
    expect(listKills(second.items)).toEqual([97, 96]);
    const third = await snapshots.query({ soldierId, limit: 2, cursor: second.nextCursor });
    expect([listKills(third.items), third.nextCursor]).toEqual([[95], null]);
    const back = await snapshots.query({ soldierId, limit: 2, cursor: third.previousCursor, direction: "backward" });
    expect(listKills(back.items)).toEqual([97, 96]);
  });

  test("that are sent twice are stored once, and those of the future or of another game are refused", async () => {
    await using world = await makeWorld();
    const { visitor, soldierId } = await createGuestWithSoldier(world);
    const { saveTyped, snapshots } = visitor.trpc.soldier;
    const typed = { id: crypto.randomUUID(), soldierId, takenAt: getTimeAgo(1), statistics: buildStatistics(7) };
    await saveTyped.mutate(typed);
    await saveTyped.mutate({ ...typed, statistics: buildStatistics(8) });
    expect((await snapshots.query({ soldierId })).items).toMatchObject([{ figures: { kills: 7 } }]);
    for (const wrong of [{ takenAt: getTimeAgo(-1) }, { statistics: buildStatistics(7, {}, "bf2042") }]) {
      const again = { ...typed, id: crypto.randomUUID(), ...wrong };
      expect(await getAppError(saveTyped.mutate(again))).toMatchObject({ status: 400, code: "input_invalid" });
    }
  });

  test("are deleted and restored one by one", async () => {
    await using world = await makeWorld();
    const { visitor, soldierId } = await createGuestWithSoldier(world);
    const { id } = await saveTypedKills(visitor, soldierId, 7);
    const { removeSnapshot, restoreSnapshot, snapshot } = visitor.trpc.soldier;
    await removeSnapshot.mutate({ soldierId, id });
    expect(await getAppError(snapshot.query({ soldierId, id }))).toMatchObject({ code: "snapshot_missing" });
    await restoreSnapshot.mutate({ soldierId, id });
    expect(await snapshot.query({ soldierId, id })).toMatchObject({ source: "typed", statistics: buildStatistics(7) });
  });

  test("of several sources are combined, with each figure from the newest snapshot that has it", async () => {
    await using world = await makeWorld();
    const { visitor, soldierId } = await createGuestWithSoldier(world);
    const weapons = [{ id: "ak-12", name: "AK-12", isKnown: true, values: { kills: 5 } }];
    const file = buildStatistics(10, {
      figures: { kills: 10, deaths: 9 },
      tables: { weapons },
      counters: { "kills:ak-12": 5 },
    });
    await sendImport(visitor, soldierId, [file], getTimeAgo(2));
    await world.context.jobs.drained();
    await saveTypedKills(visitor, soldierId, 12, getTimeAgo(1));
    const { current, sources } = await visitor.trpc.soldier.get.query({ id: soldierId });
    expect(current).toMatchObject({
      figures: { kills: 12, deaths: 9 },
      tables: { weapons },
      counters: { "kills:ak-12": 5 },
    });
    expect(sources.map(({ source }) => source)).toEqual(["typed", "battlelog"]);
  });
});

describe("an import", () => {
  test("of several pages becomes exactly one snapshot and deletes its pages", async () => {
    await using world = await makeWorld();
    const { visitor, soldierId } = await createGuestWithSoldier(world);
    const targets = [...getProgress(world.context.arsenals.bf4).byId.keys()].slice(0, 3);
    const parts = targets.map((id, at) => buildStatistics(at + 1, { targets: { [id]: [at, 10] } }));
    const { importId, job } = await sendImport(visitor, soldierId, parts);
    await world.context.jobs.drained();
    expect(await visitor.trpc.job.get.query({ id: job.id })).toMatchObject({
      outcome: { kind: "done", result: { snapshotId: importId } },
    });
    const { statistics } = await visitor.trpc.soldier.snapshot.query({ soldierId, id: importId });
    expect(Object.keys(statistics.targets)).toHaveLength(3);
    expect(await world.context.db.selectFrom("statisticsPage").select("id").execute()).toEqual([]);
    const again = { importId, soldierId, pages: 3, takenAt: getTimeAgo(0) };
    await visitor.trpc.soldier.importCommit.mutate(again);
    await world.context.jobs.drained();
    expect((await visitor.trpc.soldier.snapshots.query({ soldierId })).items).toHaveLength(1);
  });

  test("stores only figures, counters, targets and columns that the game has", async () => {
    await using world = await makeWorld();
    const { visitor, soldierId } = await createGuestWithSoldier(world);
    const createUnknownNames = (prefix: string) => Array.from({ length: 500 }, (_, at) => `${prefix}-${at}`);
    const [target = ""] = getProgress(world.context.arsenals.bf4).byId.keys();
    const sent = buildStatistics(1, {
      figures: { kills: 5, ...Object.fromEntries(createUnknownNames("figure").map((name) => [name, 1])) },
      counters: { rankPoints: 7, ...Object.fromEntries(createUnknownNames("kills:weapon").map((name) => [name, 1])) },
      targets: { [target]: [1, 2], ...Object.fromEntries(createUnknownNames("part:x").map((name) => [name, [1, 2]])) },
      tables: { weapons: [{ id: "ak-12", name: "AK-12", isKnown: true, values: { kills: 3, nonsense: 4 } }] },
    });
    const stored = { figures: { kills: 5 }, counters: { rankPoints: 7 }, targets: { [target]: [1, 2] } };
    const { importId } = await sendImport(visitor, soldierId, [sent]);
    await world.context.jobs.drained();
    const typed = { soldierId, id: crypto.randomUUID(), takenAt: getTimeAgo(0), statistics: sent };
    await visitor.trpc.soldier.saveTyped.mutate(typed);
    for (const id of [importId, typed.id]) {
      const { statistics } = await visitor.trpc.soldier.snapshot.query({ soldierId, id });
      expect(statistics).toMatchObject(stored);
      expect(
        [statistics.figures, statistics.counters, statistics.targets].map((all) => Object.keys(all).length),
      ).toEqual([1, 1, 1]);
      expect(statistics.tables.weapons?.[0]?.values).toEqual({ kills: 3 });
    }
  });

  test("with a missing page fails as incomplete", async () => {
    await using world = await makeWorld();
    const { visitor, soldierId } = await createGuestWithSoldier(world);
    const importId = crypto.randomUUID();
    await visitor.trpc.soldier.importPage.mutate({ importId, number: 0, part: buildStatistics(1) });
    const commit = { importId, soldierId, pages: 2, takenAt: getTimeAgo(0) };
    const { job } = await visitor.trpc.soldier.importCommit.mutate(commit);
    await world.context.jobs.drained();
    const { outcome } = await visitor.trpc.job.get.query({ id: job.id });
    expect(outcome).toMatchObject({ kind: "failed", fault: "import_incomplete" });
  });
});

describe("the sample", () => {
  test.for(["bf4", "bf2042"] as const)(
    "of %s is marked, has a history, and is not read from a service",
    async (game) => {
      await using world = await makeWorld();
      const visitor = await createGuest(world);
      const sample = { id: crypto.randomUUID(), game };
      await visitor.trpc.soldier.addSample.mutate(sample);
      await visitor.trpc.soldier.addSample.mutate(sample);
      const { soldier, current, job } = await visitor.trpc.soldier.get.query({ id: sample.id });
      expect([soldier.relation, job]).toEqual(["sample", null]);
      expect(current?.figures["kills"]).toBeGreaterThan(0);
      // A row without a value for one of its table's columns would show only a name.
      for (const [table, rows] of Object.entries(current?.tables ?? {})) {
        const columns = COLUMNS[game][table as TableId]?.map(({ id }) => id) ?? [];
        expect(rows.filter(({ values }) => !columns.some((id) => id in values))).toEqual([]);
      }
      const { items } = await visitor.trpc.soldier.snapshots.query({ soldierId: sample.id });
      expect(new Set(items.map(({ source }) => source))).toEqual(new Set(["sample"]));
      expect(items).toHaveLength(10);
    },
  );

  test("is one soldier when it is added in two languages, and has a name in the language of the request", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    const german = createTrpcInLanguage(visitor, world.origin, "de");
    const { id } = await german.soldier.addSample.mutate({ id: crypto.randomUUID(), game: "bf4" });
    await visitor.trpc.soldier.addSample.mutate({ id: crypto.randomUUID(), game: "bf4" });
    const [english, ...others] = await visitor.trpc.soldier.list.query();
    expect([english?.name, others]).toEqual(["Sample soldier", []]);
    const { soldier, current } = await german.soldier.get.query({ id });
    expect(soldier.name).toBe("Beispielsoldat");
    expect(current?.tables.classes?.map(({ name }) => name)).toContain("Assault");
  });
});

test("a new snapshot replaces an old one when a soldier has reached the limit", async () => {
  await using world = await makeWorld({ singleProcess: USES_INTERNALS });
  const { db } = world.context;
  const { visitor, soldierId } = await createGuestWithSoldier(world);
  await saveTypedKills(visitor, soldierId, 1, getTimeAgo(500));
  const model = await db.selectFrom("snapshot").selectAll().executeTakeFirstOrThrow();
  const count = getLimit("snapshots", { isGuest: true });
  const rows = Array.from({ length: count - 1 }, (_, number) => {
    const takenAt = getTimeAgo(400 - number / 24);
    return { ...model, id: crypto.randomUUID(), takenAt, seenAt: takenAt };
  });
  await db.insertInto("snapshot").values(rows).execute();
  const getIds = async () =>
    (await db.selectFrom("snapshot").select("id").orderBy("takenAt").execute()).map(({ id }) => id);
  const before = await getIds();
  await saveTypedKills(visitor, soldierId, 2);
  const after = await getIds();
  expect([after.length, after.slice(0, -1)]).toEqual([count, before.filter((id) => id !== rows[0]?.id)]);
  // A snapshot that is sent again takes no room.
  const sent = { soldierId, id: after.at(-1) ?? "", takenAt: getTimeAgo(1), statistics: buildStatistics(2) };
  await visitor.trpc.soldier.saveTyped.mutate(sent);
  expect(await getIds()).toEqual(after);
  // The limit of the total size also deletes snapshots. The second one goes, because it and the third take up all bytes.
  const [, second, third] = after;
  const bytes = getLimit("snapshotBytes", { isGuest: true });
  await db
    .updateTable("snapshot")
    .set({ bytes: Math.floor(bytes / 2) })
    .where("id", "in", [second ?? "", third ?? ""])
    .execute();
  await saveTypedKills(visitor, soldierId, 3);
  expect((await getIds()).filter((id) => after.includes(id))).toEqual(after.filter((id) => id !== second));
});

test("old snapshots of the service are thinned out, unless the person keeps all or typed them", async () => {
  await using world = await makeWorld({ singleProcess: USES_INTERNALS });
  const { db } = world.context;
  const now = new Date("2026-12-31T12:00:00.000Z");
  const snapshots = Array.from({ length: 48 }, (_, kills) => ({ kills, isDeleted: false }));
  const soldiers = ["Thinned", "Whole", "Typed"].map((name) => {
    return { name, playerId: null, relation: "mine" as const, isDeleted: false, goals: [], snapshots };
  });
  const nothing = { folders: [], loadouts: [], shares: [], ticks: [], plan: [] };
  await insertPerson(world, { ...nothing, soldiers }, { isGuest: false });
  const ids = await db.selectFrom("soldier").select(["id", "name"]).execute();
  const getId = (name: string) => ids.find((soldier) => soldier.name === name)?.id ?? "";
  const getRows = (name: string) =>
    db
      .selectFrom("snapshot")
      .select(["id", "takenAt"])
      .where("soldierId", "=", getId(name))
      .orderBy("takenAt")
      .execute();
  // One for each hour of two days in the past.
  for (const { name } of ids) {
    for (const [hour, { id }] of (await getRows(name)).entries()) {
      const takenAt = new Date(Date.parse("2026-06-01T00:30:00.000Z") + hour * 60 * 60_000).toISOString();
      const source = name === "Typed" ? "typed" : "service";
      await db.updateTable("snapshot").set({ takenAt, seenAt: takenAt, source }).where("id", "=", id).execute();
    }
  }
  await db.updateTable("soldier").set({ keepsAll: 1 }).where("id", "=", getId("Whole")).execute();
  const runs: string[] = [];
  const info = ({ rows, isDone }: { rows: Record<string, number>; isDone: boolean }) =>
    void runs.push(`${rows["snapshot"]} ${isDone}`);
  const parts = { db, now: () => now, logger: Object.assign(Object.create(world.context.logger), { info }) };
  for (let run = 0; run < 2; run += 1) await purge({ ...parts, chores: [thinSnapshots], maxRows: 40 });
  expect(runs).toEqual(["40 false", "5 true"]);
  expect(await db.selectFrom("soldier").select("id").where("thinnedAt", "<", now.toISOString()).execute()).toEqual([]);
  await thinSnapshots(db, new Date(now.getTime() + 8 * DAY_MS));
  const hours = (await getRows("Thinned")).map(({ takenAt }) => takenAt.slice(0, 13));
  expect(hours).toEqual(["2026-06-01T00", "2026-06-01T23", "2026-06-02T23"]);
  expect([(await getRows("Whole")).length, (await getRows("Typed")).length]).toEqual([48, 48]);
});
