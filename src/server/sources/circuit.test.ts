import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { AppError, type ErrorCode } from "#messages/errors.ts";
import { openDatabase } from "#server/database/database.ts";
import { migrate } from "#server/database/migrate.ts";
import { createSourceState } from "./service-call.ts";

const db = openDatabase({ kind: "sqlite", path: ":memory:" }, pino({ enabled: false }));
await migrate(db, { kind: "sqlite", path: ":memory:" });
let circuits = 0;

/** A circuit with a clock, and tasks that are counted. */
function circuitWithClock() {
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
  return { clock, circuit, other, run, fail, callsOf: () => calls };
}

describe("a circuit", () => {
  test("opens after five failures in a row, and gives the waiting time", async () => {
    const { clock, run, fail, callsOf } = circuitWithClock();
    await fail(4);
    await run(null);
    await fail(5);
    clock.ms += 10_000;
    expect(await run(null)).toEqual({ code: "source_unavailable", retryAfterS: 20 });
    expect(callsOf()).toBe(10);
  });

  test.for(["soldier_unknown", "source_busy", "input_invalid"] as const)("takes %s for no failure", async (code) => {
    const { run, fail, callsOf } = circuitWithClock();
    for (let time = 0; time < 9; time += 1) await run(code);
    await fail(4);
    expect(await run(null)).toBe("answered");
    expect(callsOf()).toBe(14);
  });

  test("is closed by the answer that there is no such soldier", async () => {
    const { run, fail } = circuitWithClock();
    await fail(4);
    await run("soldier_unknown");
    await fail(4);
    expect(await run(null)).toBe("answered");
  });

  test("lets one caller try after its rest; what fails then doubles the rest, up to five minutes", async () => {
    const { clock, run, fail } = circuitWithClock();
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

  test("admits one probe at a time, and the next when a probe is aborted", async () => {
    const { clock, circuit, run, fail } = circuitWithClock();
    await fail(5);
    clock.ms += 30_000;
    const left = Promise.withResolvers<never>();
    const probe = circuit.run(() => left.promise).catch(() => "left");
    expect(await run(null)).toEqual({ code: "source_unavailable", retryAfterS: 1 });
    left.reject(new Error("The caller left."));
    expect(await probe).toBe("left");
    expect(await run(null)).toBe("answered");
  });

  test("counts the failures of calls that began before it opened once", async () => {
    const { run } = circuitWithClock();
    await Promise.all(Array.from({ length: 20 }, () => run()));
    expect(await run()).toEqual({ code: "source_unavailable", retryAfterS: 30 });
  });

  test("is open for every process once it is for one, and one probe among all closes it", async () => {
    const { clock, run, fail, other } = circuitWithClock();
    await fail(5);
    const ask = () => other.run(async () => "answered").catch(({ code, details }: AppError) => ({ code, ...details }));
    expect(await ask()).toEqual({ code: "source_unavailable", retryAfterS: 30 });
    expect(await other.restingMs()).toBe(30_000);
    clock.ms += 30_000;
    expect(await ask()).toBe("answered");
    expect(await run(null)).toBe("answered");
  });

  test("knows in every process until when the service is busy", async () => {
    const { clock, circuit, other } = circuitWithClock();
    await circuit.setBusy(90_000);
    expect(await other.busyMs()).toBe(90_000);
    clock.ms += 90_000;
    expect(await other.busyMs()).toBe(0);
  });

  test("rests no longer when the clock goes back", async () => {
    const { clock, run, fail } = circuitWithClock();
    await fail(5);
    clock.ms -= 3_600_000;
    expect(await run(null)).toBe("answered");
  });
});
