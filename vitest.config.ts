import { globSync, readFileSync } from "node:fs";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { ContractReporter } from "#test/conformance/reporter.ts";
import { findPostgres } from "#test/harness/processes/postgres.ts";
import { listTagged } from "#test/harness/tags.ts";

/** "on": `npm run faults`; "shared", of `npm run test:rest`: what several processes share, and what a second database changes. */
const FLEET = process.env["FLEET"] ?? "off";
/** What `npm test` leaves to `npm run test:rest` (--mode main and --mode rest); any other mode runs everything. */
type Part = "main" | "rest" | "all";
const PROGRAM = "test/harness/setup/program-setup.ts";
/** Fails a file in which the product visits a large table without naming whose rows it means. */
const OWNERS = "test/harness/setup/require-owners.ts";
const STORIES = ["test/integration/**/*.test.ts", "test/conformance/server/**/*.test.ts"];

/** They replace modules, which another file of the same worker may have loaded already: each runs in a worker of its own. */
const MOCKING = globSync("src/**/*.test.ts").filter((path) => readFileSync(path, "utf8").includes("vi.mock("));

const ARCHITECTURE = "test/architecture/*.test.ts";
const [FAULTS, LONG_FAULTS] = ["test/resilience/*.fault.ts", listTagged("test/resilience/*.fault.ts", "weekly")];
const listStories = (tag: string): string[] => STORIES.flatMap((pattern) => listTagged(pattern, tag));
/** Tests of the server by what stands in their first lines; `harness/tags.ts` says what each tag means. */
const [REST, POSTGRES, POSTGRES_ONLY, SHARED, ALONE] = ["rest", "postgres", "postgres-only", "shared", "alone"].map(
  listStories,
) as [string[], string[], string[], string[], string[]];

function unitProjects(part: Part): TestProjectInlineConfiguration[] {
  const unit = (files: { include: string[]; exclude?: string[] }) =>
    ({ extends: true, test: { name: "unit", ...files } }) as const;
  const slow = listTagged(ARCHITECTURE, "rest");
  if (part === "rest") return [unit({ include: slow })];
  const include = ["src/**/*.test.ts", ARCHITECTURE, "test/conformance/client/**/*.test.ts"];
  const exclude = part === "main" ? [...MOCKING, ...slow] : MOCKING;
  return [unit({ include, exclude }), { extends: true, test: { name: "unit-mocks", include: MOCKING, isolate: true } }];
}

const WITH_A_BUILD = listTagged(FAULTS, "build");
const NOT_NOW = process.env["FAULTS"] === "long" ? [] : LONG_FAULTS;

const faultsProject: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: "faults",
    include: [FAULTS],
    exclude: [...WITH_A_BUILD, ...NOT_NOW],
    globalSetup: [PROGRAM, "test/resilience/figures-setup.ts"],
    // After everything else, and fewer at once: these measure what else happens on the machine, too.
    sequence: { groupOrder: 1 },
    maxWorkers: 2,
  },
};

/** They build a release, and one loads many pages: what is measured elsewhere would wait for it. */
const upgradeProject: TestProjectInlineConfiguration = {
  extends: true,
  test: { name: "upgrade", include: WITH_A_BUILD, exclude: NOT_NOW, sequence: { groupOrder: 3 }, maxWorkers: 2 },
};

/** The main flows in Firefox and WebKit, on the built site. */
const enginesProject: TestProjectInlineConfiguration = {
  extends: true,
  test: { name: "engines", include: ["test/rare/*.engine.ts"], sequence: { groupOrder: 2 }, maxWorkers: 2 },
};

const without = (files: readonly string[], others: readonly string[]): string[] =>
  files.filter((file) => !others.includes(file));

function sqliteFiles(part: Part): { include: string[]; exclude?: string[] } {
  if (part === "rest") return { include: REST };
  return { include: STORIES, exclude: part === "main" ? [...POSTGRES_ONLY, ...REST] : POSTGRES_ONLY };
}

/** In a check run a fleet runs the tests on PostgreSQL that it can, so that `npm test` has the others alone. */
function postgresFiles(part: Part): string[] {
  if (part === "all") return STORIES;
  if (part === "rest") return POSTGRES.filter((file) => REST.includes(file));
  const tests = without(POSTGRES, REST);
  return process.env["CI"] ? tests.filter((file) => ALONE.includes(file)) : tests;
}

function getProjects(part: Part): TestProjectInlineConfiguration[] {
  const projects: TestProjectInlineConfiguration[] = [
    ...unitProjects(part),
    { extends: true, test: { name: "sqlite", ...sqliteFiles(part), globalSetup: PROGRAM, setupFiles: OWNERS } },
    ...(part === "main" ? [] : [faultsProject, enginesProject, upgradeProject]),
  ];
  if (findPostgres()) {
    const setup = {
      globalSetup: [PROGRAM, "test/harness/setup/postgres-setup.ts"],
      setupFiles: ["test/harness/setup/use-postgres.ts", OWNERS],
    };
    projects.push({ extends: true, test: { name: "postgres", include: postgresFiles(part), ...setup } });
  } else if (process.env["CI"]) {
    throw new Error("CI must not skip the tests on PostgreSQL: install its programs.");
  } else {
    process.stdout.write("Skipped: the tests on PostgreSQL, whose programs are not on this machine.\n");
  }
  return FLEET === "off" ? projects : [...projects, fleetProject()];
}

function fleetProject(): TestProjectInlineConfiguration {
  if (!findPostgres()) throw new Error("A fleet takes PostgreSQL's programs.");
  const setup = {
    globalSetup: [PROGRAM, "test/harness/setup/postgres-setup.ts", "test/harness/setup/fleet-setup.ts"],
    setupFiles: ["test/harness/setup/use-postgres.ts", "test/harness/setup/use-fleet.ts", OWNERS],
  };
  const include = FLEET === "on" ? STORIES : without([...POSTGRES, ...SHARED], REST);
  return { extends: true, test: { name: "fleet", include, exclude: ALONE, ...setup } };
}

const getPart = (mode: string): Part => (mode === "main" || mode === "rest" ? mode : "all");

export default defineConfig(({ mode }) => ({
  // React's own part for it is that of production, too.
  oxc: { jsx: { development: false } },
  test: {
    // The account library switches its origin checks off under NODE_ENV=test; tests see what production does.
    env: { NODE_ENV: "production" },
    reporters: [
      "default",
      ["json", { outputFile: `var/results/${FLEET === "off" ? `vitest-${getPart(mode)}` : "fleet"}.json` }],
      new ContractReporter(),
    ],
    // Each worker loads the server once, and not anew for every file: the files share nothing but it.
    isolate: false,
    // Stories wait for databases and clocks: as many workers as processors would leave a part of them idle.
    maxWorkers: 3,
    silent: "passed-only",
    // Ends what hangs. What measures or generates takes minutes, and a loaded machine ten times as long.
    testTimeout: 1_800_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 15_000 } },
    projects: getProjects(getPart(mode)),
  },
}));
