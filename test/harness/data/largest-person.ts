// A person with as much of everything as the product allows, written into the database at once.
import { generateNKeysBetween } from "fractional-indexing";
import { type Insertable, type Selectable, sql } from "kysely";
import { getLimit, MAX_FOLDERS, MAX_PLANNED, type Owner } from "#domain/limits.ts";
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
import { guest } from "./lockers.ts";
import { ownerOfEverything } from "./owned.ts";
import { fillPlatoon, LARGE_PLATOON } from "./platoons.ts";

/** What share of the snapshots there may be all soldiers but the first have; the rest is what the product allows. */
export type Size = { snapshots: number };

export const LARGEST: Size = { snapshots: 1 };
/** For a run of a few seconds: enough that whatever reads all of it is noticed. */
export const LARGE: Size = { snapshots: 0.05 };

type LoadoutRow = Selectable<Tables["loadout"]>;

/** Room for what a test adds. */
const ROOM = { loadouts: 15, bytes: 50_000, soldiers: 1, snapshots: 10, goals: 10, shares: 10 };

const DAY_MS = 24 * 60 * 60_000;
const ROWS_AT_ONCE = 100;
const GUEST_KINDS = [10, 20];
const getUuid = (kind: number, number: number): string =>
  `${String(kind).padStart(8, "0")}-0000-4000-8000-${String(number).padStart(12, "0")}`;

const getFolderId = (kind: number, number = 0): string => getUuid(kind + 2, number);
/** All loadouts of the largest person lie in it. */
export const FULL_FOLDER = getFolderId(0);

/** The owner of one of everything, grown to what the product allows; and two guests to be merged into it who are as large. */
export async function largestPerson(world: World, size: Size) {
  const own = await ownerOfEverything(world);
  const { user } = await (await own.visitor.fetch("/api/auth/get-session")).json();
  await addPlatoons(world, own);
  await addDeletedPlatoons(world, user.id);
  const reports = getReports(world);
  await fill(world, { id: user.id, isGuest: false }, own, { kind: 0, size, reports });
  const guests: Visitor["cookies"][] = [];
  for (const kind of GUEST_KINDS) {
    const stranger = await guest(world);
    const { user: guestUser } = await (await stranger.fetch("/api/auth/get-session")).json();
    await fill(world, { id: guestUser.id, isGuest: true }, own, { kind, size, reports });
    guests.push(stranger.cookies);
  }
  return { ...own, userId: String(user.id), email: String(user.email), guests };
}

type Own = Awaited<ReturnType<typeof ownerOfEverything>>;
/** `kind` makes other ids of the rows of each person. */
type Filling = { kind: number; size: Size; reports: Reports };

async function fill(world: World, owner: Owner, own: Own, filling: Filling): Promise<void> {
  await addLoadouts(world, owner, own.stored.id, filling.kind);
  await addSoldiers(world, owner, own.soldierId, filling);
  await addOthers(world, owner, filling.kind);
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

/** As many loadouts as the person may have, of as many bytes, all in one folder. */
async function addLoadouts({ context }: World, owner: Owner, modelId: string, kind: number): Promise<void> {
  const { db, now } = context;
  const saved = await db.selectFrom("loadout").selectAll().where("id", "=", modelId).executeTakeFirstOrThrow();
  const stored = getLimit("storedLoadouts", owner) - ROOM.loadouts;
  const live = getLimit("loadouts", owner) - ROOM.loadouts;
  const tags = JSON.stringify(Array.from({ length: 12 }, (_, number) => `tag ${number} ${"x".repeat(15)}`));
  const name = "Long ".repeat(15).trim();
  const bytes = Math.floor((getLimit("loadoutBytes", owner) - ROOM.bytes) / stored);
  const note = "word ".repeat(400).slice(0, bytes - name.length - tags.length - saved.body.length);
  const model: LoadoutRow = { ...saved, userId: owner.id, name, tags, note, folderId: getFolderId(kind), bytes };
  const at = now().getTime();
  const places = generateNKeysBetween(saved.place, null, stored);
  const copies = places.map((place, number) => ({
    ...{ ...model, place, id: getUuid(kind + 1, number) },
    name: `No. ${number} of ${kind} ${name}`.slice(0, name.length),
    updatedAt: new Date(at - number * 1000).toISOString(),
    deletedAt: number < live ? null : now().toISOString(),
  }));
  await insertAll(db, "loadout", copies);
}

/** As many soldiers as the person may have, each with as many snapshots; the first of an account is the owner's own. */
async function addSoldiers({ context }: World, owner: Owner, ownId: string, filling: Filling): Promise<void> {
  const { db, now } = context;
  const { kind, size, reports } = filling;
  const model = await db.selectFrom("soldier").selectAll().where("id", "=", ownId).executeTakeFirstOrThrow();
  const live = getLimit("soldiers", owner) - ROOM.soldiers;
  const soldiers = numbered(getLimit("storedSoldiers", owner) - ROOM.soldiers, (number) => ({
    ...{ ...model, userId: owner.id, id: getUuid(kind + 3, number) },
    ...{ name: `Soldier ${number}`, nameKey: `soldier ${number}` },
    deletedAt: number < live ? null : now().toISOString(),
  }));
  if (!owner.isGuest) soldiers.shift();
  await insertAll(db, "soldier", soldiers);
  const ids = [...(owner.isGuest ? [] : [ownId]), ...soldiers.map(({ id }) => id)];
  const at = now();
  for (const [number, soldierId] of ids.entries()) {
    const snapshots = listSnapshots(owner, reports, at, number === 0 ? 1 : size.snapshots);
    const owned = { userId: owner.id, soldierId, createdAt: at.toISOString(), updatedAt: at.toISOString() };
    await insertAll(
      db,
      "snapshot",
      snapshots.map((snapshot, n) => ({
        ...{ ...snapshot, ...owned, id: getUuid(100 * (kind + 1) + number, n), deletedAt: null },
      })),
    );
  }
}

/** Large ones first, as many as there is room for, and small ones then: that share of what a soldier may have. */
function listSnapshots(owner: Owner, { large, small }: Reports, at: Date, share: number) {
  const count = Math.floor((getLimit("snapshots", owner) - ROOM.snapshots) * share);
  let bytes = (getLimit("snapshotBytes", owner) - ROOM.bytes) * share - count * small.bytes;
  return numbered(count, (number) => {
    const takenAt = new Date(at.getTime() - number * 60_000).toISOString();
    const source = SNAPSHOT_SOURCES[number % SNAPSHOT_SOURCES.length] ?? "typed";
    const next = large[number % large.length] ?? small;
    const report = bytes > next.bytes ? next : small;
    bytes -= report.bytes - small.bytes;
    return { source, takenAt, seenAt: takenAt, ...report };
  });
}

type Report = { figures: string; body: string; bytes: number };
/** Some that differ, with as much as one may have, and one with figures alone. */
type Reports = { large: readonly Report[]; small: Report };

function getReports(world: World): Reports {
  const toReport = (statistics: Statistics): Report => {
    const [figures, body] = [JSON.stringify(statistics.figures), compressedJson(statistics)];
    return { figures, body, bytes: figures.length + body.length };
  };
  const large = numbered(4, (number) => toReport(largeStatistics(world, number + 1)));
  return { large, small: toReport({ ...largeStatistics(world, 1), tables: {}, counters: {}, targets: {} }) };
}

/** Folders, goals, ticks, the plan and shares: copies of the owner's. */
async function addOthers({ context: { db, arsenals, now } }: World, owner: Owner, kind: number): Promise<void> {
  const at = now().toISOString();
  const common = { userId: owner.id, createdAt: at, updatedAt: at };
  await insertAll(
    db,
    "folder",
    numbered(MAX_FOLDERS - 10, (n) => ({ ...common, id: getFolderId(kind, n), name: `Folder ${n}` })),
  );
  const goal = await db.selectFrom("goal").selectAll().executeTakeFirstOrThrow();
  const soldierId = owner.isGuest ? getUuid(kind + 3, 0) : goal.soldierId;
  await insertAll(
    db,
    "goal",
    numbered(getLimit("goals", owner) - ROOM.goals, (n) => ({
      ...{ ...goal, ...common, soldierId, id: getUuid(kind + 6, n) },
    })),
  );
  const targets = [...getVocabulary(arsenals, "bf4").targets].filter((id) => id !== "rank:140" && id !== "rank:139");
  const tick = { ...common, count: 1, confirmedAt: null };
  await insertAll(
    db,
    "tick",
    targets.map((targetId, n) => ({ ...tick, id: getUuid(kind + 7, n), targetId })),
  );
  const { place } = await db.selectFrom("planItem").select("place").executeTakeFirstOrThrow();
  const places = generateNKeysBetween(place, null, MAX_PLANNED - 20);
  const plan = places.map((next, n) => ({
    ...{ ...common, id: getUuid(kind + 8, n), targetId: targets[n] ?? "", place: next },
  }));
  await insertAll(db, "planItem", plan);
  const share = await db.selectFrom("share").selectAll().executeTakeFirstOrThrow();
  await insertAll(
    db,
    "share",
    numbered(getLimit("shares", owner) - ROOM.shares, (n) => ({
      ...{ ...share, ...common, id: `largest${kind}`.padEnd(9, "x") + String(n).padStart(3, "0") },
    })),
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
      isKnown: true,
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
