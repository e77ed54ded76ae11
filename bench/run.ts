// `npm run bench`: prints one table of ratios. Each figure is measured in rounds beside a peer (the usual way) and a
// limit (the least that could do it) on the same machine in the same run; absolute times mean nothing elsewhere.
import { bigLocker, closeLockers } from "./big-locker.ts";
import { closeProgress, closest } from "./closest-next.ts";
import { firstAnswer } from "./first-answer.ts";
import { closeSoldiers, manySnapshots } from "./many-snapshots.ts";
import type { Measurement } from "./measurement.ts";

const MEASUREMENTS: readonly Measurement[] = [firstAnswer, ...bigLocker, ...manySnapshots, ...closest];

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

async function measure({ rounds, ours, peer, limit }: Measurement) {
  const taken: Record<"ours" | "peer" | "limit", number[]> = { ours: [], peer: [], limit: [] };
  for (let round = 0; round < rounds; round += 1) {
    taken.limit.push(await limit());
    taken.peer.push(await peer());
    taken.ours.push(await ours());
  }
  return { ours: median(taken.ours), peer: median(taken.peer), limit: median(taken.limit) };
}

const rows = [];
for (const measurement of MEASUREMENTS) {
  const { ours, peer, limit } = await measure(measurement);
  const row = {
    figure: measurement.name,
    "× limit": ours / limit,
    "× peer": ours / peer,
    "peer × limit": peer / limit,
    ...(measurement.mostMs && { ms: ours }),
  };
  const rounded = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === "number" ? value.toFixed(2) : value,
  ]);
  const goals = [measurement.goal, ...(measurement.mostMs ? [`≤ ${measurement.mostMs} ms`] : [])];
  rows.push({ ...Object.fromEntries(rounded), goal: goals.join(", ") });
}
console.table(rows);
await closeLockers();
await closeSoldiers();
await closeProgress();
