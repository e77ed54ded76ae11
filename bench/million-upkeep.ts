// P14: an operator's tasks on 1,000,000 accounts while users write: the longest wait of a write during a purge and a backup, and
// the time of an account's export compared with the same on 1,000 accounts.
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { purge } from "#server/database/housekeeping.ts";
import { runAdmin } from "#test/harness/accounts.ts";
import { getChores } from "#test/harness/data/people.ts";
import { lazy, type Measurement } from "./measurement.ts";
import { getMeasurementName } from "./million-calls.ts";
import { runProgram } from "./million-copy.ts";
import { getUserId } from "./million-fill.ts";
import { getPlaces, type Place, printTime, releasePurge } from "./million-places.ts";
import { measureLongestWait } from "./million-writers.ts";
import { createTempFolder } from "./servers.ts";

/** The maximum of each wait. */
const MAX_WAIT_MS = 200;
const QUIET_MS = 5000;
/** How often an incomplete purge is repeated. */
const MAX_RUNS = 20;

/** Purges all expired rows, in as many runs as needed. */
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

const getPurgeWaits = lazy(async () => {
  const { many, few } = await getPlaces();
  const measurePurge = async (place: Place) => (await measureLongestWait(place.url, () => purgeAll(place))).waitMs;
  return { few: await measurePurge(few), many: await measurePurge(many) };
});

/** A wait is measured only once, because the measured task changes the database. */
const createWaitMeasurement = (
  task: string,
  ours: () => Promise<number>,
  peer = async () => Number.NaN,
): Measurement => ({
  id: "P14",
  name: getMeasurementName(`${task}, the longest wait of a write`),
  goals: [],
  maximum: { value: MAX_WAIT_MS, unit: "ms" },
  rounds: 1,
  ours,
  peer,
  limit: async () => (await measureLongestWait((await getPlaces()).few.url, () => sleep(QUIET_MS))).waitMs,
});

let exports = 0;

async function exportLargest({ world: { context } }: Place): Promise<number> {
  exports += 1;
  const file = join(await createTempFolder(), `export-${exports}`);
  const start = performance.now();
  await runAdmin(context, ["export", getUserId(0), file]);
  return performance.now() - start;
}

async function backUp(): Promise<number> {
  const { many } = await getPlaces();
  const file = join(await createTempFolder(), "backup");
  const dump = () => runProgram("pg_dump", ["--format=custom", "--no-owner", `--file=${file}`, `--dbname=${many.url}`]);
  const { waitMs } = await measureLongestWait(many.url, () => printTime("backed up", dump));
  console.log(`a backup of ${Math.round((await stat(file)).size / 1e6)} MB`);
  return waitMs;
}

export const millionUpkeep: readonly Measurement[] = [
  {
    id: "P14",
    name: getMeasurementName("export of an account with 203 loadouts and a soldier (time)"),
    goals: [{ baseline: "peer", atMost: 1.5 }],
    rounds: 5,
    ours: async () => exportLargest((await getPlaces()).many),
    peer: async () => exportLargest((await getPlaces()).few),
    limit: async () => Number.NaN,
  },
  createWaitMeasurement(
    "purge",
    async () => (await getPurgeWaits()).many,
    async () => (await getPurgeWaits()).few,
  ),
  createWaitMeasurement("backup", backUp),
];
