// @rest
// Random histories of a locker with simulated failures: the same ones in each run, and new ones in the long form. HISTORIES sets
// their number, HISTORIES_SEED the seed of the first.

import { expect, test } from "./gated-test.ts";
import { playHistory } from "./history.ts";

const isLong = process.env["FAULTS"] === "long";
const COUNT = Number(process.env["HISTORIES"] ?? (isLong ? 300 : 12));
/** The seed of the first history; random in the long form. */
const FIRST_SEED = Number(process.env["HISTORIES_SEED"] ?? (isLong ? Math.floor(Math.random() * 1e9) : 36));

for (let index = 0; index < COUNT; index += 1) {
  test(`history ${index + 1}: confirmed changes are on the server or visibly pending, and nothing exists twice`, async ({
    context,
    gate,
  }) => {
    const seed = FIRST_SEED + index;
    const problems = await playHistory(context, gate, seed);
    expect(problems.length, `HISTORIES_SEED=${seed} HISTORIES=1 plays it again.\n${problems.join("\n")}`).toBe(0);
  });
}
