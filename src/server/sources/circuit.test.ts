import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { AppError, type ErrorCode } from "#messages/errors.ts";
import { openDatabase } from "#server/database/database.ts";
import { migrate } from "#server/database/migrate.ts";
import { createSourceState } from "./service-call.ts";

const db = openDatabase({ kind: "sqlite", path: ":memory:" }, pino({ enabled: false }));
await migrate(db, { kind: "sqlite", path: ":memory:" });
let circuits = 0;

/** Creates a circuit with a clock and a count of its calls. */
function createCircuit() {
  const clock = { ms: 1_000_000 };
  circuits += 1;
  const address = `http://service-${circuits}`;
  const now = () => new Date(clock.ms);
  const circuit = createSourceState(db, address, now);
  const other = createSourceState(db, address, now);
  let calls = 0;
  const task = (code: ErrorCode | null) => async () => {
    calls += 1;
    if (code) throw new AppError(code);
    return "answered";
  };
  const run = (code: ErrorCode | null = "source_unavailable") =>
    circuit.run(task(code)).catch((error: AppError) => ({ code: error.code, ...error.details }));
  const fail = async (times: number) => {
    for (let time = 0; time < times; time += 1) await run();
  };
  return { clock, circuit, other, run, fail, getCallCount: () => calls };
}

describe("the circuit breaker", () => {
  test("opens after five consecutive failures, and returns the waiting time", async () => {
    const { clock, run, fail, getCallCount } = createCircuit();
    await fail(4);
    await run(null);
    await fail(5);
    clock.ms += 10_000;
    expect(await run(null)).toEqual({ code: "source_unavailable", retryAfterS: 20 });
    expect(getCallCount()).toBe(10);
  });

  test.for(["soldier_unknown", "source_busy", "input_invalid"] as const)(
    "does not count %s as a failure",
    async (code) => {
      const { run, fail, getCallCount } = createCircuit();
      for (let time = 0; time < 9; time += 1) await run(code);
      await fail(4);
      expect(await run(null)).toBe("answered");
      expect(getCallCount()).toBe(14);
    },
  );

  test("resets the count of failures when the service reports an unknown soldier", async () => {
    const { run, fail } = createCircuit();
    await fail(4);
    await run("soldier_unknown");
    await fail(4);
    expect(await run(null)).toBe("answered");
  });

  test("admits one call after its pause; a failure then doubles the pause, up to five minutes", async () => {
    const { clock, run, fail } = createCircuit();
    await fail(5);
    for (const restS of [30, 60, 120, 240, 300, 300]) {
      expect(await run()).toEqual({ code: "source_unavailable", retryAfterS: restS });
      clock.ms += restS * 1000;
      expect(await run()).toEqual({ code: "source_unavailable" });
    }
    clock.ms += 300_000;
    expect([await run(null), await run(null)]).toEqual(["answered", "answered"]);
    await fail(5);
    expect(await run()).toEqual({ code: "source_unavailable", retryAfterS: 30 });
  });

  test("admits one probe at a time, and another one after a probe is aborted", async () => {
    const { clock, circuit, run, fail } = createCircuit();
    await fail(5);
    clock.ms += 30_000;
    const aborted = Promise.withResolvers<never>();
    const probe = circuit.run(() => aborted.promise).catch(() => "aborted");
    expect(await run(null)).toEqual({ code: "source_unavailable", retryAfterS: 1 });
    aborted.reject(new Error("The caller left."));
    expect(await probe).toBe("aborted");
    expect(await run(null)).toBe("answered");
  });

  test("opens only once for failures of calls that began before it opened", async () => {
    const { run } = createCircuit();
    await Promise.all(Array.from({ length: 20 }, () => run()));
    expect(await run()).toEqual({ code: "source_unavailable", retryAfterS: 30 });
  });

  test("is shared by all processes, and one probe closes it for all", async () => {
    const { clock, run, fail, other } = createCircuit();
    await fail(5);
    const callOther = () =>
      other.run(async () => "answered").catch(({ code, details }: AppError) => ({ code, ...details }));
    expect(await callOther()).toEqual({ code: "source_unavailable", retryAfterS: 30 });
    expect(await other.restingMs()).toBe(30_000);
    clock.ms += 30_000;
    expect(await callOther()).toBe("answered");
    expect(await run(null)).toBe("answered");
  });

  test("shares the end of the service's Retry-After between processes", async () => {
    const { clock, circuit, other } = createCircuit();
    await circuit.setBusy(90_000);
    expect(await other.busyMs()).toBe(90_000);
    clock.ms += 90_000;
    expect(await other.busyMs()).toBe(0);
  });

  test("does not stay open longer when the clock is set back", async () => {
    const { clock, run, fail } = createCircuit();
    await fail(5);
    clock.ms -= 3_600_000;
    expect(await run(null)).toBe("answered");
  });
});
