// Runs the network failure scenarios in Firefox and WebKit; test/e2e/faults.e2e.ts runs them in Chromium. `FAULTS=long` runs all
// scenarios, otherwise only some run.
import { describe, test } from "vitest";
import { openFaultGate } from "../harness/fault-gate.ts";
import { SCENARIOS } from "../harness/fault-scenarios.ts";
import { ENGINES, type Engine } from "./engines.ts";

const PLAYED_SCENARIOS = SCENARIOS.filter(({ always }) => always || process.env["FAULTS"] === "long");

for (const [name, openEngine] of Object.entries(ENGINES)) {
  if (!openEngine && process.env["CI"]) throw new Error(`CI must not skip ${name}: install it.`);
  if (!openEngine) process.stdout.write(`Skipped: the fault scenarios in ${name}, which is not on this machine.\n`);
  describe.runIf(openEngine)(`in ${name}`, () => {
    test.each(PLAYED_SCENARIOS)("$title", async ({ play }) => {
      await using gate = await openFaultGate({ EMAIL_VERIFICATION: "optional" });
      await using engine = await (openEngine as () => Promise<Engine>)();
      await play({ tab: engine, gate });
    });
  });
}
