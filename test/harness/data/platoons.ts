// Helpers for tests with platoons.
import { randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import { createStarterLoadout } from "#domain/loadout/starter.ts";
import { withSearchName } from "#domain/text.ts";
import { getProgress } from "#messages/progress/targets.ts";
import type { Database } from "#server/database/database.ts";
import type { Tables } from "#server/database/schema.ts";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import type { World } from "#test/harness/world.ts";
import { buildStatistics, newSoldier } from "./soldiers.ts";

export const ROLES = ["owner", "admin", "member"] as const;
export type Role = (typeof ROLES)[number];
/** All kinds of callers: outsiders, former and invited members, and members of a platoon. */
export const CALLERS = ["signedOut", "guest", "outsider", "invited", "removed", "member", "admin", "owner"] as const;
export type Caller = (typeof CALLERS)[number];
export type ByCaller<Value> = Record<Caller, Value>;
export type Person = { visitor: Visitor; email: string; memberId: string };
export type Platoon = { id: string; people: Record<Role, Person> };
/** A platoon with a session of its owner, as `fillPlatoon` needs it. */
type OwnedPlatoon = { id: string; people: { owner: { visitor: Visitor } } };

export const postOrganization = (visitor: Visitor, name: string, body: unknown) =>
  visitor.post(`/api/auth/organization/${name}`, body);
export const getOrganization = (visitor: Visitor, name: string, query = "") =>
  visitor.fetch(`/api/auth/organization/${name}${query && `?${query}`}`);

/** Creates a squad with these members. */
export const saveSquad = (
  { trpc }: Visitor,
  { id: organizationId }: Pick<Platoon, "id">,
  { name, added = [] }: { name: string; added?: string[] },
) =>
  trpc.platoon.squad.save.mutate({
    organizationId,
    id: crypto.randomUUID(),
    isNew: true,
    name,
    game: "bf4",
    added,
    removed: [],
  });

let platoons = 0;

/** Creates a platoon with one user of each role. */
export async function makePlatoon(world: World): Promise<Platoon> {
  platoons += 1;
  const { visitor, account } = await signUpAndSignIn(world);
  const created = await (
    await postOrganization(visitor, "create", { name: "Night Owls", slug: `night-owls-${platoons}` })
  ).json();
  const owner = { visitor, email: account.email, memberId: created.members[0].id };
  const [admin, member] = [
    await addMember(world, visitor, created.id, "admin"),
    await addMember(world, visitor, created.id, "member"),
  ];
  return { id: created.id, people: { owner, admin, member } };
}

/** Signs up a user and invites them to the platoon. */
export async function inviteUser(world: World, by: Visitor, organizationId: string, role: string) {
  const { visitor, account } = await signUpAndSignIn(world);
  const response = await postOrganization(by, "invite-member", { email: account.email, role, organizationId });
  const { id } = await response.json();
  return { visitor, email: account.email, invitationId: String(id) };
}

async function addMember(world: World, by: Visitor, organizationId: string, role: string): Promise<Person> {
  const { visitor, email, invitationId } = await inviteUser(world, by, organizationId, role);
  const response = await (await postOrganization(visitor, "accept-invitation", { invitationId })).json();
  return { visitor, email, memberId: response.member.id };
}

/** Returns the database, changed to run `hook` before its first transaction. */
export function withHookBeforeTransaction(db: Database, hook: () => Promise<unknown>): Database {
  let hasRun = false;
  const transaction = () => ({
    async execute<Result>(work: (trx: Database) => Promise<Result>): Promise<Result> {
      if (!hasRun) {
        hasRun = true;
        await hook();
      }
      return db.transaction().execute(work);
    },
  });
  return new Proxy(db, {
    get(target, name) {
      if (name === "transaction") return transaction;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

type Size = { members: number; loadouts: number; entries: number };

/** The maximum size of a platoon, with a feed of several months. */
export const LARGE_PLATOON: Size = { members: 1000, loadouts: 500, entries: 5000 };
/** Five people, and a page of each list. */
export const SMALL_PLATOON: Size = { members: 5, loadouts: 25, entries: 31 };

const SQUAD_SIZE = 5;
const BATCH_SIZE = 500;
const MINUTE_MS = 60_000;

type InsertRows = <Table extends keyof Tables>(
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
) => Promise<void>;

const getMinutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS);
const getTimestamps = (minutes: number) => ({ createdAt: getMinutesAgo(minutes), updatedAt: getMinutesAgo(minutes) });

const createInsert =
  (db: Database): InsertRows =>
  async (table, rows) => {
    for (let first = 0; first < rows.length; first += BATCH_SIZE)
      await db
        .insertInto(table)
        .values(rows.slice(first, first + BATCH_SIZE))
        .execute();
  };

/**
 * Fills a platoon up to this size: members, five squads of which one has an unlock plan, ten sheets, and soldiers on the
 * board. `loadoutId` is the loadout that was created by calls and has a history.
 */
export async function fillPlatoon(
  world: World,
  platoon: OwnedPlatoon,
  size: Size,
): Promise<{ squadId: string; loadoutId: string }> {
  const { trpc } = platoon.people.owner.visitor;
  const { id: organizationId } = platoon;
  const insert = createInsert(world.context.db);
  const userIds = await addMembers(world, platoon, size.members, insert);
  const squadIds: string[] = [];
  for (let number = 0; number < SQUAD_SIZE; number += 1) {
    const squad = { name: `Squad ${number}`, added: userIds.slice(0, SQUAD_SIZE) };
    squadIds.push((await saveSquad(platoon.people.owner.visitor, platoon, squad)).id);
  }
  const [squadId = ""] = squadIds;
  const loadoutId = await addLoadouts(world, platoon, size.loadouts, insert);
  const entries = Array.from({ length: size.entries }, (_, number) => {
    const at = getMinutesAgo(number).toISOString();
    const entry = { id: randomUUID(), organizationId, kind: "published", body: JSON.stringify({ name: "Rush" }) };
    return { ...entry, actorId: userIds[number % userIds.length] ?? null, createdAt: at, updatedAt: at };
  });
  await insert("platoonEvent", entries);
  const places = userIds.slice(0, SQUAD_SIZE).map((userId) => ({ userId, platoonLoadoutId: loadoutId, task: "Medic" }));
  for (let number = 0; number < 10; number += 1) {
    const sheet = {
      ...NO_PURPOSE,
      id: randomUUID(),
      seenAt: null,
      game: "bf4" as const,
      title: `Sheet ${number}`,
      places,
    };
    await trpc.platoon.sheet.save.mutate({ ...sheet, organizationId });
  }
  const targets = getProgress(world.context.arsenals.bf4).targets.slice(0, 10);
  for (const { id: targetId } of targets)
    await trpc.platoon.squadPlan.add.mutate({ organizationId, teamId: squadId, targetId });
  await addShownSoldiers(world, platoon, userIds, insert);
  return { squadId, loadoutId };
}

/** Adds members up to this number; returns the ids of all members, owner first. */
async function addMembers(
  { context: { db } }: World,
  { id: organizationId }: OwnedPlatoon,
  count: number,
  insert: InsertRows,
) {
  const users = Array.from({ length: count - ROLES.length }, (_, number) => ({ id: randomUUID(), number }));
  const flags = { emailVerified: true, isAnonymous: false };
  const toUser = ({ id, number }: (typeof users)[number]) => ({
    ...{ id, ...flags, ...getTimestamps(number), ...withSearchName(`Player ${number}`), email: `${id}@example.com` },
  });
  await insert("user", users.map(toUser));
  await insert(
    "member",
    users.map(({ id: userId, number }) => ({
      ...{ id: randomUUID(), organizationId, userId, role: "member", ...getTimestamps(number) },
    })),
  );
  const members = db.selectFrom("member").select("userId").where("organizationId", "=", organizationId);
  return (await members.orderBy("role", "desc").orderBy("id").execute()).map(({ userId }) => userId);
}

const NO_PURPOSE = { teamId: null, mapId: null, modeId: null };

/** Publishes `count` loadouts, one of which contains the word "needle"; returns the id of the first. */
async function addLoadouts(
  { context }: World,
  { id: organizationId, people }: OwnedPlatoon,
  count: number,
  insert: InsertRows,
) {
  const { db, arsenals } = context;
  const id = randomUUID();
  const content = { name: "Loadout", note: "", tags: ["rush"], loadout: createStarterLoadout(arsenals.bf4, "assault") };
  const proposals = [{ ...NO_PURPOSE, id, content, note: "", stays: true, isPublished: true }];
  await people.owner.visitor.trpc.platoon.locker.propose.mutate({ organizationId, proposals });
  const row = await db.selectFrom("platoonLoadout").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const copies = Array.from({ length: count - 1 }, (_, number) => ({
    ...{ ...row, id: randomUUID(), name: `Loadout ${number}`, changedAt: getMinutesAgo(number).toISOString() },
    words: number === 7 ? `${row.words} needle` : row.words,
  }));
  await insert("platoonLoadout", copies);
  return id;
}

/** Adds one soldier per member, and five per squad member, each with three snapshots that the platoon may see. */
async function addShownSoldiers(
  { context: { db } }: World,
  { id: organizationId, people }: OwnedPlatoon,
  userIds: readonly string[],
  insert: InsertRows,
): Promise<void> {
  const { trpc } = people.owner.visitor;
  const { id } = await trpc.soldier.add.mutate(newSoldier("Robin"));
  const figures = { kills: 5000, killDeath: 1.2, killsPerMinute: 0.9, accuracy: 0.2, secondsPlayed: 3_600_000 };
  const statistics = buildStatistics(5000, { figures });
  const at = new Date().toISOString();
  await trpc.soldier.saveTyped.mutate({ id: randomUUID(), soldierId: id, takenAt: at, statistics });
  const soldier = await db.selectFrom("soldier").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const snapshot = await db.selectFrom("snapshot").selectAll().where("soldierId", "=", id).executeTakeFirstOrThrow();
  const soldiers = userIds.flatMap((userId, index) =>
    Array.from({ length: index < SQUAD_SIZE ? SQUAD_SIZE : 1 }, (_, number) => {
      const name = `Soldier ${index} ${number}`;
      return { ...soldier, id: randomUUID(), userId, name, nameKey: name.toLowerCase(), nextReadAt: null };
    }),
  );
  await insert("soldier", soldiers);
  const days = [0, 5, 10].map((day) => new Date(Date.now() - day * 24 * 60 * MINUTE_MS).toISOString());
  await insert(
    "snapshot",
    soldiers.flatMap(({ id: soldierId, userId }) =>
      days.map((takenAt) => ({ ...snapshot, id: randomUUID(), soldierId, userId, takenAt, seenAt: takenAt })),
    ),
  );
  const figureGroups = JSON.stringify(["combat", "time", "unlocks"]);
  await insert(
    "boardConsent",
    soldiers.map(({ id: soldierId, userId }) => ({
      ...{ id: randomUUID(), organizationId, userId, soldierId, figureGroups, createdAt: at, updatedAt: at },
    })),
  );
}
