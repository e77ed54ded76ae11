// The cost of user input on a page: the script time of each frame, and the longest wait for the next paint.
import type { CDPSession, Page } from "@playwright/test";

const CPU_SLOWDOWN = 4;
/** The duration of a frame at 60 Hz. */
const FRAME_MS = 1000 / 60;

export type Frames = {
  /** Milliseconds of script in each frame that ran script, ascending. */
  script: readonly number[];
  /** The longest time from an input event to the next paint, in ms, as the browser measures it (in steps of 8). */
  slowestAnswer: number;
};

declare global {
  interface Window {
    /** The longest time from an input event to the next paint so far, in ms. */
    slowestAnswer?: number;
  }
}

/** Runs `act` with the processor slowed down four times, and measures its frames. `session` bypasses Playwright. */
export async function measureFrames(page: Page, act: (session: CDPSession) => Promise<void>): Promise<Frames> {
  const browser = page.context().browser();
  if (!browser) throw new Error("The page has no browser to trace.");
  const session = await page.context().newCDPSession(page);
  await page.evaluate(observeInteractions);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await browser.startTracing(page, { categories: ["devtools.timeline", "disabled-by-default-devtools.timeline"] });
  await act(session);
  const trace: { traceEvents: TraceEvent[] } = JSON.parse(String(await browser.stopTracing()));
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  return {
    script: sumScriptByFrame(trace.traceEvents),
    slowestAnswer: await page.evaluate(() => window.slowestAnswer ?? 0),
  };
}

/** Drags the slider with this name over its whole width, one step per frame. The pointer starts on the slider. */
export async function dragSlider(page: Page, name: string, frames = 60): Promise<Frames> {
  const box = await page.getByRole("slider", { name }).boundingBox();
  if (!box) throw new Error(`The slider ${name} is not to be seen.`);
  await page.mouse.move(box.x + 4, box.y + box.height / 2);
  return measureFrames(page, async (session) => {
    // Playwright's own mouse runs scripts in the page while a button is down, so the events go to the browser directly.
    const dispatchMouse = (type: "mousePressed" | "mouseMoved" | "mouseReleased", share: number) => {
      const [x, y] = [box.x + 4 + (box.width - 8) * share, box.y + box.height / 2];
      return session.send("Input.dispatchMouseEvent", { type, x, y, button: "left", buttons: 1, clickCount: 1 });
    };
    await dispatchMouse("mousePressed", 0);
    for (let step = 1; step <= frames; step += 1) {
      await dispatchMouse("mouseMoved", step / frames);
      await new Promise((done) => setTimeout(done, FRAME_MS));
    }
    await dispatchMouse("mouseReleased", 1);
  });
}

/** Records the longest time from an input event to the next paint in `window.slowestAnswer`, in ms; runs in the page. */
export function observeInteractions(): void {
  window.slowestAnswer = 0;
  const isInteraction = (entry: PerformanceEntry): boolean => "interactionId" in entry && Boolean(entry.interactionId);
  new PerformanceObserver((list) => {
    const waits = list.getEntries().filter(isInteraction);
    window.slowestAnswer = Math.max(window.slowestAnswer ?? 0, ...waits.map(({ duration }) => duration));
  }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
}

type TraceEvent = { name: string; ph: string; tid: number; ts: number; dur?: number; tdur?: number };

/** Trace events that run script. Nested events count once; layout that a script forces does not count as script. */
const SCRIPT_EVENTS = [
  "EventDispatch",
  "FunctionCall",
  "EvaluateScript",
  "TimerFire",
  "FireAnimationFrame",
  "RunMicrotasks",
];
const LAYOUT_EVENTS = ["UpdateLayoutTree", "Layout"];
const FRAME_START_EVENT = "AnimationFrame";

/** Returns the script time (processor time of the thread) of each frame that ran script, in ms, ascending. */
function sumScriptByFrame(events: readonly TraceEvent[]): readonly number[] {
  const frameStarts = events
    .filter(({ name, ph }) => name === FRAME_START_EVENT && ph === "b")
    .sort((a, b) => a.ts - b.ts);
  const main = events.filter(({ tid, ph }) => tid === frameStarts[0]?.tid && ph === "X").sort((a, b) => a.ts - b.ts);
  const frames = new Map<number, number>();
  let end = 0;
  for (const { name, ts, dur = 0, tdur = dur } of main) {
    const isNested = ts < end;
    if (SCRIPT_EVENTS.includes(name) === isNested || (isNested && !LAYOUT_EVENTS.includes(name))) continue;
    if (!isNested) end = ts + dur;
    const frame = frameStarts.findLastIndex((begin) => begin.ts <= ts);
    frames.set(frame, (frames.get(frame) ?? 0) + (isNested ? -tdur : tdur) / 1000);
  }
  return [...frames.values()].sort((a, b) => a - b);
}
