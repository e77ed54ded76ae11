// A user with the maximum of everything that the product allows, inserted into the database directly.
import { generateNKeysBetween } from "fractional-indexing";
import { type Insertable, type Selectable, sql } from "kysely";
import { getLimit, type Owner } from "#domain/limits.ts";
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
import { createGuest } from "./lockers.ts";
import { createOwnerOfEverything } from "./owned.ts";
import { fillPlatoon, LARGE_PLATOON } from "./platoons.ts";

/** `snapshots` is the share of the maximum number of snapshots for each soldier but the first; all else is at its maximum. */
export type Size = { snapshots: number };

export const LARGEST: Size = { snapshots: 1 };
/** For a run of a few seconds: large enough to detect a call that reads all snapshots. */
export const LARGE: Size = { snapshots: 0.05 };

type LoadoutRow = Selectable<Tables["loadout"]>;

/** What is left below each limit for a test to add. */
const RESERVE = { loadouts: 15, bytes: 50_000, soldiers: 1, snapshots: 10, goals: 10, shares: 10 };

const DAY_MS = 24 * 60 * 60_000;
const BATCH_SIZE = 100;
const GUEST_ID_KINDS = [10, 20];
const getUuid = (kind: number, number: number): string =>
  `${String(kind).padStart(8, "0")}-0000-4000-8000-${String(number).padStart(12, "0")}`;

const getFolderId = (kind: number, number = 0): string => getUuid(kind + 2, number);
/** The folder with all loadouts of the largest user. */
export const FULL_FOLDER = getFolderId(0);

/** Creates the user of `createOwnerOfEverything`, filled up to the limits, and two equally large guests to be merged into it. */
export async function createLargestUser(world: World, size: Size) {
  const ownData = await createOwnerOfEverything(world);
  const { user } = await (await ownData.visitor.fetch("/api/auth/get-session")).json();
  await addPlatoons(world, ownData);
  await addDeletedPlatoons(world, user.id);
  const reports = getReports(world);
  await fillUser(world, { id: user.id, isGuest: false }, ownData, { kind: 0, size, reports });
  const guests: Visitor["cookies"][] = [];
  for (const kind of GUEST_ID_KINDS) {
    const stranger = await createGuest(world);
    const { user: guestUser } = await (await stranger.fetch("/api/auth/get-session")).json();
    await fillUser(world, { id: guestUser.id, isGuest: true }, ownData, { kind, size, reports });
    guests.push(stranger.cookies);
  }
  return { ...ownData, userId: String(user.id), email: String(user.email), guests };
}

type OwnedData = Awaited<ReturnType<typeof createOwnerOfEverything>>;
/** `kind` is a part of the ids, so that the rows of each user have ids of their own. */
type Filling = { kind: number; size: Size; reports: Reports };

async function fillUser(world: World, owner: Owner, own: OwnedData, filling: Filling): Promise<void> {
  await addLoadouts(world, owner, own.stored.id, filling.kind);
  await addSoldiers(world, owner, own.soldierId, filling);
  await addRemainingRows(world, owner, filling.kind);
}

/** Fills the user's platoon, and adds further platoons with the same members up to the limit per user. */
async function addPlatoons(world: World, { visitor, platoon }: Awaited<ReturnType<typeof createOwnerOfEverything>>) {
  const { db } = world.context;
  const { organizationId } = platoon;
  // The user, another member and the creators of the platoon are members already.
  const filledPlatoon = { id: organizationId, people: { owner: { visitor } } };
  await fillPlatoon(world, filledPlatoon, { ...LARGE_PLATOON, members: LARGE_PLATOON.members - 1, loadouts: 490 });
  const at = new Date();
  const others = Array.from({ length: MAX_PLATOONS - 2 }, (_, number) => ({
    ...{
      id: `filledPlatoon-${number}`,
      slug: `filledPlatoon-${number}`,
      name: `Platoon ${number}`,
      createdAt: at,
      updatedAt: at,
    },
  }));
  await insertAll(db, "organization", others);
  // The account library stores these fields in this form.
  await db.updateTable("organization").set(LONG_FIELDS).execute();
  const members = sql`
    INSERT INTO member (id, "organizationId", "userId", role, "createdAt", "updatedAt")
    SELECT own.id || organization.id, organization.id, own."userId", own.role, own."createdAt", own."updatedAt"
    FROM (SELECT * FROM member WHERE "organizationId" = ${organizationId}) AS own CROSS JOIN organization
    WHERE organization.id LIKE 'filledPlatoon-%'`;
  await withoutTimeouts(() => members.execute(db));
}

/** The fields of a platoon that may be long. */
const LONG_FIELDS = {
  logo: `https://example.com/${"x".repeat(1980)}`,
  metadata: JSON.stringify({ tag: "𝐎𝐖𝐋𝐒", emblem: `ad${"-aa505050000".repeat(MAX_EMBLEM_LAYERS)}` }),
};

/** Inserts the maximum number of platoons that the user deleted, and as many that another owner deleted. */
async function addDeletedPlatoons({ context: { db, now } }: World, userId: string): Promise<void> {
  const at = now();
  const [createdAt, endsAt] = [at.toISOString(), new Date(at.getTime() + DAY_MS).toISOString()];
  const times = { createdAt: at, updatedAt: at };
  const platoons = createRows(2 * MAX_PLATOONS, (number) => {
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

/** Inserts the maximum number of loadouts with the maximum number of bytes, all in one folder. */
async function addLoadouts({ context }: World, owner: Owner, modelId: string, kind: number): Promise<void> {
  const { db, now } = context;
  const saved = await db.selectFrom("loadout").selectAll().where("id", "=", modelId).executeTakeFirstOrThrow();
  const stored = getLimit("storedLoadouts", owner) - RESERVE.loadouts;
  const live = getLimit("loadouts", owner) - RESERVE.loadouts;
  const tags = JSON.stringify(Array.from({ length: 12 }, (_, number) => `tag ${number} ${"x".repeat(15)}`));
  const name = "Long ".repeat(15).trim();
  const bytes = Math.floor((getLimit("loadoutBytes", owner) - RESERVE.bytes) / stored);
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

/** Inserts the maximum number of soldiers, each with snapshots; the first soldier of an account exists already. */
async function addSoldiers({ context }: World, owner: Owner, ownId: string, filling: Filling): Promise<void> {
  const { db, now } = context;
  const { kind, size, reports } = filling;
  const model = await db.selectFrom("soldier").selectAll().where("id", "=", ownId).executeTakeFirstOrThrow();
  const live = getLimit("soldiers", owner) - RESERVE.soldiers;
  const soldiers = createRows(getLimit("storedSoldiers", owner) - RESERVE.soldiers, (number) => ({
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
    const ownerFields = { userId: owner.id, soldierId, createdAt: at.toISOString(), updatedAt: at.toISOString() };
    await insertAll(
      db,
      "snapshot",
      snapshots.map((snapshot, n) => ({
        ...{ ...snapshot, ...ownerFields, id: getUuid(100 * (kind + 1) + number, n), deletedAt: null },
      })),
    );
  }
}

/** Returns `share` of the maximum number of snapshots: large ones until their share of the bytes is used up, then small ones. */
function listSnapshots(owner: Owner, { large, small }: Reports, at: Date, share: number) {
  const count = Math.floor((getLimit("snapshots", owner) - RESERVE.snapshots) * share);
  let bytes = (getLimit("snapshotBytes", owner) - RESERVE.bytes) * share - count * small.bytes;
  return createRows(count, (number) => {
    const takenAt = new Date(at.getTime() - number * 60_000).toISOString();
    const source = SNAPSHOT_SOURCES[number % SNAPSHOT_SOURCES.length] ?? "typed";
    const next = large[number % large.length] ?? small;
    const report = bytes > next.bytes ? next : small;
    bytes -= report.bytes - small.bytes;
    return { source, takenAt, seenAt: takenAt, ...report };
  });
}

type Report = { figures: string; body: string; bytes: number };
/** Different reports of the maximum size, and a report with figures only. */
type Reports = { large: readonly Report[]; small: Report };

function getReports(world: World): Reports {
  const toReport = (statistics: Statistics): Report => {
    const [figures, body] = [JSON.stringify(statistics.figures), compressedJson(statistics)];
    return { figures, body, bytes: figures.length + body.length };
  };
  const large = createRows(4, (number) => toReport(largeStatistics(world, number + 1)));
  return { large, small: toReport({ ...largeStatistics(world, 1), tables: {}, counters: {}, targets: {} }) };
}

/** Inserts folders, goals, ticks, planned targets and shares, mostly copies of the existing rows. */
async function addRemainingRows({ context: { db, arsenals, now } }: World, owner: Owner, kind: number): Promise<void> {
  const at = now().toISOString();
  const common = { userId: owner.id, createdAt: at, updatedAt: at };
  await insertAll(
    db,
    "folder",
    createRows(getLimit("folders", owner) - 10, (n) => ({ ...common, id: getFolderId(kind, n), name: `Folder ${n}` })),
  );
  const goal = await db.selectFrom("goal").selectAll().executeTakeFirstOrThrow();
  const soldierId = owner.isGuest ? getUuid(kind + 3, 0) : goal.soldierId;
  await insertAll(
    db,
    "goal",
    createRows(getLimit("goals", owner) - RESERVE.goals, (n) => ({
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
  const places = generateNKeysBetween(place, null, getLimit("planned", owner) - 20);
  const plan = places.map((next, n) => ({
    ...{ ...common, id: getUuid(kind + 8, n), targetId: targets[n] ?? "", place: next },
  }));
  await insertAll(db, "planItem", plan);
  const share = await db.selectFrom("share").selectAll().executeTakeFirstOrThrow();
  await insertAll(
    db,
    "share",
    createRows(getLimit("shares", owner) - RESERVE.shares, (n) => ({
      ...{ ...share, ...common, id: `largest${kind}`.padEnd(9, "x") + String(n).padStart(3, "0") },
    })),
  );
}

const createRows = <Row>(count: number, createRow: (number: number) => Row): Row[] =>
  Array.from({ length: count }, (_, number) => createRow(number));

/** Returns statistics with every name that a snapshot may use, and the maximum number of rows. */
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
  for (let at = 0; at < rows.length; at += BATCH_SIZE) {
    await db
      .insertInto(table)
      .values(rows.slice(at, at + BATCH_SIZE) as never)
      .execute();
  }
}
