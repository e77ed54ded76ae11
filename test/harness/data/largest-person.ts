// A person with as much of everything as the product allows, written into the database at once.
import { generateNKeysBetween } from "fractional-indexing";
import { type Insertable, type Selectable, sql } from "kysely";
import { MAX_EMBLEM_LAYERS } from "#domain/platoon/emblem.ts";
import { MAX_PLATOONS } from "#domain/platoon/platoon.ts";
import { TABLES } from "#domain/soldier/figures/table-id.ts";
import { SNAPSHOT_SOURCES, type Statistics } from "#domain/soldier/statistics.ts";
import { getVocabulary } from "#messages/progress/vocabulary.ts";
import { withoutTimeouts } from "#platform/database/database-unavailable.ts";
import { compressedJson } from "#platform/database/valid-text.ts";
import type { Database } from "#server/database/database.ts";
import type { Tables } from "#server/database/schema.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import type { World } from "#test/harness/world.ts";
import { aLoadout, guest, newLoadout } from "./lockers.ts";
import { ownerOfEverything } from "./owned.ts";
import { fillPlatoon, LARGE_PLATOON } from "./platoons.ts";

/** What the person has beside one of everything; the product's limits where nothing else is said. */
export type Size = { loadouts: number; largeSnapshots: number; smallSnapshots: number };

/** Both guests have room in the account of the largest person. */
const getGuestLoadouts = ({ loadouts }: Size): number => Math.ceil(loadouts / 5);

export const LARGEST: Size = { loadouts: 14_000, largeSnapshots: 1200, smallSnapshots: 18_000 };
/** For a run of a few seconds: enough that whatever reads all of it is noticed. */
export const LARGE: Size = { loadouts: 3000, largeSnapshots: 60, smallSnapshots: 1000 };

type LoadoutRow = Selectable<Tables["loadout"]>;

const DAY_MS = 24 * 60 * 60_000;
const ROWS_AT_ONCE = 100;
const GUEST_KINDS = [9, 10];
const getUuid = (kind: number, number: number): string =>
  `${String(kind).padStart(8, "0")}-0000-4000-8000-${String(number).padStart(12, "0")}`;

/** The owner of one of everything, grown to that size; and two guests with a locker each to bring along. */
export async function largestPerson(world: World, size: Size) {
  const own = await ownerOfEverything(world);
  const { user } = await (await own.visitor.fetch("/api/auth/get-session")).json();
  await addPlatoons(world, own);
  await addDeletedPlatoons(world, user.id);
  const model = await addLoadouts(world, own.visitor, size.loadouts);
  await addSoldiers(world, user.id, own.soldierId, size);
  await addOthers(world, user.id);
  const guests: Visitor["cookies"][] = [];
  for (const kind of GUEST_KINDS) {
    const stranger = await guest(world);
    const { user: guestUser } = await (await stranger.fetch("/api/auth/get-session")).json();
    await copyLoadout(world, { ...model, userId: guestUser.id }, kind, getGuestLoadouts(size));
    guests.push(stranger.cookies);
  }
  return { ...own, userId: String(user.id), email: String(user.email), guests };
}

/** Grows the person's platoon, and adds others with as many members, until the person is in as many as one may be. */
async function addPlatoons(world: World, { visitor, platoon }: Awaited<ReturnType<typeof ownerOfEverything>>) {
  const { db } = world.context;
  const { organizationId } = platoon;
  // The person, another member and those who made the platoon are in it already.
  const grown = { id: organizationId, people: { owner: { visitor } } };
  await fillPlatoon(world, grown, { ...LARGE_PLATOON, members: LARGE_PLATOON.members - 1, loadouts: 490 });
  const at = new Date();
  const others = Array.from({ length: MAX_PLATOONS - 2 }, (_, number) => ({
    ...{ id: `grown-${number}`, slug: `grown-${number}`, name: `Platoon ${number}`, createdAt: at, updatedAt: at },
  }));
  await insertAll(db, "organization", others);
  // In the form in which the account library stores it.
  await db.updateTable("organization").set(LONG_FIELDS).execute();
  const members = sql`
    INSERT INTO member (id, "organizationId", "userId", role, "createdAt", "updatedAt")
    SELECT own.id || organization.id, organization.id, own."userId", own.role, own."createdAt", own."updatedAt"
    FROM (SELECT * FROM member WHERE "organizationId" = ${organizationId}) AS own CROSS JOIN organization
    WHERE organization.id LIKE 'grown-%'`;
  await withoutTimeouts(() => members.execute(db));
}

/** What of a platoon may be long. */
const LONG_FIELDS = {
  logo: `https://example.com/${"x".repeat(1980)}`,
  metadata: JSON.stringify({ tag: "𝐎𝐖𝐋𝐒", emblem: `ad${"-aa505050000".repeat(MAX_EMBLEM_LAYERS)}` }),
};

/** As many deleted platoons as the person may have deleted, and as many that other owners deleted. */
async function addDeletedPlatoons({ context: { db, now } }: World, userId: string): Promise<void> {
  const at = now();
  const [createdAt, endsAt] = [at.toISOString(), new Date(at.getTime() + DAY_MS).toISOString()];
  const times = { createdAt: at, updatedAt: at };
  const platoons = numbered(2 * MAX_PLATOONS, (number) => {
    const names = { id: `deleted-${number}`, slug: `deleted-${number}-${"x".repeat(60)}`, name: "Platoon ".repeat(10) };
    return { ...names, body: JSON.stringify({ organization: { ...names, ...LONG_FIELDS, ...times } }) };
  });
  await insertAll(
    db,
    "deletedPlatoon",
    platoons.map((platoon, number) => ({
      ...platoon,
      deletedBy: number % 2 ? userId : "another",
      endsAt,
      createdAt,
      updatedAt: createdAt,
    })),
  );
  await insertAll(
    db,
    "member",
    platoons.map(({ id }) => ({ id: `of-${id}`, organizationId: id, userId, role: "owner", ...times })),
  );
}

/** Copies of a loadout that is as long as one may be; answers its row. */
async function addLoadouts(world: World, { trpc }: Visitor, count: number): Promise<LoadoutRow> {
  const long = {
    ...newLoadout(aLoadout(world), "Long ".repeat(15).trim()),
    note: Array.from({ length: 400 }, (_, number) => `word${number}`)
      .join(" ")
      .slice(0, 2000),
    tags: Array.from({ length: 12 }, (_, number) => `tag ${number} ${"x".repeat(15)}`),
  };
  await trpc.loadout.save.mutate(long);
  const { db } = world.context;
  const model = await db.selectFrom("loadout").selectAll().where("id", "=", long.id).executeTakeFirstOrThrow();
  await copyLoadout(world, model, 1, count);
  return model;
}

async function copyLoadout(world: World, model: LoadoutRow, kind: number, count: number): Promise<void> {
  const { db, now } = world.context;
  const at = now().getTime();
  const copies = Array.from({ length: count }, (_, number) => ({
    ...model,
    id: getUuid(kind, number),
    name: `No. ${number} of ${kind} ${model.name}`.slice(0, 80),
    updatedAt: new Date(at - number * 1000).toISOString(),
    deletedAt: number % 50 === 0 ? now().toISOString() : null,
  }));
  await insertAll(db, "loadout", copies);
  const words = sql`
    INSERT INTO "loadoutWord" ("userId", word, "loadoutId")
    SELECT loadout."userId", own.word, loadout.id
    FROM loadout CROSS JOIN (SELECT word FROM "loadoutWord" WHERE "loadoutId" = ${model.id}) AS own
    WHERE loadout.id LIKE ${`${getUuid(kind, 0).slice(0, 9)}%`}`;
  // Millions of rows: a statement of a request would be cancelled.
  await withoutTimeouts(() => words.execute(db));
}

async function addSoldiers(world: World, userId: string, soldierId: string, size: Size): Promise<void> {
  const { db, now } = world.context;
  const at = now().getTime();
  const createdAt = now().toISOString();
  const common = { userId, createdAt, updatedAt: createdAt, deletedAt: null };
  const soldier = await db.selectFrom("soldier").selectAll().where("id", "=", soldierId).executeTakeFirstOrThrow();
  const others = Array.from({ length: 45 }, (_, n) => ({
    ...soldier,
    id: getUuid(3, n),
    name: `Soldier ${n}`,
    nameKey: `soldier ${n}`,
  }));
  await insertAll(db, "soldier", others);
  const snapshot = (number: number, statistics: Statistics) => {
    const [figures, body] = [JSON.stringify(statistics.figures), compressedJson(statistics)];
    const takenAt = new Date(at - number * 60_000).toISOString();
    const source = SNAPSHOT_SOURCES[number % SNAPSHOT_SOURCES.length] ?? "typed";
    return { ...common, source, takenAt, seenAt: takenAt, figures, body, bytes: figures.length + body.length };
  };
  for (let n = 0; n < size.largeSnapshots; n += 1) {
    const large = snapshot(n, largeStatistics(world, (n % 40) + 1));
    await insertAll(db, "snapshot", [{ ...large, id: getUuid(4, n), soldierId }]);
  }
  const small = snapshot(0, { ...largeStatistics(world, 1), tables: {}, counters: {}, targets: {} });
  const smalls = Array.from({ length: size.smallSnapshots }, (_, n) => ({
    ...small,
    takenAt: new Date(at - (n + 2000) * 60_000).toISOString(),
    id: getUuid(5, n),
    soldierId: n % 2 ? soldierId : getUuid(3, n % 45),
  }));
  await insertAll(db, "snapshot", smalls);
}

/** Folders, goals, ticks, the plan and shares. */
async function addOthers({ context: { db, arsenals, now } }: World, userId: string): Promise<void> {
  const at = now().toISOString();
  const common = { userId, createdAt: at, updatedAt: at };
  await insertAll(
    db,
    "folder",
    numbered(190, (n) => ({ ...common, id: getUuid(2, n), name: `Folder ${n}` })),
  );
  const goal = await db.selectFrom("goal").selectAll().where("userId", "=", userId).executeTakeFirstOrThrow();
  await insertAll(
    db,
    "goal",
    numbered(190, (n) => ({ ...goal, id: getUuid(6, n) })),
  );
  const targets = [...getVocabulary(arsenals, "bf4").targets].filter((id) => id !== "rank:140" && id !== "rank:139");
  const tick = { ...common, count: 1, settledAt: null };
  await insertAll(
    db,
    "tick",
    targets.map((targetId, n) => ({ ...tick, id: getUuid(7, n), targetId })),
  );
  const { place } = await db
    .selectFrom("planItem")
    .select("place")
    .where("userId", "=", userId)
    .executeTakeFirstOrThrow();
  const places = generateNKeysBetween(place, null, 480);
  const plan = places.map((next, n) => ({ ...common, id: getUuid(8, n), targetId: targets[n] ?? "", place: next }));
  await insertAll(db, "planItem", plan);
  const share = await db.selectFrom("share").selectAll().where("userId", "=", userId).executeTakeFirstOrThrow();
  await insertAll(
    db,
    "share",
    numbered(1900, (n) => ({ ...share, id: `largestsh${String(n).padStart(4, "0")}` })),
  );
}

const numbered = <Row>(count: number, rowOf: (number: number) => Row): Row[] =>
  Array.from({ length: count }, (_, number) => rowOf(number));

/** Statistics with every name a snapshot may use, and as many rows as it may have. */
function largeStatistics({ context: { arsenals } }: World, factor: number): Statistics {
  const { figures, counters, targets, columns } = getVocabulary(arsenals, "bf4");
  const tables = TABLES.map((table) => {
    const names = [...(columns[table] ?? [])];
    const rows = Array.from({ length: 300 }, (_, row) => ({
      id: `row-${row}-${"x".repeat(60)}`,
      name: `Row ${row} ${"y".repeat(60)}`,
      known: true,
      values: Object.fromEntries(names.map((name, index) => [name, row * factor + index / 7])),
    }));
    return [table, rows] as const;
  });
  return {
    game: "bf4",
    figures: Object.fromEntries([...figures].map((name, index) => [name, index * factor + 0.123456])),
    counters: Object.fromEntries([...counters].map((name, index) => [name, (index * factor) % 977])),
    targets: Object.fromEntries([...targets].map((name, index) => [name, [(index * factor) % 97, 100 + index]])),
    tables: Object.fromEntries(tables),
  };
}

async function insertAll<Table extends keyof Tables>(
  db: Database,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await db
      .insertInto(table)
      .values(rows.slice(at, at + ROWS_AT_ONCE) as never)
      .execute();
  }
}
