import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { keepListening } from "./keep-listening.ts";

const subscribe = vi.fn();

/** The page as it is in sight, or not. */
class Sight extends EventTarget {
  hidden = false;
  turn(hidden: boolean) {
    this.hidden = hidden;
    this.dispatchEvent(new Event("visibilitychange"));
  }
}

let sight = new Sight();
const closed = vi.fn();
const onMissed = vi.fn();
const onWord = vi.fn();
const last = () => subscribe.mock.lastCall?.[0];

const start = async () => {
  const stop = keepListening(async () => subscribe, { onWord, onMissed });
  await vi.advanceTimersByTimeAsync(0);
  last().onOpened();
  return stop;
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  subscribe.mockReturnValue(closed);
  sight = new Sight();
  vi.stubGlobal("document", sight);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("listening to a line", () => {
  test("hears each word, and nothing once it is over", async () => {
    const stop = await start();
    last().onWord({ what: "loadout", id: "a" });
    expect(onWord).toHaveBeenCalledWith({ what: "loadout", id: "a" });
    stop();
    expect(closed).toHaveBeenCalledOnce();
    sight.turn(false);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(subscribe).toHaveBeenCalledOnce();
  });

  test("comes back after an end, later each time, and reads what was missed", async () => {
    await start();
    last().onEnd();
    await vi.advanceTimersByTimeAsync(999);
    expect(subscribe).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(subscribe).toHaveBeenCalledTimes(2);
    last().onOpened();
    expect(onMissed).toHaveBeenCalledOnce();
    last().onEnd();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(subscribe).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(500);
    expect(subscribe).toHaveBeenCalledTimes(3);
  });

  test("holds no line while out of sight, and reads everything once on its return", async () => {
    await start();
    sight.turn(true);
    expect(closed).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(subscribe).toHaveBeenCalledTimes(1);
    sight.turn(false);
    await vi.advanceTimersByTimeAsync(0);
    expect(subscribe).toHaveBeenCalledTimes(2);
    last().onOpened();
    expect(onMissed).toHaveBeenCalledOnce();
  });

  test("reads everything when a lost line is open again, and nothing while it does not open", async () => {
    await start();
    last().onEnd();
    await vi.advanceTimersByTimeAsync(1_000);
    last().onEnd();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(subscribe).toHaveBeenCalledTimes(3);
    expect(onMissed).not.toHaveBeenCalled();
    last().onOpened();
    expect(onMissed).toHaveBeenCalledOnce();
  });
});
