// @rest
// Random histories of a locker behind the fault gate, the same ones in each check and new ones in the long form. HISTORIES is how
// many; HISTORIES_SEED plays the one of that seed first.

import { expect, test } from "./gated-test.ts";
import { playHistory } from "./history.ts";

const isLong = process.env["FAULTS"] === "long";
const COUNT = Number(process.env["HISTORIES"] ?? (isLong ? 300 : 12));
/** In the long form each worker begins with a seed of its own. */
const FIRST_SEED = Number(process.env["HISTORIES_SEED"] ?? (isLong ? Math.floor(Math.random() * 1e9) : 36));

for (let at = 0; at < COUNT; at += 1) {
  test(`history ${at + 1}: what was confirmed is on the server or waits visibly, and nothing exists twice`, async ({
    context,
    gate,
  }) => {
    const seed = FIRST_SEED + at;
    const problems = await playHistory(context, gate, seed);
    expect(problems.length, `HISTORIES_SEED=${seed} HISTORIES=1 plays it again.\n${problems.join("\n")}`).toBe(0);
  });
}
