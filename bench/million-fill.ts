// Fills a database with accounts by COPY, like a site that is several years old: most accounts have three loadouts, one in a
// hundred has two hundred; one in five has a soldier, one in ten a session. Each row is a copy of a row that the site itself
// created, with other ids, names and times. The ids of an account depend only on its number, so they are equal in each database.

import { hash } from "node:crypto";
import { generateNKeysBetween } from "fractional-indexing";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { fillContentDefaults } from "#domain/loadout/loadout.ts";
import { createStarterLoadout } from "#domain/loadout/starter.ts";
import { toColumns } from "#server/features/loadout/saved.ts";
import type { World } from "#test/harness/world.ts";
import { copyRows, type Row } from "./million-copy.ts";

/** Of each hundred accounts, the first has many loadouts and the others have few: five on average. */
const [HUNDRED, MANY_LOADOUTS, FEW_LOADOUTS] = [100, 203, 3];
/** One account in five has a soldier with ten snapshots. */
const [SOLDIER_EVERY, SNAPSHOTS] = [5, 10];
/** One account in ten has a session. */
export const SESSION_EVERY = 10;
/** For this many accounts there is one expired guest, loadout, session and verification for the purge. */
const EXPIRED_EVERY = 200;
/** Platoons: one for `every` accounts, with this many members. */
const PLATOONS = [
  { every: 50_000, members: 1000 },
  { every: 200, members: 20 },
];
const [ENTRIES_PER_MEMBER, LOADOUTS_PER_PLATOON, INVITATIONS_PER_PLATOON] = [3, 10, 5];
const [FOLDER_EVERY, SHARE_EVERY] = [2, 20];

const DAY_MS = 24 * 60 * 60_000;
const SESSION_MS = 30 * DAY_MS;
/** The range of the rows' creation times. */
const [AGE_DAYS, FEED_DAYS] = [700, 60];

/** Returns an id as long and as random as the site's, so that successive rows are far apart in an index. */
const getId = (kind: string, ...countUp: number[]): string => hash("md5", `${kind} ${countUp.join(" ")}`);
const getUuid = (kind: string, ...numbers: number[]): string =>
  getId(kind, ...numbers).replace(/^(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-4$3-8$4-");

export const getUserId = (account: number): string => getId("user", account);
export const getToken = (account: number): string => getId("token", account);
export const getLoadoutId = (account: number, number: number): string => getUuid("loadout", account, number);
export const getSoldierId = (account: number): string => getUuid("soldier", account);
export const getEmail = (account: number): string => `account-${account}@example.com`;

/** Rows of one user that the site created, by table. */
export type Models = Readonly<Record<string, Row>>;

type FillContext = { url: string; models: Models; accounts: number; now: Date };

/** Yields the multiples of `every` below `count`. */
function* numbers(count: number, every = 1): Generator<number> {
  for (let number = 0; number < count; number += every) yield number;
}

const DAYS = Array.from({ length: AGE_DAYS }, (_, day) => new Date(Date.now() - (day + 1) * DAY_MS));
/** Returns a creation time in past years. */
const getPastTimes = (number: number) => {
  const time = DAYS[(number * 7919) % AGE_DAYS] ?? null;
  return { createdAt: time, updatedAt: time };
};
/** Returns a creation time within the weeks that a feed shows. */
const getFeedTimes = (number: number) => {
  const at = DAYS[number % FEED_DAYS] ?? null;
  return { createdAt: at, updatedAt: at };
};
const getAccountColumns = (account: number) => ({ userId: getUserId(account), ...getPastTimes(account) });

/** Fills the database, which already has the models' rows. The caller has to run ANALYZE afterwards. */
export async function fillAccounts(url: string, { context }: World, models: Models, accounts: number): Promise<void> {
  const target = { url, models, accounts, now: new Date() };
  await fillPeople(target);
  await fillSoldiers(target);
  await fillPlatoons(target);
  await fillLoadouts(target, listLoadouts(context));
}

const copyInto = ({ url, models }: FillContext, table: string, rows: Iterable<Row>): Promise<void> =>
  copyRows(url, table, models[table] ?? {}, rows);

async function fillPeople(target: FillContext): Promise<void> {
  const { accounts, now } = target;
  const toUser = (n: number) => ({
    ...{ id: getUserId(n), ...getPastTimes(n), email: getEmail(n), isAnonymous: n >= accounts },
    ...{ name: `Player ${n}`, searchName: `player ${n}` },
  });
  await copyInto(target, "user", numbers(accounts + accounts / EXPIRED_EVERY).map(toUser));
  const toAccount = (n: number) => ({ ...getAccountColumns(n), id: getId("account", n), accountId: getUserId(n) });
  await copyInto(target, "account", numbers(accounts).map(toAccount));
  const toSession = (n: number, expiresAt: Date) => ({
    ...{ userId: getUserId(n), token: getToken(n), id: getId("session", n), expiresAt },
    // A session created today is not extended, so a read call writes nothing.
    ...{ createdAt: now, updatedAt: now },
  });
  const [activeUntil, expiredAt] = [SESSION_MS, -SESSION_MS].map((ms) => new Date(now.getTime() + ms));
  if (!activeUntil || !expiredAt) return;
  await copyInto(
    target,
    "session",
    numbers(accounts, SESSION_EVERY).map((n) => toSession(n, activeUntil)),
  );
  await copyInto(
    target,
    "session",
    numbers(accounts, EXPIRED_EVERY).map((n) => toSession(n + 1, expiredAt)),
  );
  const toVerification = (n: number) => ({
    ...getPastTimes(n),
    id: getId("verification", n),
    identifier: getId("link", n),
  });
  const verification = { id: "", identifier: "", value: "", expiresAt: expiredAt, createdAt: now, updatedAt: now };
  await copyRows(target.url, "verification", verification, numbers(accounts, EXPIRED_EVERY).map(toVerification));
  const toFolder = (n: number) => ({ ...getAccountColumns(n), id: getUuid("folder", n) });
  await copyInto(target, "folder", numbers(accounts, FOLDER_EVERY).map(toFolder));
  const toShare = (n: number) => ({ ...getAccountColumns(n), id: getId("share", n).slice(0, 12) });
  await copyInto(target, "share", numbers(accounts, SHARE_EVERY).map(toShare));
}

async function fillSoldiers(target: FillContext): Promise<void> {
  const listOwners = () => numbers(target.accounts, SOLDIER_EVERY);
  const toSoldier = (n: number) => ({
    ...getAccountColumns(n),
    id: getSoldierId(n),
    name: `Soldier ${n}`,
    nameKey: `soldier ${n}`,
  });
  await copyInto(target, "soldier", listOwners().map(toSoldier));
  const toSnapshots = (n: number) => {
    const snapshotColumns = { ...getAccountColumns(n), soldierId: getSoldierId(n) };
    return numbers(SNAPSHOTS).map((day) => {
      const takenAt = DAYS[day] ?? null;
      return { ...snapshotColumns, id: getUuid("snapshot", n, day), takenAt, seenAt: takenAt };
    });
  };
  await copyInto(target, "snapshot", listOwners().flatMap(toSnapshots));
}

async function fillPlatoons(target: FillContext): Promise<void> {
  const { accounts, url, now } = target;
  const platoons = () =>
    numbers(PLATOONS.length).flatMap((kind) => {
      const { every, members } = PLATOONS[kind] ?? { every: 1, members: 1 };
      return numbers(accounts, every).map((first) => ({ id: getId("platoon", kind, first), first, members }));
    });
  type Platoon = { id: string; first: number; members: number };
  const roles = ["owner", "admin"];
  const toMembers = ({ id: organizationId, first, members }: Platoon) =>
    numbers(members).map((number) => {
      const account = (first + number) % accounts;
      return { account, organizationId, id: getId(organizationId, number), role: roles[number] ?? "member" };
    });
  const createRows = (count: number, { id: organizationId }: Platoon, kind: string) =>
    numbers(count).map((number) => ({
      id: getUuid(kind + organizationId, number),
      organizationId,
      ...getPastTimes(number),
    }));
  await copyInto(
    target,
    "organization",
    platoons().map(({ id, first }) => ({ id, slug: id, ...getPastTimes(first) })),
  );
  const listMembers = () => platoons().flatMap(toMembers);
  await copyInto(
    target,
    "member",
    listMembers().map(({ account, ...row }) => ({ ...row, ...getAccountColumns(account) })),
  );
  const consents = listMembers().filter(({ account }) => account % SOLDIER_EVERY === 0);
  const toConsent = ({ account, organizationId, id }: { account: number; organizationId: string; id: string }) => ({
    ...{ id, organizationId, ...getAccountColumns(account), soldierId: getSoldierId(account) },
  });
  await copyInto(target, "boardConsent", consents.map(toConsent));
  const entries = platoons().flatMap((platoon) =>
    createRows(ENTRIES_PER_MEMBER * platoon.members, platoon, "entry").map((row, number) => ({
      ...row,
      ...getFeedTimes(number),
    })),
  );
  await copyInto(target, "platoonEvent", entries);
  const loadouts = platoons().flatMap((platoon) => createRows(LOADOUTS_PER_PLATOON, platoon, "loadout"));
  await copyInto(target, "platoonLoadout", loadouts);
  const invitations = platoons().flatMap((platoon) =>
    createRows(INVITATIONS_PER_PLATOON, platoon, "invitation").map((row) => ({
      ...{ ...row, inviterId: getUserId(platoon.first), email: `${row.id}@example.com` },
    })),
  );
  const pendingColumns = {
    role: "member",
    status: "pending",
    teamId: null,
    expiresAt: new Date(now.getTime() + DAY_MS),
  };
  const invitation = {
    id: "",
    organizationId: "",
    inviterId: "",
    email: "",
    createdAt: now,
    updatedAt: now,
    ...pendingColumns,
  };
  await copyRows(url, "invitation", invitation, invitations);
}

type Loadout = ReturnType<typeof toColumns>;

const NAMES = ["Metro rush", "Everyday", "Long range", "Rooftops", "Close quarters", "Squad night", "Vehicles"];

/** Returns the starter loadout of each kit and game, once per name. */
const listLoadouts = ({ arsenals }: World["context"]): readonly Loadout[] =>
  NAMES.flatMap((name) =>
    [arsenals.bf4, arsenals.bf2042].flatMap((arsenal) =>
      KIT_IDS.map((kit) =>
        toColumns(fillContentDefaults({ name: `Loadout ${name}`, loadout: createStarterLoadout(arsenal, kit) })),
      ),
    ),
  );

async function fillLoadouts(target: FillContext, loadouts: readonly Loadout[]): Promise<void> {
  const { accounts, now } = target;
  const sortKeys = generateNKeysBetween(null, null, MANY_LOADOUTS + 1);
  const deletedAt = new Date(now.getTime() - 2 * SESSION_MS).toISOString();
  const count = (account: number): number => {
    if (account >= accounts) return 1;
    return account % HUNDRED === 0 ? MANY_LOADOUTS : FEW_LOADOUTS;
  };
  /** Whether the last loadout of the account is deleted. */
  const hasDeleted = (account: number): boolean => account % EXPIRED_EVERY === 2;
  const listAccounts = () => numbers(accounts + accounts / EXPIRED_EVERY);
  const toRows = (account: number) => {
    const userId = getUserId(account);
    return numbers(count(account) + (hasDeleted(account) ? 1 : 0)).map((number) => {
      const content = loadouts[(account + number) % loadouts.length];
      const row = { id: getLoadoutId(account, number), userId, ...content, ...getPastTimes(account + number) };
      return { ...row, place: sortKeys[number] ?? "", deletedAt: number === count(account) ? deletedAt : null };
    });
  };
  await copyInto(target, "loadout", listAccounts().flatMap(toRows));
}
