import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { ContractReporter } from "#test/conformance/reporter.ts";
import { postgresFolder } from "#test/harness/processes/postgres.ts";
import { redisProgram } from "#test/harness/processes/redis.ts";

/** "on": `npm run fleet`; "shared", of `npm run test:rest`: what several processes share, and what a second database changes. */
const FLEET = process.env["FLEET"] ?? "off";
/** What `npm test` leaves to `npm run test:rest` (--mode main and --mode rest); any other mode runs everything. */
type Part = "main" | "rest" | "all";
const PROGRAM = "test/harness/setup/program-setup.ts";
/** Fails a file in which the product visits a large table without naming whose rows it means. */
const OWNERS = "test/harness/setup/require-owners.ts";
const STORIES = ["test/integration/**/*.test.ts", "test/conformance/server/**/*.test.ts"];

/** They replace modules, which another file of the same worker may have loaded already: each runs in a worker of its own. */
const MOCKING = globSync("src/**/*.test.ts").filter((path) => readFileSync(path, "utf8").includes("vi.mock("));

/** 100,000 loadouts, judged twice. */
const SLOW_UNIT = "test/architecture/loadout-compatibility.test.ts";

function unitProjects(part: Part): TestProjectInlineConfiguration[] {
  const unit = (files: { include: string[]; exclude?: string[] }) =>
    ({ extends: true, test: { name: "unit", ...files } }) as const;
  if (part === "rest") return [unit({ include: [SLOW_UNIT] })];
  const include = ["src/**/*.test.ts", "test/architecture/**/*.test.ts", "test/conformance/client/**/*.test.ts"];
  const exclude = part === "main" ? [...MOCKING, SLOW_UNIT] : MOCKING;
  return [unit({ include, exclude }), { extends: true, test: { name: "unit-mocks", include: MOCKING, isolate: true } }];
}

const asFaults = (names: readonly string[]): string[] => names.map((name) => `test/resilience/${name}.fault.ts`);
const WITH_A_BUILD = asFaults(["rolling-upgrade", "reproducible-build"]);
/** In `npm run faults` alone: they take a minute each, for what only developers meet and what the tools of the build alone change. */
const LONG_ONLY = process.env["FAULTS"] === "long" ? [] : asFaults(["dev-server", "reproducible-build"]);

const faultsProject: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: "faults",
    include: ["test/resilience/**/*.fault.ts"],
    exclude: [...WITH_A_BUILD, ...LONG_ONLY],
    globalSetup: [PROGRAM, "test/resilience/figures-setup.ts"],
    // After everything else, and fewer at once: these measure what else happens on the machine, too.
    sequence: { groupOrder: 1 },
    maxWorkers: 2,
  },
};

/** They build a release, and one loads many pages: what is measured elsewhere would wait for it. */
const upgradeProject: TestProjectInlineConfiguration = {
  extends: true,
  test: { name: "upgrade", include: WITH_A_BUILD, exclude: LONG_ONLY, sequence: { groupOrder: 3 }, maxWorkers: 2 },
};

/** The main flows in Firefox and WebKit, on the built site. */
const enginesProject: TestProjectInlineConfiguration = {
  extends: true,
  test: { name: "engines", include: ["test/rare/*.engine.ts"], sequence: { groupOrder: 2 }, maxWorkers: 2 },
};

const asFiles = (names: readonly string[]): string[] => names.map((name) => `test/${name}.test.ts`);

const BACKUP = "test/integration/backup.test.ts";
/** An upgrade of PostgreSQL's tables. */
const OWNER_KEYS = "test/integration/owner-keys.test.ts";

/** Thousands of generated requests: hostile ones, and ones that are answered in two ways and compared. */
const GENERATED = asFiles([
  "integration/hostile-input",
  "integration/one-figure",
  "integration/queries-two-ways",
  "integration/session-two-ways",
]);

/** Too slow for each commit: timings. */
const SLOW = asFiles(["integration/enumeration", "integration/session-call-times"]);

/** Where PostgreSQL does what Redis does in a fleet: notifications, limits, sessions that end elsewhere; and what no fleet runs. */
const POSTGRES_ALONE = asFiles([
  "integration/database",
  "integration/health",
  "integration/jobs",
  "integration/library-adapter",
  "integration/limits",
  "integration/messages",
  "integration/owner-keys",
  "integration/revocation-races",
  "integration/streams",
  "integration/wrong-configurations",
]);

/** What else a second database can change: SQL, transactions, races, locks, quotas counted while others write. */
const DATABASE_BOUND = asFiles([
  "conformance/server/account-deletion",
  "conformance/server/account-failing-database",
  "integration/account-data",
  "integration/detached-address",
  "integration/goals",
  "integration/invitation-standing",
  "integration/loadouts",
  "integration/locker",
  "integration/locker-import",
  "integration/names",
  "integration/outbox",
  "integration/platoon-board",
  "integration/platoon-deletion",
  "integration/platoon-feed",
  "integration/platoon-members",
  "integration/platoon-owners",
  "integration/platoon-squads",
  "integration/progress",
  "integration/purge",
  "integration/share-codes",
  "integration/shares",
  "integration/soldiers",
]);

function sqliteFiles(part: Part): { include: string[]; exclude?: string[] } {
  const late = [...GENERATED, ...SLOW];
  if (part === "all") return { include: STORIES, exclude: [OWNER_KEYS] };
  return part === "main" ? { include: STORIES, exclude: [OWNER_KEYS, ...late] } : { include: late };
}

/** `npm run fleet` runs everything on PostgreSQL, too, but for NOT_OF_A_FLEET; CI runs a part of it (FLEET=shared). */
function postgresFiles(part: Part, hasDump: boolean): { include: string[]; exclude?: string[] } {
  if (part === "main") return { include: process.env["CI"] ? POSTGRES_ALONE : [...POSTGRES_ALONE, ...DATABASE_BOUND] };
  const exclude = hasDump ? [] : [BACKUP];
  const include = part === "all" ? STORIES : [...GENERATED, BACKUP];
  return { include, exclude };
}

function getProjects(part: Part): TestProjectInlineConfiguration[] {
  const projects: TestProjectInlineConfiguration[] = [
    ...unitProjects(part),
    { extends: true, test: { name: "sqlite", ...sqliteFiles(part), globalSetup: PROGRAM, setupFiles: OWNERS } },
    ...(part === "main" ? [] : [faultsProject, enginesProject, upgradeProject]),
  ];
  const programs = postgresFolder();
  const hasDump = programs !== null && existsSync(join(programs, "pg_dump"));
  if (process.env["CI"] && !hasDump) {
    throw new Error("CI must not skip the tests on PostgreSQL: install its programs, pg_dump among them.");
  } else if (programs) {
    if (!hasDump && part !== "main") process.stdout.write(`Skipped: ${BACKUP} on PostgreSQL, which takes pg_dump.\n`);
    const setup = {
      globalSetup: [PROGRAM, "test/harness/setup/postgres-setup.ts"],
      setupFiles: ["test/harness/setup/use-postgres.ts", OWNERS],
    };
    projects.push({ extends: true, test: { name: "postgres", ...postgresFiles(part, hasDump), ...setup } });
  } else {
    process.stdout.write("Skipped: the tests on PostgreSQL, whose programs are not on this machine.\n");
  }
  return FLEET === "off" ? projects : [...projects, fleetProject()];
}

/** Sessions, locks, limits, jobs and sign-ins that begin in one process and go on in another. */
const SHARED = asFiles([
  "conformance/server/account-session-cache",
  "conformance/server/account-sessions",
  "conformance/server/provider-linking",
  "integration/account-takeover",
  "integration/locks",
  "integration/merge-room",
  "integration/operations",
  "integration/person-limits",
  "integration/races",
  "integration/redis-limits",
  "integration/soldier-readings",
]);

const NOT_OF_A_FLEET = asFiles([
  // No server, or the program itself with settings of its own.
  "integration/library-adapter",
  "integration/messages",
  "integration/metrics",
  "integration/owner-keys",
  "integration/process",
  "integration/traces",
  "integration/wrong-configurations",
  // The same requests and timings, however many processes answer them.
  "integration/enumeration",
  "integration/hostile-input",
  "integration/one-figure",
  "integration/session-call-times",
  "integration/session-calls",
  // Two HTTP servers of their own in the test's process.
  "integration/queries-two-ways",
  "integration/session-two-ways",
  // What happens within one request to a provider, whichever process answers it. Several processes share the state of a
  // sign-in in provider-linking and provider-different-emails.
  "conformance/server/key-sets",
  "conformance/server/provider-accounts",
  "conformance/server/provider-errors",
  "conformance/server/provider-faults",
  "conformance/server/providers",
]);

function fleetProject(): TestProjectInlineConfiguration {
  if (!postgresFolder() || !redisProgram()) throw new Error("A fleet takes PostgreSQL's programs and redis-server.");
  const setup = {
    globalSetup: [PROGRAM, "test/harness/setup/postgres-setup.ts", "test/harness/setup/fleet-setup.ts"],
    setupFiles: ["test/harness/setup/use-postgres.ts", "test/harness/setup/use-fleet.ts", OWNERS],
  };
  const include = FLEET === "on" ? STORIES : [...DATABASE_BOUND, ...POSTGRES_ALONE, ...SHARED];
  return { extends: true, test: { name: "fleet", include, exclude: NOT_OF_A_FLEET, ...setup } };
}

const getPart = (mode: string): Part => (mode === "main" || mode === "rest" ? mode : "all");

export default defineConfig(({ mode }) => ({
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
    projects: getProjects(getPart(mode)),
  },
}));
