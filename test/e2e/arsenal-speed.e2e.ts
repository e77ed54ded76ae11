// A key in the arsenal's search, the processor four times slower, beside a key in a field of a page that holds nothing else.
import type { Page } from "@playwright/test";
import { measureFrames } from "#test/harness/browser/frames.ts";
import { expect, test } from "./browser-test.ts";
import { open } from "./site.ts";

const WORDS = "class:lmg rpm:>600 ak";
const KEY_MS = 100;
const ROUNDS = 3;
/** The browser counts in steps of 8 ms and leaves out what is shorter than this. */
const SHORTEST_MS = 16;
/** Six bare keys are at most 100 ms where a bare one is as fast as can be counted. A slow machine has room: of 24 ms a step is a third. */
const GOAL_RATIO = 6;
const MAX_RATIO = 10;

async function typeWords(page: Page): Promise<number> {
  await page.getByLabel("Search weapons").focus();
  const type = () => page.keyboard.type(WORDS, { delay: KEY_MS });
  return (await measureFrames(page, type)).slowestAnswer;
}

test(`the slowest key in the search is drawn within the time of ${MAX_RATIO} bare ones, four times slower`, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const bare: number[] = [];
  const ours: number[] = [];
  // Whatever else this machine does can only add to a key: the calmest round counts.
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.goto("/api/auth/ok");
    await page.setContent("<label>Search weapons <input></label>");
    bare.push(Math.max(SHORTEST_MS, await typeWords(page)));
    await open(page, "/bf2042");
    await page.waitForLoadState("networkidle");
    ours.push(await typeWords(page));
  }
  process.stdout.write(
    `slowest key: ${ours.join(", ")} ms; bare: ${bare.join(", ")} ms; goal ${GOAL_RATIO} bare ones\n`,
  );
  expect(Math.min(...ours)).toBeLessThanOrEqual(Math.min(...bare) * MAX_RATIO);
});
