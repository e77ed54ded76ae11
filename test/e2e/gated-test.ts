// The base of browser tests with a proxy that simulates failures, in front of a separate site. The tests of a worker share both.
import { type FaultGate, openFaultGate } from "#test/harness/fault-gate.ts";
import { test as base, expect } from "./browser-test.ts";

type Fixtures = { gate: FaultGate };
type WorkerFixtures = { openGate: FaultGate };

export const test = base.extend<Fixtures, WorkerFixtures>({
  openGate: [
    async ({ browserName: _ }, use) => {
      await using gate = await openFaultGate({ EMAIL_VERIFICATION: "optional" });
      await use(gate);
    },
    { scope: "worker" },
  ],
  gate: async ({ openGate }, use) => {
    await use(openGate);
    openGate.reset();
  },
  baseURL: ({ openGate }, use) => use(openGate.origin),
});

export { expect };
