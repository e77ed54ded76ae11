// @build
// Two releases run behind the shipped proxy on one PostgreSQL. While the servers are replaced one after the other, every page gets its
// scripts and responses, and the earlier release can restart on the schema of the later one.
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { appendFile, readFile, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, chromium } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getLaunchOptions } from "#test/harness/browser/browser.ts";
import { copyCheckout } from "#test/harness/processes/checkout.ts";
import { findFreePort } from "#test/harness/processes/free-port.ts";
import { findPostgres, runSql, startPostgres } from "#test/harness/processes/postgres.ts";
import { type Program, startProgram } from "#test/harness/processes/program.ts";
import { isLong, recordFigure } from "./figure.ts";
import { CADDY, startProxy } from "./proxy.ts";

const SCREENS = ["/", "/bf2042", "/bf4", "/login", "/account", "/platoons", "/nowhere"];
/** Pages that mails link to. */
const LINKED = ["/invite?id=none", "/reset-password?token=none", "/verify-email?error=token_expired"];
const PAGES = [...SCREENS, ...LINKED];
const ROUNDS = isLong ? 50 : 3;
const PROGRAMS = findPostgres();
/** A migration that only the next release has. */
const NEXT_MIGRATION = "0001-later";
const MIGRATION_CODE = `async (db, kind) => {
  await db.schema.alterTable("loadout").addColumn("later", "text").execute();
  const way = kind === "postgres" ? "CONCURRENTLY" : "";
  await sql.raw(\`CREATE INDEX \${way} "loadoutLater" ON "loadout" ("userId", "later")\`).execute(db);
}`;

const folders = new AsyncDisposableStack();
let project: string;
let releases: { old: string; new: string };

/** Copies the project with the present release, and builds the next one with an additional migration. */
beforeAll(async () => {
  if (!CADDY) return;
  project = folders.use(await copyCheckout({ withRelease: true })).path;
  const old = await realpath(join(project, "dist"));
  await appendFile(join(project, "src/web/main.tsx"), '\ndocument.documentElement.dataset["release"] = "new";\n');
  const migrations = ": readonly Migration[] = [";
  const path = join(project, "src/server/database/migrate.ts");
  await replaceInFile(path, `${migrations}]`, `${migrations}{ name: "${NEXT_MIGRATION}", up: ${MIGRATION_CODE} }]`);
  const { status, stderr } = spawnSync(process.execPath, ["scripts/build.ts"], { cwd: project, encoding: "utf8" });
  if (status !== 0) throw new Error(`The next release was not built: ${stderr}`);
  releases = { old, new: await realpath(join(project, "dist")) };
});
afterAll(() => folders.disposeAsync());

async function replaceInFile(path: string, from: string, to: string): Promise<void> {
  const text = await readFile(path, "utf8");
  if (text.split(from).length !== 2) throw new Error(`${path} does not have one "${from}".`);
  await writeFile(path, text.replace(from, to));
}

test.runIf(CADDY)("a build does not change the previous release, and carries its assets over", async () => {
  expect(releases.new).not.toBe(releases.old);
  const [before, after] = [releases.old, releases.new].map((release) =>
    readdirSync(join(release, "web/assets"), { recursive: true, encoding: "utf8" }),
  );
  if (!before || !after) throw new Error("A release has no assets.");
  expect(before.filter((name) => !existsSync(join(releases.new, "web/assets", name)))).toEqual([]);
  expect(after.length).toBeGreaterThan(before.length);
});

test.runIf(CADDY && PROGRAMS)("every page loads with its scripts while the servers are replaced", async () => {
  if (!PROGRAMS) return;
  await using resources = new AsyncDisposableStack();
  const { url: databaseUrl } = resources.use(await startPostgres(PROGRAMS));
  const origin = `https://localhost:${await findFreePort()}`;
  const ports = [await findFreePort(), await findFreePort()];
  const folder = join(project, "var");
  const start = async (port: number, release: string): Promise<Program> => {
    const environment = {
      ORIGIN: origin,
      SECRET: "of both servers, and of every release",
      SMTP_URL: "smtp://127.0.0.1:9",
    };
    const options = { port, folder, databaseUrl, path: join(release, "server/main.js") };
    const program = startProgram({ ...options, environment: { ...environment, MAIL_FROM: "site@example.com" } });
    await program.listening();
    return program;
  };
  const servers = await Promise.all(ports.map((port) => start(port, releases.old)));
  resources.defer(async () => void (await Promise.all(servers.map((server) => server.kill()))));
  resources.use(await startProxy({ origin, ports, folder: join(project, "proxy") }));
  // The proxy treats the two addresses as two clients.
  const clients = await Promise.all(["127.0.0.1", "[::1]"].map((address) => launchBrowser(address)));
  resources.defer(async () => void (await Promise.all(clients.map((browser) => browser.close()))));

  const loads: Load[] = [];
  const replace = async (index: number, release: string) => {
    const [server, port] = [servers[index], ports[index]];
    if (!server || port === undefined) return;
    const exit = once(server.process, "exit");
    server.process.kill("SIGTERM");
    await exit;
    servers[index] = await start(port, release);
    // Wait until the proxy has noticed that the server is ready.
    await sleep(3000);
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    // From the first to the last round both releases run behind the proxy; in between, the earlier release restarts.
    const replacing =
      round === 0 ? replace(0, releases.new) : replace(1, round < ROUNDS - 1 ? releases.old : releases.new);
    await Promise.all(
      clients.map(async (browser, client) => {
        // Opposite orders, so that each page is loaded both early and late during a replacement.
        for (const path of client === 0 ? PAGES : PAGES.toReversed())
          loads.push(await loadPage(browser, origin + path));
      }),
    );
    await replacing;
    const appliedMigrations = await runSql(
      databaseUrl,
      `SELECT name FROM kysely_schema_migration WHERE name = '${NEXT_MIGRATION}'`,
    );
    expect(appliedMigrations).toEqual([{ name: NEXT_MIGRATION }]);
  }
  expect(loads.filter(({ failed, isReady }) => failed.length > 0 || !isReady)).toEqual([]);
  expect(new Set(loads.map(({ release }) => release))).toEqual(new Set(["old", "new"]));
  recordFigure(
    `rolling upgrade: ${loads.length} of ${loads.length} loads of ${PAGES.length} pages got their scripts, 0 requests failed`,
  );
});

type Load = { url: string; isReady: boolean; release: string; failed: string[] };

/** Loads a page in a new browser context; `failed` are requests without a response or with an error. */
async function loadPage(browser: Browser, url: string): Promise<Load> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, serviceWorkers: "block" });
  const page = await context.newPage();
  const failed: string[] = [];
  page.on("response", (response) => {
    const isRefused = response.status() >= 500 || (response.status() === 404 && response.url().includes("/assets/"));
    if (isRefused) failed.push(`${response.status()} ${response.url()}`);
  });
  page.on("requestfailed", (request) => failed.push(`${request.failure()?.errorText} ${request.url()}`));
  await page.goto(url);
  const isReady = await page
    .locator("html[data-ready]")
    .waitFor({ state: "attached", timeout: 10_000 })
    .then(
      () => true,
      () => false,
    );
  const release = (await page.locator("html").getAttribute("data-release")) ?? "old";
  page.removeAllListeners();
  await context.close();
  return { url, isReady, release, failed };
}

const launchBrowser = (address: string): Promise<Browser> =>
  chromium.launch(getLaunchOptions([`--host-resolver-rules=MAP localhost ${address}`]));
