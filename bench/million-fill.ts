// Fills a database with accounts by COPY, as a site that has had them for years: most have three loadouts, one in a hundred has
// two hundred; one in five follows a soldier, one in ten is signed in. Each row is a copy of one that the site itself made, with
// other ids, names and instants. A number gives the same ids in each database.

import { hash } from "node:crypto";
import { generateNKeysBetween } from "fractional-indexing";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { completeContent } from "#domain/loadout/loadout.ts";
import { starterLoadout } from "#domain/loadout/starter.ts";
import { toColumns } from "#server/features/loadout/saved.ts";
import type { World } from "#test/harness/world.ts";
import { copyRows, type Row } from "./million-copy.ts";

/** Of a hundred accounts the first has many loadouts, and the others have few: five on average. */
const [HUNDRED, MANY_LOADOUTS, FEW_LOADOUTS] = [100, 203, 3];
/** One account in five has a soldier with ten snapshots. */
const [SOLDIER_EVERY, SNAPSHOTS] = [5, 10];
/** One account in ten has a session. */
export const SESSION_EVERY = 10;
/** Accounts for each guest, deleted loadout, session and verification that the purge finds. */
const EXPIRED_EVERY = 200;
/** Accounts for each platoon, and the members of it. */
const PLATOONS = [
  { every: 50_000, members: 1000 },
  { every: 200, members: 20 },
];
const [ENTRIES_OF_MEMBER, LOADOUTS_OF_PLATOON, INVITATIONS_OF_PLATOON] = [3, 10, 5];
const [FOLDER_EVERY, SHARE_EVERY] = [2, 20];

const DAY_MS = 24 * 60 * 60_000;
const SESSION_MS = 30 * DAY_MS;
/** Rows were made within this time. */
const [AGE_DAYS, FEED_DAYS] = [700, 60];

/** As long and as random as the ids of the site: rows that follow each other lie far apart in an index. */
const getId = (kind: string, ...numbers: number[]): string => hash("md5", `${kind} ${numbers.join(" ")}`);
const getUuid = (kind: string, ...numbers: number[]): string =>
  getId(kind, ...numbers).replace(/^(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-4$3-8$4-");

export const getUserId = (account: number): string => getId("user", account);
export const getToken = (account: number): string => getId("token", account);
export const getLoadoutId = (account: number, number: number): string => getUuid("loadout", account, number);
export const getSoldierId = (account: number): string => getUuid("soldier", account);
export const getEmail = (account: number): string => `account-${account}@example.com`;

/** Rows that the site made of one person, by their tables. */
export type Models = Readonly<Record<string, Row>>;

type Filling = { url: string; models: Models; accounts: number; now: Date };

/** Numbers below `count`, one of so many. */
function* numbers(count: number, every = 1): Generator<number> {
  for (let number = 0; number < count; number += every) yield number;
}

const DAYS = Array.from({ length: AGE_DAYS }, (_, day) => new Date(Date.now() - (day + 1) * DAY_MS));
/** An instant of the years before. */
const sometime = (number: number) => {
  const at = DAYS[(number * 7919) % AGE_DAYS] ?? null;
  return { createdAt: at, updatedAt: at };
};
/** An instant of the weeks that a feed shows. */
const ofFeed = (number: number) => {
  const at = DAYS[number % FEED_DAYS] ?? null;
  return { createdAt: at, updatedAt: at };
};
const ofAccount = (account: number) => ({ userId: getUserId(account), ...sometime(account) });

/** Fills the database, which has the models' rows already; resolves when it is filled, without its statistics. */
export async function fillAccounts(url: string, { context }: World, models: Models, accounts: number): Promise<void> {
  const filling = { url, models, accounts, now: new Date() };
  await fillPeople(filling);
  await fillSoldiers(filling);
  await fillPlatoons(filling);
  await fillLoadouts(filling, listLoadouts(context));
}

const copyInto = ({ url, models }: Filling, table: string, rows: Iterable<Row>): Promise<void> =>
  copyRows(url, table, models[table] ?? {}, rows);

async function fillPeople(filling: Filling): Promise<void> {
  const { accounts, now } = filling;
  const toUser = (n: number) => ({
    ...{ id: getUserId(n), ...sometime(n), email: getEmail(n), isAnonymous: n >= accounts },
    ...{ name: `Player ${n}`, searchName: `player ${n}` },
  });
  await copyInto(filling, "user", numbers(accounts + accounts / EXPIRED_EVERY).map(toUser));
  const toAccount = (n: number) => ({ ...ofAccount(n), id: getId("account", n), accountId: getUserId(n) });
  await copyInto(filling, "account", numbers(accounts).map(toAccount));
  const toSession = (n: number, expiresAt: Date) => ({
    ...{ userId: getUserId(n), token: getToken(n), id: getId("session", n), expiresAt },
    // A session of today is not extended, so that a call that only reads writes nothing.
    ...{ createdAt: now, updatedAt: now },
  });
  const [inAMonth, ended] = [SESSION_MS, -SESSION_MS].map((ms) => new Date(now.getTime() + ms));
  if (!inAMonth || !ended) return;
  await copyInto(
    filling,
    "session",
    numbers(accounts, SESSION_EVERY).map((n) => toSession(n, inAMonth)),
  );
  await copyInto(
    filling,
    "session",
    numbers(accounts, EXPIRED_EVERY).map((n) => toSession(n + 1, ended)),
  );
  const toVerification = (n: number) => ({
    ...sometime(n),
    id: getId("verification", n),
    identifier: getId("link", n),
  });
  const verification = { id: "", identifier: "", value: "", expiresAt: ended, createdAt: now, updatedAt: now };
  await copyRows(filling.url, "verification", verification, numbers(accounts, EXPIRED_EVERY).map(toVerification));
  const toFolder = (n: number) => ({ ...ofAccount(n), id: getUuid("folder", n) });
  await copyInto(filling, "folder", numbers(accounts, FOLDER_EVERY).map(toFolder));
  const toShare = (n: number) => ({ ...ofAccount(n), id: getId("share", n).slice(0, 12) });
  await copyInto(filling, "share", numbers(accounts, SHARE_EVERY).map(toShare));
}

async function fillSoldiers(filling: Filling): Promise<void> {
  const owners = () => numbers(filling.accounts, SOLDIER_EVERY);
  const toSoldier = (n: number) => ({
    ...ofAccount(n),
    id: getSoldierId(n),
    name: `Soldier ${n}`,
    nameKey: `soldier ${n}`,
  });
  await copyInto(filling, "soldier", owners().map(toSoldier));
  const toSnapshots = (n: number) => {
    const own = { ...ofAccount(n), soldierId: getSoldierId(n) };
    return numbers(SNAPSHOTS).map((day) => {
      const takenAt = DAYS[day] ?? null;
      return { ...own, id: getUuid("snapshot", n, day), takenAt, seenAt: takenAt };
    });
  };
  await copyInto(filling, "snapshot", owners().flatMap(toSnapshots));
}

async function fillPlatoons(filling: Filling): Promise<void> {
  const { accounts, url, now } = filling;
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
  const eachOf = (count: number, { id: organizationId }: Platoon, kind: string) =>
    numbers(count).map((number) => ({
      id: getUuid(kind + organizationId, number),
      organizationId,
      ...sometime(number),
    }));
  await copyInto(
    filling,
    "organization",
    platoons().map(({ id, first }) => ({ id, slug: id, ...sometime(first) })),
  );
  const everyMember = () => platoons().flatMap(toMembers);
  await copyInto(
    filling,
    "member",
    everyMember().map(({ account, ...row }) => ({ ...row, ...ofAccount(account) })),
  );
  const consents = everyMember().filter(({ account }) => account % SOLDIER_EVERY === 0);
  const toConsent = ({ account, organizationId, id }: { account: number; organizationId: string; id: string }) => ({
    ...{ id, organizationId, ...ofAccount(account), soldierId: getSoldierId(account) },
  });
  await copyInto(filling, "boardConsent", consents.map(toConsent));
  const entries = platoons().flatMap((platoon) =>
    eachOf(ENTRIES_OF_MEMBER * platoon.members, platoon, "entry").map((row, number) => ({ ...row, ...ofFeed(number) })),
  );
  await copyInto(filling, "platoonEvent", entries);
  const loadouts = platoons().flatMap((platoon) => eachOf(LOADOUTS_OF_PLATOON, platoon, "loadout"));
  await copyInto(filling, "platoonLoadout", loadouts);
  const inviter = platoons().flatMap((platoon) =>
    eachOf(INVITATIONS_OF_PLATOON, platoon, "invitation").map((row) => ({
      ...{ ...row, inviterId: getUserId(platoon.first), email: `${row.id}@example.com` },
    })),
  );
  const open = { role: "member", status: "pending", teamId: null, expiresAt: new Date(now.getTime() + DAY_MS) };
  const invitation = { id: "", organizationId: "", inviterId: "", email: "", createdAt: now, updatedAt: now, ...open };
  await copyRows(url, "invitation", invitation, inviter);
}

type Loadout = ReturnType<typeof toColumns>;

const NAMES = ["Metro rush", "Everyday", "Long range", "Rooftops", "Close quarters", "Squad night", "Vehicles"];

/** The first loadout of each kit and game, by a few names. */
const listLoadouts = ({ arsenals }: World["context"]): readonly Loadout[] =>
  NAMES.flatMap((name) =>
    [arsenals.bf4, arsenals.bf2042].flatMap((arsenal) =>
      KIT_IDS.map((kit) =>
        toColumns(completeContent({ name: `Loadout ${name}`, loadout: starterLoadout(arsenal, kit) })),
      ),
    ),
  );

async function fillLoadouts(filling: Filling, loadouts: readonly Loadout[]): Promise<void> {
  const { accounts, now } = filling;
  const places = generateNKeysBetween(null, null, MANY_LOADOUTS + 1);
  const deletedAt = new Date(now.getTime() - 2 * SESSION_MS).toISOString();
  const count = (account: number): number => {
    if (account >= accounts) return 1;
    return account % HUNDRED === 0 ? MANY_LOADOUTS : FEW_LOADOUTS;
  };
  /** The last loadout of one account in some is deleted. */
  const hasDeleted = (account: number): boolean => account % EXPIRED_EVERY === 2;
  const everyone = () => numbers(accounts + accounts / EXPIRED_EVERY);
  const toRows = (account: number) => {
    const userId = getUserId(account);
    return numbers(count(account) + (hasDeleted(account) ? 1 : 0)).map((number) => {
      const content = loadouts[(account + number) % loadouts.length];
      const row = { id: getLoadoutId(account, number), userId, ...content, ...sometime(account + number) };
      return { ...row, place: places[number] ?? "", deletedAt: number === count(account) ? deletedAt : null };
    });
  };
  await copyInto(filling, "loadout", everyone().flatMap(toRows));
}
