// P14: what an operator does with 1,000,000 accounts while people write: the longest that any of them waits, and how long a copy
// of one person's data takes beside the same on 1,000 accounts.
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { purge } from "#server/database/housekeeping.ts";
import { runAdmin } from "#test/harness/accounts.ts";
import { getChores } from "#test/harness/data/people.ts";
import { type Measurement, shared } from "./measurement.ts";
import { name } from "./million-calls.ts";
import { runProgram } from "./million-copy.ts";
import { getUserId } from "./million-fill.ts";
import { type Place, places, releasePurge, timed } from "./million-places.ts";
import { longestWait } from "./million-writers.ts";
import { ownFolder } from "./servers.ts";

/** The goal for each wait. */
const MAX_WAIT_MS = 200;
const QUIET_MS = 5000;
/** Runs of a purge that is not done. */
const MAX_RUNS = 20;
/** All that has ended, in as many runs as it takes. */
async function purgeAll({ world }: Place): Promise<void> {
  const { db, now, logger } = world.context;
  const chores = getChores(world.context);
  const info = (line: object) => console.log(JSON.stringify(line));
  const parts = { db, now, chores, logger: Object.assign(Object.create(logger), { info }) };
  for (let isDone = false, runs = 0; !isDone && runs < MAX_RUNS; runs += 1) {
    await releasePurge(world);
    isDone = await purge(parts);
  }
}

const purged = shared(async () => {
  const { many, few } = await places();
  const purgeOf = async (place: Place) => (await longestWait(place.url, () => purgeAll(place))).waitMs;
  return { few: await purgeOf(few), many: await purgeOf(many) };
});

/** A wait is measured once: what it waits for changes the database. */
const measuredWait = (what: string, ours: () => Promise<number>, peer = async () => Number.NaN): Measurement => ({
  id: "P14",
  name: name(`${what}, the longest wait of a write`),
  goals: [],
  most: { value: MAX_WAIT_MS, unit: "ms" },
  rounds: 1,
  ours,
  peer,
  limit: async () => (await longestWait((await places()).few.url, () => sleep(QUIET_MS))).waitMs,
});

let exports = 0;

async function exportLargest({ world: { context } }: Place): Promise<number> {
  exports += 1;
  const file = join(await ownFolder(), `export-${exports}`);
  const began = performance.now();
  await runAdmin(context, ["export", getUserId(0), file]);
  return performance.now() - began;
}

async function backUp(): Promise<number> {
  const { many } = await places();
  const file = join(await ownFolder(), "backup");
  const dump = () => runProgram("pg_dump", ["--format=custom", "--no-owner", `--file=${file}`, `--dbname=${many.url}`]);
  const { waitMs } = await longestWait(many.url, () => timed("backed up", dump));
  console.log(`a backup of ${Math.round((await stat(file)).size / 1e6)} MB`);
  return waitMs;
}

export const upkeepOfMany: readonly Measurement[] = [
  {
    id: "P14",
    name: name("export of an account with 203 loadouts and a soldier (time)"),
    goals: [{ of: "peer", atMost: 1.5 }],
    rounds: 5,
    ours: async () => exportLargest((await places()).many),
    peer: async () => exportLargest((await places()).few),
    limit: async () => Number.NaN,
  },
  measuredWait(
    "purge",
    async () => (await purged()).many,
    async () => (await purged()).few,
  ),
  measuredWait("backup", backUp),
];
