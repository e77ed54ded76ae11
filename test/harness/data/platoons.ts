// What people do with platoons in a story.
import { randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import { starterLoadout } from "#domain/loadout/starter.ts";
import { withSearchName } from "#domain/text.ts";
import { getProgress } from "#messages/progress/targets.ts";
import type { Database } from "#server/database/database.ts";
import type { Tables } from "#server/database/schema.ts";
import { signUpAndIn } from "#test/harness/accounts.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import type { World } from "#test/harness/world.ts";
import { newSoldier, someStatistics } from "./soldiers.ts";

export const ROLES = ["owner", "admin", "member"] as const;
export type Role = (typeof ROLES)[number];
/** Everyone who may call: strangers to a platoon, those who were or may become members, and its members. */
export const CALLERS = ["signedOut", "guest", "outsider", "invited", "removed", "member", "admin", "owner"] as const;
export type Caller = (typeof CALLERS)[number];
export type ByCaller<Value> = Record<Caller, Value>;
export type Person = { visitor: Visitor; email: string; memberId: string };
export type Platoon = { id: string; people: Record<Role, Person> };
/** What growing a platoon takes: a session of one of its owners. */
type Grown = { id: string; people: { owner: { visitor: Visitor } } };

export const call = (visitor: Visitor, name: string, body: unknown) =>
  visitor.post(`/api/auth/organization/${name}`, body);
export const ask = (visitor: Visitor, name: string, query = "") =>
  visitor.fetch(`/api/auth/organization/${name}${query && `?${query}`}`);

/** A new squad with these people. */
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

/** A platoon with one person of each role. */
export async function makePlatoon(world: World): Promise<Platoon> {
  platoons += 1;
  const { visitor, account } = await signUpAndIn(world);
  const made = await (await call(visitor, "create", { name: "Night Owls", slug: `night-owls-${platoons}` })).json();
  const owner = { visitor, email: account.email, memberId: made.members[0].id };
  const [admin, member] = [
    await joined(world, visitor, made.id, "admin"),
    await joined(world, visitor, made.id, "member"),
  ];
  return { id: made.id, people: { owner, admin, member } };
}

/** A new user, invited by another. */
export async function invited(world: World, by: Visitor, organizationId: string, role: string) {
  const { visitor, account } = await signUpAndIn(world);
  const answer = await call(by, "invite-member", { email: account.email, role, organizationId });
  const { id } = await answer.json();
  return { visitor, email: account.email, invitationId: String(id) };
}

async function joined(world: World, by: Visitor, organizationId: string, role: string): Promise<Person> {
  const { visitor, email, invitationId } = await invited(world, by, organizationId, role);
  const answer = await (await call(visitor, "accept-invitation", { invitationId })).json();
  return { visitor, email, memberId: answer.member.id };
}

/** The database, but something else happens before its first transaction. */
export function beforeTransaction(db: Database, happens: () => Promise<unknown>): Database {
  let hasHappened = false;
  const transaction = () => ({
    async execute<Result>(work: (trx: Database) => Promise<Result>): Promise<Result> {
      if (!hasHappened) {
        hasHappened = true;
        await happens();
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

/** As large as a platoon may be, with a feed of months. */
export const LARGE_PLATOON: Size = { members: 1000, loadouts: 500, entries: 5000 };
/** Five people, and a page of each list. */
export const SMALL_PLATOON: Size = { members: 5, loadouts: 25, entries: 31 };

const SQUAD = 5;
const ROWS_AT_ONCE = 500;
const MINUTE_MS = 60_000;

type InsertRows = <Table extends keyof Tables>(
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
) => Promise<void>;

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS);
const sinceMinutes = (minutes: number) => ({ createdAt: minutesAgo(minutes), updatedAt: minutesAgo(minutes) });

const insertInto =
  (db: Database): InsertRows =>
  async (table, rows) => {
    for (let first = 0; first < rows.length; first += ROWS_AT_ONCE)
      await db
        .insertInto(table)
        .values(rows.slice(first, first + ROWS_AT_ONCE))
        .execute();
  };

/**
 * A platoon of this size: squads of five with an unlock plan, ten sheets, and soldiers whom the members show. `loadoutId` is the
 * loadout that has its history.
 */
export async function fillPlatoon(
  world: World,
  platoon: Grown,
  size: Size,
): Promise<{ squadId: string; loadoutId: string }> {
  const { trpc } = platoon.people.owner.visitor;
  const { id: organizationId } = platoon;
  const insert = insertInto(world.context.db);
  const userIds = await addMembers(world, platoon, size.members, insert);
  const squadIds: string[] = [];
  for (let number = 0; number < SQUAD; number += 1) {
    const squad = { name: `Squad ${number}`, added: userIds.slice(0, SQUAD) };
    squadIds.push((await saveSquad(platoon.people.owner.visitor, platoon, squad)).id);
  }
  const [squadId = ""] = squadIds;
  const loadoutId = await addLoadouts(world, platoon, size.loadouts, insert);
  const entries = Array.from({ length: size.entries }, (_, number) => {
    const at = minutesAgo(number).toISOString();
    const entry = { id: randomUUID(), organizationId, kind: "published", body: JSON.stringify({ name: "Rush" }) };
    return { ...entry, actorId: userIds[number % userIds.length] ?? null, createdAt: at, updatedAt: at };
  });
  await insert("platoonEvent", entries);
  const places = userIds.slice(0, SQUAD).map((userId) => ({ userId, platoonLoadoutId: loadoutId, task: "Medic" }));
  for (let number = 0; number < 10; number += 1) {
    const sheet = {
      ...NOWHERE,
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

/** Adds members up to this number; answers the ids of all people, owner first. */
async function addMembers(
  { context: { db } }: World,
  { id: organizationId }: Grown,
  count: number,
  insert: InsertRows,
) {
  const users = Array.from({ length: count - ROLES.length }, (_, number) => ({ id: randomUUID(), number }));
  const flags = { emailVerified: true, isAnonymous: false };
  const toUser = ({ id, number }: (typeof users)[number]) => ({
    ...{ id, ...flags, ...sinceMinutes(number), ...withSearchName(`Player ${number}`), email: `${id}@example.com` },
  });
  await insert("user", users.map(toUser));
  await insert(
    "member",
    users.map(({ id: userId, number }) => ({
      ...{ id: randomUUID(), organizationId, userId, role: "member", ...sinceMinutes(number) },
    })),
  );
  const ofPlatoon = db.selectFrom("member").select("userId").where("organizationId", "=", organizationId);
  return (await ofPlatoon.orderBy("role", "desc").orderBy("id").execute()).map(({ userId }) => userId);
}

const NOWHERE = { teamId: null, mapId: null, modeId: null };

/** Publishes so many loadouts, of which one has the word "needle"; answers the id of one. */
async function addLoadouts(
  { context }: World,
  { id: organizationId, people }: Grown,
  count: number,
  insert: InsertRows,
) {
  const { db, arsenals } = context;
  const id = randomUUID();
  const content = { name: "Loadout", note: "", tags: ["rush"], loadout: starterLoadout(arsenals.bf4, "assault") };
  const proposals = [{ ...NOWHERE, id, content, note: "", stays: true, isPublished: true }];
  await people.owner.visitor.trpc.platoon.locker.propose.mutate({ organizationId, proposals });
  const row = await db.selectFrom("platoonLoadout").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const copies = Array.from({ length: count - 1 }, (_, number) => ({
    ...{ ...row, id: randomUUID(), name: `Loadout ${number}`, changedAt: minutesAgo(number).toISOString() },
    words: number === 7 ? `${row.words} needle` : row.words,
  }));
  await insert("platoonLoadout", copies);
  return id;
}

/** A soldier of each member, five of those in a squad, each with three snapshots that the platoon sees. */
async function addShownSoldiers(
  { context: { db } }: World,
  { id: organizationId, people }: Grown,
  userIds: readonly string[],
  insert: InsertRows,
): Promise<void> {
  const { trpc } = people.owner.visitor;
  const { id } = await trpc.soldier.add.mutate(newSoldier("Robin"));
  const figures = { kills: 5000, killDeath: 1.2, killsPerMinute: 0.9, accuracy: 0.2, secondsPlayed: 3_600_000 };
  const statistics = someStatistics(5000, { figures });
  const at = new Date().toISOString();
  await trpc.soldier.saveTyped.mutate({ id: randomUUID(), soldierId: id, takenAt: at, statistics });
  const soldier = await db.selectFrom("soldier").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const snapshot = await db.selectFrom("snapshot").selectAll().where("soldierId", "=", id).executeTakeFirstOrThrow();
  const soldiers = userIds.flatMap((userId, place) =>
    Array.from({ length: place < SQUAD ? SQUAD : 1 }, (_, number) => {
      const name = `Soldier ${place} ${number}`;
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
