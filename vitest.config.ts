import { globSync, readFileSync } from "node:fs";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { ContractReporter } from "#test/conformance/reporter.ts";
import { postgresFolder } from "#test/harness/processes/postgres.ts";
import { redisProgram } from "#test/harness/processes/redis.ts";

/** `npm run fleet`, which CI runs after `npm test`. */
const FLEET = process.env["FLEET"] === "on";
const PROGRAM = "test/harness/setup/program-setup.ts";
const STORIES = ["test/integration/**/*.test.ts", "test/conformance/server/**/*.test.ts"];

/** They replace modules, which another file of the same worker may have loaded already: each runs in a worker of its own. */
const MOCKING = globSync("src/**/*.test.ts").filter((path) => readFileSync(path, "utf8").includes("vi.mock("));

const projects: TestProjectInlineConfiguration[] = [
  {
    extends: true,
    test: {
      name: "unit",
      include: ["src/**/*.test.ts", "test/architecture/**/*.test.ts", "test/conformance/client/**/*.test.ts"],
      exclude: MOCKING,
    },
  },
  { extends: true, test: { name: "unit-mocks", include: MOCKING, isolate: true } },
  { extends: true, test: { name: "sqlite", include: STORIES, globalSetup: PROGRAM } },
  {
    extends: true,
    test: {
      name: "faults",
      include: ["test/resilience/**/*.fault.ts"],
      globalSetup: [PROGRAM, "test/resilience/figures-setup.ts"],
      // After everything else, and fewer at once: these measure what else happens on the machine, too.
      sequence: { groupOrder: 1 },
      maxWorkers: 2,
      testTimeout: process.env["FAULTS"] === "long" ? 1_800_000 : 90_000,
    },
  },
];

if (postgresFolder()) {
  const setup = {
    globalSetup: [PROGRAM, "test/harness/setup/postgres-setup.ts"],
    setupFiles: "test/harness/setup/use-postgres.ts",
  };
  projects.push({ extends: true, test: { name: "postgres", include: STORIES, ...setup } });
} else if (process.env["CI"]) {
  throw new Error("CI must not skip the stories on PostgreSQL: install its server programs.");
} else {
  process.stdout.write("Skipped: the stories on PostgreSQL, whose programs are not on this machine.\n");
}

/** What a fleet would not be asked: */
const NOT_OF_A_FLEET = [
  // No server at all: the account library's suites on a bare database, and the lines between processes by themselves.
  "library-adapter",
  "messages",
  // The program itself, begun anew with settings of their own.
  "metrics",
  "process",
  "traces",
  "workers",
  // 10,000 calls, each asked of two doors that the story opens beside the world's.
  "queries-two-ways",
  "session-two-ways",
];

if (FLEET && postgresFolder() && redisProgram()) {
  const setup = {
    globalSetup: [PROGRAM, "test/harness/setup/postgres-setup.ts", "test/harness/setup/fleet-setup.ts"],
    setupFiles: ["test/harness/setup/use-postgres.ts", "test/harness/setup/use-fleet.ts"],
  };
  const exclude = NOT_OF_A_FLEET.map((name) => `test/integration/${name}.test.ts`);
  // Two processes and two servers beside them share the machine with the stories.
  const testTimeout = 60_000;
  projects.push({ extends: true, test: { name: "fleet", include: STORIES, exclude, testTimeout, ...setup } });
} else if (FLEET) {
  throw new Error("The stories told to a fleet take PostgreSQL's programs and redis-server.");
}

export default defineConfig({
  test: {
    // The account library switches its origin checks off under NODE_ENV=test; tests see what production does.
    env: { NODE_ENV: "production" },
    reporters: [
      "default",
      ["json", { outputFile: `var/results/${FLEET ? "fleet" : "vitest"}.json` }],
      new ContractReporter(),
    ],
    // Each worker loads the server once, and not anew for every file: the files share nothing but it.
    isolate: false,
    // Stories wait for databases and clocks: as many workers as processors would leave a part of them idle.
    maxWorkers: 3,
    silent: "passed-only",
    testTimeout: 20_000,
    hookTimeout: 30_000,
    projects,
  },
});
