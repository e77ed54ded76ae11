// @build
// Two releases behind the shipped proxy, on one PostgreSQL: while the servers are replaced one after the other, every page that is loaded
// gets its scripts and answers, and the earlier release starts anew on the schema of the later one.
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { appendFile, readFile, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, chromium } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { browserLaunch } from "#test/harness/browser/browser.ts";
import { copyCheckout } from "#test/harness/processes/checkout.ts";
import { freePort } from "#test/harness/processes/free-port.ts";
import { postgresFolder, runSql, startPostgres } from "#test/harness/processes/postgres.ts";
import { type Program, startProgram } from "#test/harness/processes/program.ts";
import { figure, isLong } from "./figure.ts";
import { CADDY, startProxy } from "./proxy.ts";

const SCREENS = ["/", "/bf2042", "/bf4", "/login", "/account", "/platoons", "/nowhere"];
/** Those that a mail leads to. */
const LINKED = ["/invite?id=none", "/reset-password?token=none", "/verify-email?error=token_expired"];
const PAGES = [...SCREENS, ...LINKED];
const ROUNDS = isLong ? 50 : 3;
const PROGRAMS = postgresFolder();
/** A migration of the next release alone. */
const LATER = "0001-later";
const UP = `async (db, kind) => {
  await db.schema.alterTable("loadout").addColumn("later", "text").execute();
  const way = kind === "postgres" ? "CONCURRENTLY" : "";
  await sql.raw(\`CREATE INDEX \${way} "loadoutLater" ON "loadout" ("userId", "later")\`).execute(db);
}`;

const folders = new AsyncDisposableStack();
let project: string;
let releases: { old: string; new: string };

/** A copy of the project with the present release, in which the next one, with a migration more, is built. */
beforeAll(async () => {
  if (!CADDY) return;
  project = folders.use(await copyCheckout({ withRelease: true })).path;
  const old = await realpath(join(project, "dist"));
  await appendFile(join(project, "src/web/main.tsx"), '\ndocument.documentElement.dataset["release"] = "new";\n');
  const migrations = ": readonly Migration[] = [";
  const path = join(project, "src/server/database/migrate.ts");
  await change(path, `${migrations}]`, `${migrations}{ name: "${LATER}", up: ${UP} }]`);
  const { status, stderr } = spawnSync(process.execPath, ["scripts/build.ts"], { cwd: project, encoding: "utf8" });
  if (status !== 0) throw new Error(`The next release was not built: ${stderr}`);
  releases = { old, new: await realpath(join(project, "dist")) };
});
afterAll(() => folders.disposeAsync());

async function change(path: string, from: string, to: string): Promise<void> {
  const text = await readFile(path, "utf8");
  if (text.split(from).length !== 2) throw new Error(`${path} does not have one "${from}".`);
  await writeFile(path, text.replace(from, to));
}

test.runIf(CADDY)("a build leaves the release before it alone, and carries its assets along", async () => {
  expect(releases.new).not.toBe(releases.old);
  const [before, after] = [releases.old, releases.new].map((release) =>
    readdirSync(join(release, "web/assets"), { recursive: true, encoding: "utf8" }),
  );
  if (!before || !after) throw new Error("A release has no assets.");
  expect(before.filter((name) => !existsSync(join(releases.new, "web/assets", name)))).toEqual([]);
  expect(after.length).toBeGreaterThan(before.length);
});

test.runIf(CADDY && PROGRAMS)("every page is loaded with its scripts while the servers are replaced", async () => {
  if (!PROGRAMS) return;
  await using opened = new AsyncDisposableStack();
  const { url: databaseUrl } = opened.use(await startPostgres(PROGRAMS));
  const origin = `https://localhost:${await freePort()}`;
  const ports = [await freePort(), await freePort()];
  const folder = join(project, "var");
  const start = async (port: number, release: string): Promise<Program> => {
    const environment = {
      ORIGIN: origin,
      SECRET: "of both servers, and of every release",
      SMTP_URL: "smtp://127.0.0.1:9",
    };
    const place = { port, folder, databaseUrl, path: join(release, "server/main.js") };
    const program = startProgram({ ...place, environment: { ...environment, MAIL_FROM: "site@example.com" } });
    await program.listening();
    return program;
  };
  const servers = await Promise.all(ports.map((port) => start(port, releases.old)));
  opened.defer(async () => void (await Promise.all(servers.map((server) => server.kill()))));
  opened.use(await startProxy({ origin, ports, folder: join(project, "proxy") }));
  // The proxy takes them for two clients.
  const clients = await Promise.all(["127.0.0.1", "[::1]"].map((address) => launch(address)));
  opened.defer(async () => void (await Promise.all(clients.map((browser) => browser.close()))));

  const loads: Load[] = [];
  const replace = async (index: number, release: string) => {
    const [server, port] = [servers[index], ports[index]];
    if (!server || port === undefined) return;
    const ended = once(server.process, "exit");
    server.process.kill("SIGTERM");
    await ended;
    servers[index] = await start(port, release);
    // Until the proxy has seen that it is ready.
    await sleep(3000);
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    // Both releases are behind the proxy from the first round to the last; in between that of before starts anew.
    const replacing =
      round === 0 ? replace(0, releases.new) : replace(1, round < ROUNDS - 1 ? releases.old : releases.new);
    await Promise.all(
      clients.map(async (browser, client) => {
        // In opposite orders, so that one of the two loads each page early in a replacement, and one late.
        for (const path of client === 0 ? PAGES : PAGES.toReversed()) loads.push(await load(browser, origin + path));
      }),
    );
    await replacing;
    const later = await runSql(databaseUrl, `SELECT name FROM kysely_schema_migration WHERE name = '${LATER}'`);
    expect(later).toEqual([{ name: LATER }]);
  }
  expect(loads.filter(({ failed, isReady }) => failed.length > 0 || !isReady)).toEqual([]);
  expect(new Set(loads.map(({ release }) => release))).toEqual(new Set(["old", "new"]));
  figure(
    `rolling upgrade: ${loads.length} of ${loads.length} loads of ${PAGES.length} pages got their scripts, 0 requests failed`,
  );
});

type Load = { url: string; isReady: boolean; release: string; failed: string[] };

/** Loads a page in a browser that knows nothing yet; `failed` are the requests without an answer, or refused. */
async function load(browser: Browser, url: string): Promise<Load> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, serviceWorkers: "block" });
  const page = await context.newPage();
  const failed: string[] = [];
  page.on("response", (answer) => {
    const isRefused = answer.status() >= 500 || (answer.status() === 404 && answer.url().includes("/assets/"));
    if (isRefused) failed.push(`${answer.status()} ${answer.url()}`);
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

const launch = (address: string): Promise<Browser> =>
  chromium.launch(browserLaunch([`--host-resolver-rules=MAP localhost ${address}`]));
