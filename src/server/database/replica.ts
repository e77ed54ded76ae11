// Reads from a replica of PostgreSQL, which may be late. Each change of what a person or a platoon owns sets a mark in the
// primary, and a read comes from the replica only where that has the same marks: no one sees a state from before a change
// that they made or were notified of, whichever process wrote it. Everything else, and every failure, is for the primary.
import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { listCauses } from "#platform/database/database-unavailable.ts";
import type { Logger } from "#platform/logger.ts";
import type { DatabasePlace } from "#server/config/config.ts";
import type { Observer, ReplicaFallback } from "#server/observer.ts";
import { type Database, openDatabase } from "./database.ts";
import { preparedQuery } from "./prepared-query.ts";

/** Beyond this the primary answers: what no mark covers, such as names of other people, may be as old. */
const MAX_LAG_S = 5;
const CHECK_EVERY_MS = 500;
/** A replica that does not answer a check within this time is away. */
const CHECK_MS = 1000;
/** A read waits this long for a connection and for the marks. */
const PATIENCE_MS = 250;
/** Refused reads are logged once in this time. */
const WARN_EVERY_MS = 60_000;
/** A mark that failed later than this is not tried again: where no server answers, the caller learns that within two seconds. */
const MARK_AGAIN_MS = 500;

/** Whose changes a read must have. */
type Readers = { userId: string; platoonId: string | null };

/**
 * What a query gave. The primary decides on refusals: what others changed has no mark of this person, so that the replica may
 * still lack what it reports missing.
 */
type ReplicaAnswer<Result> = { result: Result } | { error: unknown; isRefusal: boolean };
type Work<Result> = (db: Database) => Promise<ReplicaAnswer<Result>>;

export type Replica = AsyncDisposable & {
  /** The result of `work` on one snapshot of the replica; null where the primary has to be asked. */
  read<Result>(readers: Readers, work: Work<Result>): Promise<Result | null>;
  /**
   * Marks what a person or a platoon owns as changed. Called after the commit and before the caller is answered or anyone is
   * notified. What has no mark may be missing from a replica's answers until it is five seconds old.
   */
  recordChange(ownerId: string): Promise<void>;
  /** For how long the replica has lacked what the primary has, in seconds. */
  readonly lagS: number;
};

type Parts = { db: Database; now: () => Date; logger: Logger; observers: readonly Observer[] };

/** The replica that the configuration names; null without one. */
export function openReplica(place: DatabasePlace, { db, now, logger, observers }: Parts): Replica | null {
  if (place.kind !== "postgres" || place.readUrl === undefined) return null;
  const replica = openDatabase({ ...place, url: place.readUrl, isReplica: true }, logger, observers);
  const monitor = createMonitor(db, replica, logger);
  const warn = createWarning(logger);

  async function attempt<Result>(
    { userId, platoonId }: Readers,
    work: Work<Result>,
  ): Promise<{ result: Result } | { fallback: ReplicaFallback }> {
    const reason = monitor.getFallback();
    if (reason) return { fallback: reason };
    const owners = [platoonId ?? "", userId];
    const reading = readMarks(db, ...owners);
    reading.catch(() => {});
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    let isGivenUp = false;
    const answer = replica
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute(async (trx) => {
        const [replicated] = await readMarks(trx, ...owners);
        const [current] = await reading;
        begin();
        if (isGivenUp || !isComplete(current, replicated)) return { fallback: "changed" } as const;
        const given = await work(trx);
        if ("result" in given) return given;
        if (given.isRefusal) return { fallback: "refused" } as const;
        warn(given.error);
        return { fallback: "failed" } as const;
      });
    try {
      await withinTime(Promise.race([begun, answer]), PATIENCE_MS);
      return await answer;
    } catch (error) {
      warn(error);
      isGivenUp = true;
      monitor.pause();
      answer.catch(() => {});
      return { fallback: "failed" };
    }
  }

  return {
    async read(readers, work) {
      const answer = await attempt(readers, work);
      const fallback = "fallback" in answer ? answer.fallback : null;
      for (const observer of observers) observer.replicaRead(fallback);
      return "result" in answer ? answer.result : null;
    },
    recordChange: createMarks(db, now),
    get lagS() {
      return monitor.getLagS();
    },
    async [Symbol.asyncDispose]() {
      monitor[Symbol.dispose]();
      await replica.destroy();
    },
  };
}

/** Logs that the replica refuses what it is asked, as where its role lacks a right. One that ends is logged by the monitor. */
function createWarning(logger: Logger): (err: unknown) => void {
  let warnedAt = Number.NEGATIVE_INFINITY;
  return (err) => {
    const isRefused = listCauses(err).some((at) => "severity" in at && "code" in at && !/^57P/.test(String(at.code)));
    if (!isRefused || performance.now() - warnedAt < WARN_EVERY_MS) return;
    warnedAt = performance.now();
    logger.warn({ err }, "DATABASE_READ_URL: the replica refused a read; the primary answered it");
  };
}

const WARNINGS = { behind: `is more than ${MAX_LAG_S} seconds behind`, away: "cannot be used" };

/** Knows at any time whether the replica may be asked, so that no read waits for one that is away. */
function createMonitor(primary: Database, replica: Database, logger: Logger) {
  const closing = new AbortController();
  const lag = createLag();
  const getLagS = () => lag.getSeconds(performance.now());
  let state: "unknown" | "usable" | "behind" | "away" = "unknown";
  /** After a failed read, until the next check. */
  let isPaused = false;

  function enter(next: "usable" | "behind" | "away", details: object): void {
    isPaused = false;
    if (next === state || closing.signal.aborted) return;
    state = next;
    if (next === "usable") logger.info("the replica answers reads");
    else logger.warn(details, `DATABASE_READ_URL: the replica ${WARNINGS[next]}; the primary answers its reads`);
  }

  async function check(): Promise<void> {
    const written = await readPosition(primary, "pg_current_wal_lsn").catch(() => null);
    // Without the primary nothing new is known of the replica.
    if (written === null) return;
    lag.write(written, performance.now());
    try {
      lag.replay(await withinTime(readPosition(replica, "pg_last_wal_replay_lsn"), CHECK_MS));
      const lagS = getLagS();
      enter(lagS > MAX_LAG_S ? "behind" : "usable", { lagS });
    } catch (err) {
      enter("away", { err });
    }
  }

  void (async () => {
    while (!closing.signal.aborted) {
      await check();
      await sleep(CHECK_EVERY_MS, undefined, { signal: closing.signal, ref: false }).catch(() => {});
    }
  })();

  return {
    /** Why the primary answers at present; null where the replica may. */
    getFallback(): "behind" | "away" | null {
      if (state === "behind") return "behind";
      return state === "usable" && !isPaused ? null : "away";
    },
    pause() {
      isPaused = true;
    },
    getLagS,
    [Symbol.dispose]: () => closing.abort(),
  };
}

const readMarks = preparedQuery((db) =>
  db
    .selectFrom("user")
    .leftJoin("changeMark as ofPlatoon", (join) => join.on("ofPlatoon.id", "=", ""))
    .leftJoin("changeMark as own", "own.id", "user.id")
    .leftJoin("operation", "operation.userId", "user.id")
    .leftJoin("departure", "departure.userId", "user.id")
    .select(["own.mark", "ofPlatoon.mark as platoonMark", "operation.id as operationId", "operation.state"])
    .select("departure.id as departureId")
    .where("user.id", "=", "")
    .compile(),
);

type Marks = Awaited<ReturnType<typeof readMarks>>[number];

/**
 * Whether the replica has all that was changed, for a person who is not gone and has no operation pending. Any other mark counts
 * as a change that it lacks: after a failover it may have one that the primary never had.
 */
const isComplete = (current: Marks | undefined, replicated: Marks | undefined): boolean =>
  current !== undefined &&
  current.departureId === null &&
  current.state !== "pending" &&
  JSON.stringify(current) === JSON.stringify(replicated);

/** Sets the marks of all changes that are recorded in one turn of the event loop with one statement, which is tried twice. */
export function createMarks(db: Database, now: () => Date) {
  // An outage that one request has seen must not fail what others have committed.
  const ofNoRequest = AsyncLocalStorage.snapshot();
  let collected: { ids: Set<string>; written: Promise<void> } | null = null;

  async function write(ids: ReadonlySet<string>): Promise<void> {
    await nextTurn();
    collected = null;
    const at = now().toISOString();
    // In one order, so that two statements cannot deadlock.
    const sorted = [...ids].toSorted();
    const setMarks = () =>
      db
        .insertInto("changeMark")
        // New ones in each try: the first may be stored, and another change since, which its mark must not hide.
        .values(sorted.map((id) => ({ id, mark: randomUUID(), createdAt: at, updatedAt: at })))
        .onConflict((conflict) =>
          conflict.column("id").doUpdateSet(({ ref }) => ({ mark: ref("excluded.mark"), updatedAt: at })),
        )
        .execute();
    const began = performance.now();
    await setMarks().catch(async (error: unknown) => {
      if (performance.now() - began > MARK_AGAIN_MS) throw error;
      await setMarks();
    });
  }

  return (ownerId: string): Promise<void> => {
    if (!collected) {
      const ids = new Set<string>();
      collected = { ids, written: ofNoRequest(write, ids) };
    }
    collected.ids.add(ownerId);
    return collected.written;
  };
}

/** The position in the write-ahead log, in bytes, that the primary has written or the replica has replayed. */
async function readPosition(db: Database, name: "pg_current_wal_lsn" | "pg_last_wal_replay_lsn"): Promise<number> {
  const { rows } = await sql<{ at: number | null; isReplica: boolean }>`SELECT
    pg_wal_lsn_diff(${sql.raw(name)}(), '0/0')::bigint AS at, pg_is_in_recovery() AS "isReplica"`.execute(db);
  const [found] = rows;
  if (name === "pg_last_wal_replay_lsn" && !found?.isReplica) throw new Error("The replica has become a primary.");
  return found?.at ?? 0;
}

async function withinTime<Result>(answer: Promise<Result>, ms: number): Promise<Result> {
  const ended = new AbortController();
  const late = sleep(ms, null, { signal: ended.signal, ref: false }).then(() => {
    throw new Error("The replica does not answer.");
  });
  late.catch(() => {});
  try {
    return await Promise.race([answer, late]);
  } finally {
    ended.abort();
  }
}

/** Positions of the primary that the replica has not replayed, an hour of them at most. */
const MAX_POSITIONS = (60 * 60_000) / CHECK_EVERY_MS;

export type Lag = {
  /** The primary was at this position at this time. */
  write(position: number, atMs: number): void;
  /** The replica has replayed up to this position. */
  replay(position: number): void;
  /** The age of the oldest position that the replica lacks. */
  getSeconds(nowMs: number): number;
};

/** Measures by one clock, of this process, and notices also a replica that receives nothing any more. */
export function createLag(): Lag {
  let lacking: { position: number; atMs: number }[] = [];
  let replayed = 0;
  return {
    write(position, atMs) {
      const newest = lacking.at(-1);
      // After a failover the primary may be where another one was before.
      if (newest && position < newest.position) lacking = [];
      if (position <= replayed || position === newest?.position) return;
      if (lacking.length >= MAX_POSITIONS) lacking.splice(1, 1);
      lacking.push({ position, atMs });
    },
    replay(position) {
      replayed = position;
      lacking = lacking.filter((each) => each.position > position);
    },
    getSeconds(nowMs) {
      const [oldest] = lacking;
      return oldest ? (nowMs - oldest.atMs) / 1000 : 0;
    },
  };
}
