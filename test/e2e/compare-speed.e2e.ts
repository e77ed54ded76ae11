// Four weapons compared, the processor four times slower: what a frame of dragging the range costs in script.
import type { Browser, Page } from "@playwright/test";
import { expect, test } from "./browser-test.ts";
import { open } from "./site.ts";

const LIMIT_MS = 16;
const SLOWER = 4;
const FRAMES = 60;
const DRAGS = 3;
const FRAME_MS = 1000 / 60;

type TraceEvent = { name: string; ph: string; tid: number; ts: number; dur?: number; tdur?: number };

/** What runs script; nested ones are counted once, and layout that script asks for is not script. */
const SCRIPT = ["EventDispatch", "FunctionCall", "EvaluateScript", "TimerFire", "FireAnimationFrame", "RunMicrotasks"];
const LAYOUT = ["UpdateLayoutTree", "Layout"];
const FRAME_BEGINS = "AnimationFrame";

/** Milliseconds of script in each frame of a drag over the whole slider, by the time the thread had of the processor. */
async function scriptOfDrag(browser: Browser, page: Page): Promise<readonly number[]> {
  const box = await page.getByRole("slider", { name: "Range" }).boundingBox();
  if (!box) throw new Error("The slider is not to be seen.");
  const session = await page.context().newCDPSession(page);
  // Straight to the browser: the test library's own pointer runs scripts in the page while a button is down.
  const point = (type: "mousePressed" | "mouseMoved" | "mouseReleased", share: number) => {
    const [x, y] = [box.x + 4 + (box.width - 8) * share, box.y + box.height / 2];
    return session.send("Input.dispatchMouseEvent", { type, x, y, button: "left", buttons: 1, clickCount: 1 });
  };
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await point("mousePressed", 0);
  await browser.startTracing(page, { categories: ["devtools.timeline", "disabled-by-default-devtools.timeline"] });
  for (let at = 1; at <= FRAMES; at += 1) {
    await point("mouseMoved", at / FRAMES);
    await new Promise((done) => setTimeout(done, FRAME_MS));
  }
  const trace: { traceEvents: TraceEvent[] } = JSON.parse(String(await browser.stopTracing()));
  await point("mouseReleased", 1);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  return scriptByFrame(trace.traceEvents);
}

/** Script between the beginnings of two frames, ascending; frames without a touch of script are left out. */
function scriptByFrame(events: readonly TraceEvent[]): readonly number[] {
  const begins = events.filter(({ name, ph }) => name === FRAME_BEGINS && ph === "b").sort((a, b) => a.ts - b.ts);
  const main = events.filter(({ tid, ph }) => tid === begins[0]?.tid && ph === "X").sort((a, b) => a.ts - b.ts);
  const frames = new Map<number, number>();
  let end = 0;
  for (const { name, ts, dur = 0, tdur = dur } of main) {
    const isNested = ts < end;
    if (SCRIPT.includes(name) === isNested || (isNested && !LAYOUT.includes(name))) continue;
    if (!isNested) end = ts + dur;
    const frame = begins.findLastIndex((begin) => begin.ts <= ts);
    frames.set(frame, (frames.get(frame) ?? 0) + (isNested ? -tdur : tdur) / 1000);
  }
  return [...frames.values()].sort((a, b) => a - b);
}

test("dragging the range of four weapons costs at most 16 ms of script a frame, four times slower", async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(page, "/bf2042?cmp=ak-24,m5a3,sfar-m-gl,ac-42&compare=1&acc=60");
  await expect(page.getByRole("rowheader", { name: "Expected TTK" })).toBeVisible();
  // Whatever else this machine does can only add to a frame: the calmest of three drags counts.
  const drags = [];
  for (let drag = 0; drag < DRAGS; drag += 1) drags.push(await scriptOfDrag(browser, page));
  drags.sort((a, b) => atShare(a, 0.95) - atShare(b, 0.95));
  const frames = drags[0] ?? [];
  await expect(page.getByRole("slider", { name: "Range" })).toHaveValue("150");
  const [median, most, worst] = [0.5, 0.95, 1].map((share) => atShare(frames, share));
  process.stdout.write(
    `script a frame of ${frames.length}: median ${median} ms, 95 % ${most} ms, worst ${worst} ms; the limit is ${LIMIT_MS} ms\n`,
  );
  expect(frames.length).toBeGreaterThan(FRAMES / 3);
  expect(most).toBeLessThanOrEqual(LIMIT_MS);
});

const atShare = (costs: readonly number[], share: number): number =>
  Math.round((costs[Math.ceil(costs.length * share) - 1] ?? Number.NaN) * 10) / 10;
