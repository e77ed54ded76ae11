// P12: the longest possible list of closest targets, for a soldier with complete counters and no progress. The domain function
// is compared with building the targets for each request (the peer) and with sorting as many numbers (the limit). The call is
// compared with the same call without a soldier (the peer) and with a minimal call with a session (the limit).

import { listClosest } from "#domain/progress/closest-next.ts";
import { createKnownProgress } from "#domain/progress/known-progress.ts";
import { listTargetProgress } from "#domain/progress/remaining.ts";
import type { Progress } from "#domain/progress/target.ts";
import { createEmptyStatistics } from "#domain/soldier/statistics.ts";
import { createProgress } from "#messages/progress/targets.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { moveToNewAddress, type Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";
import { createGuest, measureTime } from "./guest-visits.ts";
import { lazy, type Measurement, resources } from "./measurement.ts";

const MAX_MS = 10;
/** As many as the calculation of the pace uses. */
const SNAPSHOTS = 4;

const progress = createProgress(ARSENALS.bf4);

/** Returns this count for each counter of any target. */
function createCounters(count: number): Record<string, number> {
  const keys = progress.targets.flatMap(({ ways }) => ways.flat().flatMap(({ counter }) => counter ?? []));
  return Object.fromEntries(keys.map((key) => [key, count]));
}

const COUNTERS = createCounters(0);

function countClosest({ targets }: Progress): number {
  const reading = { source: "service", at: "2026-11-20T20:00:00.000Z", counters: COUNTERS, targets: {} } as const;
  return listClosest(listTargetProgress(targets, createKnownProgress([reading]))).length;
}

const domainMeasurement: Measurement = {
  name: "closest next, every target of a whole soldier (time)",
  id: "P12",
  goals: [{ baseline: "peer", atMost: 0.5 }],
  maximum: { value: MAX_MS, unit: "ms" },
  rounds: 15,
  ours: () => measureTime(async () => countClosest(progress)),
  peer: () => measureTime(async () => countClosest(createProgress(ARSENALS.bf4))),
  limit: () => {
    const numbers = Array.from({ length: countClosest(progress) }, (_, index) => (index * 7919) % 10_007);
    return measureTime(async () => numbers.toSorted((a, b) => a - b));
  },
};

type Setup = { world: World; visitor: Visitor; soldierId: string };

const getSetup = lazy(async (): Promise<Setup> => {
  const world = resources.use(await makeWorld());
  const { visitor } = await createGuest(world);
  const soldier = { game: "bf4", platform: "pc", name: "Robin", playerId: null, relation: "mine" } as const;
  const { id: soldierId } = await visitor.trpc.soldier.add.mutate({ id: crypto.randomUUID(), ...soldier });
  for (let day = 1; day <= SNAPSHOTS; day += 1) {
    const counters = createCounters(day);
    const statistics = { ...createEmptyStatistics("bf4"), figures: { secondsPlayed: day * 3600 }, counters };
    const takenAt = `2026-11-0${day}T20:00:00.000Z`;
    await visitor.trpc.soldier.saveTyped.mutate({ id: crypto.randomUUID(), soldierId, takenAt, statistics });
  }
  return { world, visitor, soldierId };
});

const timeCall = async (call: (setup: Setup) => Promise<unknown>): Promise<number> => {
  const setup = await getSetup();
  const visitor = moveToNewAddress(setup.visitor, setup.world);
  return measureTime(() => call({ ...setup, visitor }));
};

const callMeasurement: Measurement = {
  name: "closest next, as a call (time)",
  id: "P12",
  goals: [{ baseline: "limit", atMost: 5 }],
  rounds: 5,
  ours: () => timeCall(({ visitor, soldierId }) => visitor.trpc.progress.next.query({ soldierId, limit: 50 })),
  peer: () => timeCall(({ visitor }) => visitor.trpc.progress.next.query({ soldierId: null, limit: 50 })),
  limit: () => timeCall(({ visitor }) => visitor.trpc.folder.list.query()),
};

export const closestNextMeasurements: readonly Measurement[] = [domainMeasurement, callMeasurement];
