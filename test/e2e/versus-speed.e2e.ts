// Four weapons compared, the processor four times slower: what a frame of dragging the range costs in script.
import { dragSlider } from "#test/harness/browser/frames.ts";
import { expect, test } from "./browser-test.ts";
import { open } from "./site.ts";

/** The goal is a frame of 60 Hz. The check run's machines differ by half as much again from one day to the next. */
const GOAL_MS = 16;
const LIMIT_MS = 24;
const FRAMES = 60;
const DRAGS = 5;

test(`dragging the range of four weapons costs at most ${LIMIT_MS} ms of script a frame, four times slower`, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(page, "/bf2042?versus=ak-24,m5a3,sfar-m-gl,ac-42&hit=60");
  await expect(page.getByRole("rowheader", { name: "9 of 10 kills within" })).toBeVisible();
  // Whatever else this machine does can only add to a frame: the calmest drag counts.
  const drags: (readonly number[])[] = [];
  for (let drag = 0; drag < DRAGS; drag += 1) drags.push((await dragSlider(page, "Range", FRAMES)).script);
  drags.sort((a, b) => atShare(a, 1) - atShare(b, 1));
  const frames = drags[0] ?? [];
  await expect(page.getByRole("slider", { name: "Range" })).toHaveValue("150");
  const [median, most, slowest] = [0.5, 0.95, 1].map((share) => atShare(frames, share));
  process.stdout.write(
    `script a frame of ${frames.length}: median ${median} ms, 95 % ${most} ms, slowest ${slowest} ms (goal ${GOAL_MS}, limit ${LIMIT_MS})\n`,
  );
  expect(frames.length).toBeGreaterThan(FRAMES / 3);
  expect(slowest).toBeLessThanOrEqual(LIMIT_MS);
});

const atShare = (costs: readonly number[], share: number): number =>
  Math.round((costs[Math.ceil(costs.length * share) - 1] ?? Number.NaN) * 10) / 10;
