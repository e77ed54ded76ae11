import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { keepListening } from "./keep-listening.ts";

const subscribe = vi.fn();

/** A fake document whose visibility can be changed. */
class FakeDocument extends EventTarget {
  hidden = false;
  setHidden(hidden: boolean) {
    this.hidden = hidden;
    this.dispatchEvent(new Event("visibilitychange"));
  }
}

let fakeDocument = new FakeDocument();
const unsubscribe = vi.fn();
const onMissed = vi.fn();
const onWord = vi.fn();
const getLastHandlers = () => subscribe.mock.lastCall?.[0];

const start = async () => {
  const stop = keepListening(async () => subscribe, { onWord, onMissed });
  await vi.advanceTimersByTimeAsync(0);
  getLastHandlers().onOpened();
  return stop;
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  subscribe.mockReturnValue(unsubscribe);
  fakeDocument = new FakeDocument();
  vi.stubGlobal("document", fakeDocument);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a stream", () => {
  test("passes on each message until it is stopped", async () => {
    const stop = await start();
    getLastHandlers().onWord({ what: "loadout", id: "a" });
    expect(onWord).toHaveBeenCalledWith({ what: "loadout", id: "a" });
    stop();
    expect(unsubscribe).toHaveBeenCalledOnce();
    fakeDocument.setHidden(false);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(subscribe).toHaveBeenCalledOnce();
  });

  test("reconnects with growing pauses and reports missed messages", async () => {
    await start();
    getLastHandlers().onEnd();
    await vi.advanceTimersByTimeAsync(999);
    expect(subscribe).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(subscribe).toHaveBeenCalledTimes(2);
    getLastHandlers().onOpened();
    expect(onMissed).toHaveBeenCalledOnce();
    getLastHandlers().onEnd();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(subscribe).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(500);
    expect(subscribe).toHaveBeenCalledTimes(3);
  });

  test("disconnects while the page is hidden, and reports missed messages once it is visible again", async () => {
    await start();
    fakeDocument.setHidden(true);
    expect(unsubscribe).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(subscribe).toHaveBeenCalledTimes(1);
    fakeDocument.setHidden(false);
    await vi.advanceTimersByTimeAsync(0);
    expect(subscribe).toHaveBeenCalledTimes(2);
    getLastHandlers().onOpened();
    expect(onMissed).toHaveBeenCalledOnce();
  });

  test("reports missed messages only after it has reconnected", async () => {
    await start();
    getLastHandlers().onEnd();
    await vi.advanceTimersByTimeAsync(1_000);
    getLastHandlers().onEnd();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(subscribe).toHaveBeenCalledTimes(3);
    expect(onMissed).not.toHaveBeenCalled();
    getLastHandlers().onOpened();
    expect(onMissed).toHaveBeenCalledOnce();
  });
});
