// Reads the commands of docs/operations.md from the document and runs them in copies of the project.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, copyFile, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { type Checkout, copyCheckout } from "#test/harness/processes/checkout.ts";
import { findFreePort } from "#test/harness/processes/free-port.ts";
import { type Cluster, findPostgres, runSql, startPostgres } from "#test/harness/processes/postgres.ts";
import { createTempFolder, startProgram } from "#test/harness/processes/program.ts";
import { getSession } from "#test/harness/responses.ts";
import { createVisitor, type Visitor } from "#test/harness/visitor.ts";
import { formatSeconds, recordFigure } from "./figure.ts";
import { getGuideBlock, readGuide } from "./guide.ts";
import { listSavedIds, saveLoadout, signIn, signUpPerson } from "./people.ts";

/** Blocks that a test cannot run, with what they require; all others run here. */
const NOT_RUN: Readonly<Record<string, string>> = {
  "Compose: install": "a container engine; deploy/try.sh builds and starts the image without one",
  "Compose: back up": "a container engine; backup.fault.ts runs the same command without one",
  "Compose: restore": "a container engine; backup.fault.ts runs its PostgreSQL commands without one",
  "Compose: upgrade": "a container engine; rolling-upgrade.fault.ts replaces two servers in the same order",
  "systemd: install": "systemd and root",
  "systemd: start": "systemd and root",
  "systemd: upgrade": "systemd and root",
  "systemd: back up": "systemd and root",
  "systemd: restore to SQLite": "systemd and root; Restore to SQLite is the same elsewhere",
  "systemd: move to PostgreSQL": "systemd and root; Move to PostgreSQL is the same elsewhere",
};
const NEW_SECRET = ["umask", "touch", "former=", "older=", "mv", "sed", "printf", "npm start"];
const MOVE = ["touch", "admin move", "printf", "npm start"];
const PASSWORD = "of the role fieldlocker";
const ADMINISTRATOR = "of the cluster";
/** Settings with which users can sign up without a mail, from any address. */
const ENVIRONMENT = { EMAIL_VERIFICATION: "optional", TRUSTED_PROXIES: "127.0.0.1" };
const ENDS_WITHIN_MS = 20_000;
const FOLDER = findPostgres();
/** The folder of PostgreSQL's programs, if its clients are installed, too. */
const PROGRAMS = FOLDER !== null && existsSync(join(FOLDER, "pg_restore")) ? FOLDER : null;
if (!PROGRAMS && process.env["CI"]) throw new Error("CI must not skip PostgreSQL: install its programs.");
/** Blocks that need PostgreSQL's programs. */
const POSTGRES_BLOCKS = ["A database for the site", "Move to PostgreSQL", "Restore to PostgreSQL"];

const executedBlocks = new Set<string>();
const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());

type Person = { email: string; ids: ReadonlySet<string> };
type Installation = { folder: string; port: number; file: string; running: ChildProcess | null };

/** Returns the program that a command starts; for npm, the script, and for `npm run admin` its command. */
function getProgram(command: string): string {
  const [, admin] = /npm run admin -- (\S+)/.exec(command) ?? [];
  if (admin) return `admin ${admin}`;
  const [, variable] = /^(\w+)=/.exec(command) ?? [];
  if (variable) return `${variable}=`;
  return command === "npm start" ? command : (command.split(" ")[0] ?? "");
}

/** Creates a copy of the project with its release, as a new installation. */
async function install({ withMessages = true } = {}): Promise<Installation> {
  const checkout: Checkout = resources.use(await copyCheckout({ withRelease: true, withMessages }));
  const installation: Installation = {
    folder: checkout.path,
    port: await findFreePort(),
    file: join(checkout.path, "backup-file"),
    running: null,
  };
  resources.defer(() => stopSite(installation));
  return installation;
}

/** Sends SIGINT to the shell's process group, like Ctrl+C, and waits for its end. */
async function stopSite(installation: Installation): Promise<void> {
  const { running } = installation;
  installation.running = null;
  if (!running?.pid || running.exitCode !== null) return;
  const exit = once(running, "exit", { signal: AbortSignal.timeout(ENDS_WITHIN_MS) });
  process.kill(-running.pid, "SIGINT");
  await exit;
}

/**
 * Runs the commands of a block in one shell. `expected` are their programs, so that a removed command is noticed. If the last
 * command starts the site, resolves when the site responds.
 */
async function runBlock(
  installation: Installation,
  title: string,
  expected: readonly string[],
  { variables = {}, input = "" }: { variables?: Record<string, string>; input?: string } = {},
): Promise<void> {
  const block = getGuideBlock(title);
  executedBlocks.add(block.title);
  expect(block.commands.map(getProgram)).toEqual(expected);
  // The copy already contains the sources of the new release, so nothing has to be pulled.
  const commands = block.commands.filter((command) => command !== "git pull &&");
  const startsSite = commands.at(-1) === "npm start";
  if (startsSite) await stopSite(installation);
  const script = commands
    .join("\n")
    .replaceAll("FILE", `'${installation.file}'`)
    .replaceAll("PASSWORD", encodeURIComponent(PASSWORD))
    .replaceAll("localhost:5432", variables["ADDRESS"] ?? "localhost:5432");
  const site = {
    PORT: String(installation.port),
    STATS_URL: "off",
    LOG_LEVEL: "error",
  };
  const shell = spawn("sh", ["-c", script], {
    cwd: installation.folder,
    env: { ...process.env, ...site, ...ENVIRONMENT, ...variables },
    // Without a terminal, createuser reads the password from stdin.
    detached: true,
  });
  shell.stdin.end(input);
  const stderr = text(shell.stderr);
  const shellExit = once(shell, "exit").then(async ([code]) => {
    if (code !== 0) throw new Error(`"${title}" ended with ${code}: ${await stderr}`);
  });
  if (!startsSite) return shellExit;
  installation.running = shell;
  const siteStart = (async () => {
    for await (const chunk of shell.stdout) if (String(chunk).includes("Fieldlocker is at")) return;
    throw new Error(`"${title}" started no site: ${await stderr}`);
  })();
  await Promise.race([siteStart, shellExit.then(() => siteStart)]);
  shellExit.catch(() => {});
}

const createSiteVisitor = ({ port }: Installation): Visitor => createVisitor(`http://localhost:${port}`);
const readVariables = async ({ folder }: Installation): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await readFile(join(folder, ".env"), "utf8"))
      .split("\n")
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );

/** Returns the permissions of `.env`. */
const getMode = async ({ folder }: Installation): Promise<number> => (await stat(join(folder, ".env"))).mode & 0o777;

/** Creates the files of an earlier site without variables: a database, a generated secret, and `.env` without a final line break. */
async function createEarlierSite({ folder }: Installation): Promise<{ email: string; secret: string }> {
  const varDir = join(folder, "var");
  const [port, databaseUrl] = [await findFreePort(), join(varDir, "fieldlocker.sqlite")];
  await using program = startProgram({ port, folder: varDir, databaseUrl, environment: ENVIRONMENT });
  await program.listening();
  const visitor = createVisitor(`http://localhost:${port}`);
  const { email } = await signUpPerson(visitor);
  expect((await saveLoadout(visitor)).status).toBe(200);
  await writeFile(join(folder, ".env"), "CONTACT=al@example.com");
  return { email, secret: await readFile(join(varDir, "secret"), "utf8") };
}

test("the commands of docs/operations.md lead from an installation to PostgreSQL, with all accounts", async () => {
  const startedAt = performance.now();
  const firstSite = await install({ withMessages: false });
  await writeFile(join(firstSite.folder, ".env"), "CONTACT=al@example.com");
  await runBlock(firstSite, "Install", ["umask", "touch", "printf", "npm start"]);
  expect(Object.keys(await readVariables(firstSite))).toEqual(["CONTACT", "SECRET"]);
  expect(await getMode(firstSite)).toBe(0o600);
  const { response } = await signUpPerson(createSiteVisitor(firstSite));
  expect(response.status).toBe(200);
  await stopSite(firstSite);

  const site = await install();
  const { email, secret } = await createEarlierSite(site);
  await runBlock(site, "Upgrade", ["git", "admin backup", "npm start"]);
  expect(existsSync(site.file)).toBe(true);
  const oldSession = createSiteVisitor(site);
  expect((await signIn(oldSession, email)).status).toBe(200);
  const ids = await listSavedIds(oldSession);
  expect(ids.size).toBe(1);

  await runBlock(site, "New secret, first phase", NEW_SECRET);
  const { SECRET: second, ...others } = await readVariables(site);
  expect(others).toEqual({ CONTACT: "al@example.com", SECRETS_OLD: secret });
  await runBlock(site, "New secret, first phase", NEW_SECRET);
  expect(await readVariables(site)).toMatchObject({ SECRETS_OLD: `${second},${secret}` });
  expect((await getSession(oldSession)).user.email).toBe(email);
  const newSession = createSiteVisitor(site);
  expect((await signIn(newSession, email)).status).toBe(200);
  await runBlock(site, "New secret, second phase", ["sed", "npm start"]);
  expect(Object.keys(await readVariables(site))).toEqual(["CONTACT", "SECRET"]);
  expect(await getSession(oldSession)).toBeNull();
  expect((await getSession(newSession)).user.email).toBe(email);

  site.file = join(site.folder, "backup-file-2");
  const id = crypto.randomUUID();
  expect((await saveLoadout(newSession, id)).status).toBe(200);
  await runBlock(site, "Back up", ["admin backup"]);
  await stopSite(site);

  const otherInstallation = await install();
  otherInstallation.file = site.file;
  await copyFile(join(site.folder, ".env"), join(otherInstallation.folder, ".env"));
  await runBlock(otherInstallation, "Restore to SQLite", ["mkdir", "npm start"]);
  const restored = createSiteVisitor(otherInstallation);
  expect((await signIn(restored, email)).status).toBe(200);
  expect(await listSavedIds(restored)).toEqual(new Set([...ids, id]));
  await stopSite(otherInstallation);

  if (!PROGRAMS) recordFigure("docs/operations.md, PostgreSQL: not tried, its programs are not on this machine");
  else
    await moveToPostgres(
      otherInstallation,
      { email, ids: new Set([...ids, id]) },
      await startPostgres(PROGRAMS, { password: ADMINISTRATOR }),
    );
  recordFigure(
    `docs/operations.md: ${executedBlocks.size} blocks followed in ${formatSeconds(performance.now() - startedAt)}`,
  );
});

async function moveToPostgres(site: Installation, { email, ids }: Person, cluster: Cluster): Promise<void> {
  resources.use(cluster);
  const { hostname: PGHOST, port: PGPORT, username: PGUSER } = new URL(cluster.url);
  const ADDRESS = `${PGHOST}:${PGPORT}`;
  const variables = { PATH: `${PROGRAMS}:${process.env["PATH"]}`, ADDRESS };
  const administrator = { ...variables, PGHOST, PGPORT, PGUSER, PGPASSWORD: ADMINISTRATOR };
  await runBlock(site, "A database for the site", ["createuser", "createdb"], {
    variables: administrator,
    input: `${PASSWORD}\n${PASSWORD}\n`,
  });
  await chmod(join(site.folder, ".env"), 0o644);
  // After a failed move, the site must not start on an empty database.
  const wrong = { ...variables, ADDRESS: `127.0.0.1:${await findFreePort()}` };
  await expect(runBlock(site, "Move to PostgreSQL", MOVE, { variables: wrong })).rejects.toThrow(
    "MOVE_TO: nothing listens",
  );
  expect(await readVariables(site)).not.toHaveProperty("DATABASE_URL");
  await runBlock(site, "Move to PostgreSQL", MOVE, { variables });
  expect(await getMode(site)).toBe(0o600);
  const visitor = createSiteVisitor(site);
  expect((await signIn(visitor, email)).status).toBe(200);
  expect(await listSavedIds(visitor)).toEqual(ids);
  const id = crypto.randomUUID();
  expect((await saveLoadout(visitor, id)).status).toBe(200);
  await expectWrongPasswordRefused(`postgres://fieldlocker:hunter2@${ADDRESS}/fieldlocker`);

  site.file = join(site.folder, "backup-file-3");
  await runBlock(site, "Back up", ["admin backup"], { variables });
  expect((await saveLoadout(visitor)).status).toBe(200);
  await stopSite(site);
  await runSql(cluster.url, "ALTER DATABASE fieldlocker RENAME TO lost");
  await runBlock(site, "Restore to PostgreSQL", ["createdb", "pg_restore"], { variables: administrator });
  const databaseUrl = `postgres://fieldlocker:${encodeURIComponent(PASSWORD)}@${ADDRESS}/fieldlocker`;
  const folder = join(site.folder, "var");
  await using program = startProgram({ port: site.port, folder, databaseUrl, environment: ENVIRONMENT });
  await program.listening();
  const restored = createSiteVisitor(site);
  expect((await signIn(restored, email)).status).toBe(200);
  expect(await listSavedIds(restored)).toEqual(new Set([...ids, id]));
}

/** Expects that a start with a wrong password exits with one line of output, which does not contain the password. */
async function expectWrongPasswordRefused(databaseUrl: string): Promise<void> {
  await using folder = await createTempFolder();
  await using program = startProgram({ port: await findFreePort(), folder: folder.path, databaseUrl });
  const [[code], printed] = await Promise.all([
    once(program.process, "exit", { signal: AbortSignal.timeout(ENDS_WITHIN_MS) }),
    program.process.stderr && text(program.process.stderr),
  ]);
  const refusal = 'refuses the user "fieldlocker". Check the user name and the password.';
  expect([code, printed]).toEqual([1, `DATABASE_URL: ${new URL(databaseUrl).host} ${refusal}\n`]);
}

test("each block of the document runs here or is listed with the reason why not", () => {
  const titles = readGuide().map(({ title }) => title);
  const listed = Object.keys(NOT_RUN).map((title) => getGuideBlock(title).title);
  const withoutPrograms = PROGRAMS ? [] : POSTGRES_BLOCKS.map((title) => getGuideBlock(title).title);
  expect([...executedBlocks, ...listed, ...withoutPrograms].toSorted()).toEqual(titles.toSorted());
});
