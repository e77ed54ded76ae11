// The cost of user input on a page: the script time of each frame, and the longest wait for the next paint.
import type { CDPSession, Page } from "@playwright/test";

const SLOWER = 4;
/** How long a frame is on a screen of 60 Hz. */
const FRAME_MS = 1000 / 60;

export type Frames = {
  /** Milliseconds of script in each frame that had any, ascending. */
  script: readonly number[];
  /** From a key or a pointer to the next drawing, the longest of all, in ms of the browser's own count (steps of 8). */
  slowestAnswer: number;
};

declare global {
  interface Window {
    /** The longest wait so far. */
    slowestAnswer?: number;
  }
}

/** Does something on the page, on a processor four times slower; the session reaches the browser without the test library. */
export async function measureFrames(page: Page, act: (session: CDPSession) => Promise<void>): Promise<Frames> {
  const browser = page.context().browser();
  if (!browser) throw new Error("The page has no browser to trace.");
  const session = await page.context().newCDPSession(page);
  await page.evaluate(watchAnswers);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await browser.startTracing(page, { categories: ["devtools.timeline", "disabled-by-default-devtools.timeline"] });
  await act(session);
  const trace: { traceEvents: TraceEvent[] } = JSON.parse(String(await browser.stopTracing()));
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  return {
    script: scriptByFrame(trace.traceEvents),
    slowestAnswer: await page.evaluate(() => window.slowestAnswer ?? 0),
  };
}

/** Drags the slider of this name over its whole width, a step a frame; the pointer has come there before. */
export async function dragSlider(page: Page, name: string, frames = 60): Promise<Frames> {
  const box = await page.getByRole("slider", { name }).boundingBox();
  if (!box) throw new Error(`The slider ${name} is not to be seen.`);
  await page.mouse.move(box.x + 4, box.y + box.height / 2);
  return measureFrames(page, async (session) => {
    // Straight to the browser: the test library's own pointer runs scripts in the page while a button is down.
    const point = (type: "mousePressed" | "mouseMoved" | "mouseReleased", share: number) => {
      const [x, y] = [box.x + 4 + (box.width - 8) * share, box.y + box.height / 2];
      return session.send("Input.dispatchMouseEvent", { type, x, y, button: "left", buttons: 1, clickCount: 1 });
    };
    await point("mousePressed", 0);
    for (let at = 1; at <= frames; at += 1) {
      await point("mouseMoved", at / frames);
      await new Promise((done) => setTimeout(done, FRAME_MS));
    }
    await point("mouseReleased", 1);
  });
}

/** Runs in the page. */
function watchAnswers() {
  window.slowestAnswer = 0;
  const isInteraction = (entry: PerformanceEntry): boolean => "interactionId" in entry && Boolean(entry.interactionId);
  new PerformanceObserver((list) => {
    const waits = list.getEntries().filter(isInteraction);
    window.slowestAnswer = Math.max(window.slowestAnswer ?? 0, ...waits.map(({ duration }) => duration));
  }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
}

type TraceEvent = { name: string; ph: string; tid: number; ts: number; dur?: number; tdur?: number };

/** What runs script; nested ones are counted once, and layout that script asks for is not script. */
const SCRIPT = ["EventDispatch", "FunctionCall", "EvaluateScript", "TimerFire", "FireAnimationFrame", "RunMicrotasks"];
const LAYOUT = ["UpdateLayoutTree", "Layout"];
const FRAME_BEGINS = "AnimationFrame";

/** Script between the beginnings of two frames, by the time the thread had of the processor; frames without any are left out. */
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
