// The longest possible list of closest targets: a soldier with complete counts and no progress. Measured in the domain
// against building the targets for each request (the peer) and sorting as many numbers (the limit); and as a call
// against the same call without a soldier, and the minimal call with a session.

import { closestNext } from "#domain/progress/closest-next.ts";
import { createKnownProgress } from "#domain/progress/known-progress.ts";
import { getStandings } from "#domain/progress/remaining.ts";
import type { Progress } from "#domain/progress/target.ts";
import { noStatistics } from "#domain/soldier/statistics.ts";
import { createProgress } from "#messages/progress/targets.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { elsewhere, type Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";
import { measureTime, newGuest } from "./guest-visits.ts";
import { type Measurement, opened, shared } from "./measurement.ts";

const MAX_MS = 10;
/** As many as the pace looks at. */
const SNAPSHOTS = 4;

const progress = createProgress(ARSENALS.bf4);

/** So much of every counter that any target needs. */
function everything(count: number): Record<string, number> {
  const keys = progress.targets.flatMap(({ ways }) => ways.flat().flatMap(({ counter }) => counter ?? []));
  return Object.fromEntries(keys.map((key) => [key, count]));
}

const COUNTERS = everything(0);

function listed({ targets }: Progress): number {
  const telling = { source: "service", at: "2026-11-20T20:00:00.000Z", counters: COUNTERS, targets: {} } as const;
  return closestNext(getStandings(targets, createKnownProgress([telling]))).length;
}

const sums: Measurement = {
  name: "closest next, every target of a whole soldier (time)",
  id: "P12",
  goals: [{ of: "peer", atMost: 0.5 }],
  most: { value: MAX_MS, unit: "ms" },
  rounds: 15,
  ours: () => measureTime(async () => listed(progress)),
  peer: () => measureTime(async () => listed(createProgress(ARSENALS.bf4))),
  limit: () => {
    const numbers = Array.from({ length: listed(progress) }, (_, index) => (index * 7919) % 10_007);
    return measureTime(async () => numbers.toSorted((a, b) => a - b));
  },
};

type Place = { world: World; visitor: Visitor; soldierId: string };

const place = shared(async (): Promise<Place> => {
  const world = opened.use(await makeWorld());
  const { visitor } = await newGuest(world);
  const soldier = { game: "bf4", platform: "pc", name: "Robin", playerId: null, relation: "mine" } as const;
  const { id: soldierId } = await visitor.trpc.soldier.add.mutate({ id: crypto.randomUUID(), ...soldier });
  for (let day = 1; day <= SNAPSHOTS; day += 1) {
    const counters = everything(day);
    const statistics = { ...noStatistics("bf4"), figures: { secondsPlayed: day * 3600 }, counters };
    const takenAt = `2026-11-0${day}T20:00:00.000Z`;
    await visitor.trpc.soldier.saveTyped.mutate({ id: crypto.randomUUID(), soldierId, takenAt, statistics });
  }
  return { world, visitor, soldierId };
});

const timed = async (call: (place: Place) => Promise<unknown>): Promise<number> => {
  const own = await place();
  const visitor = elsewhere(own.visitor, own.world);
  return measureTime(() => call({ ...own, visitor }));
};

const called: Measurement = {
  name: "closest next, as a call (time)",
  id: "P12",
  goals: [{ of: "limit", atMost: 5 }],
  rounds: 5,
  ours: () => timed(({ visitor, soldierId }) => visitor.trpc.progress.next.query({ soldierId, limit: 50 })),
  peer: () => timed(({ visitor }) => visitor.trpc.progress.next.query({ soldierId: null, limit: 50 })),
  limit: () => timed(({ visitor }) => visitor.trpc.folder.list.query()),
};

export const closest: readonly Measurement[] = [sums, called];
