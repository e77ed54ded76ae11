// Follows docs/operations.md to the letter: its commands are read from the document and run in copies of the project.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, copyFile, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { getSession } from "#test/harness/answers.ts";
import { type Checkout, copyCheckout } from "#test/harness/processes/checkout.ts";
import { freePort } from "#test/harness/processes/free-port.ts";
import { type Cluster, postgresFolder, runSql, startPostgres } from "#test/harness/processes/postgres.ts";
import { folderOfItsOwn, startProgram } from "#test/harness/processes/program.ts";
import { createVisitor, type Visitor } from "#test/harness/visitor.ts";
import { figure, seconds } from "./figure.ts";
import { getGuideBlock, readGuide } from "./guide.ts";
import { newPerson, save, savedIds, signIn } from "./people.ts";

/** Blocks that need what a test cannot have, and why. Any other is run here. */
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
/** People sign up without a mail, from any address. */
const ENVIRONMENT = { EMAIL_VERIFICATION: "optional", TRUSTED_PROXIES: "127.0.0.1" };
const ENDS_WITHIN_MS = 20_000;
const FOLDER = postgresFolder();
/** Where PostgreSQL's programs are, its clients among them. */
const PROGRAMS = FOLDER !== null && existsSync(join(FOLDER, "pg_restore")) ? FOLDER : null;
if (!PROGRAMS && process.env["CI"]) throw new Error("CI must not skip PostgreSQL: install its programs.");
/** Blocks that take them. */
const OF_POSTGRES = ["A database for the site", "Move to PostgreSQL", "Restore to PostgreSQL"];

const followed = new Set<string>();
const opened = new AsyncDisposableStack();
afterAll(() => opened.disposeAsync());

type Person = { email: string; ids: ReadonlySet<string> };
type Installation = { folder: string; port: number; file: string; running: ChildProcess | null };

/** The program that a command starts; of npm, the script, and the command of `npm run admin`. */
function getProgram(command: string): string {
  const [, admin] = /npm run admin -- (\S+)/.exec(command) ?? [];
  if (admin) return `admin ${admin}`;
  const [, variable] = /^(\w+)=/.exec(command) ?? [];
  if (variable) return `${variable}=`;
  return command === "npm start" ? command : (command.split(" ")[0] ?? "");
}

/** As after a clone: compiling the messages once more shows nothing new. */
async function install({ withMessages = true } = {}): Promise<Installation> {
  const checkout: Checkout = opened.use(await copyCheckout({ withRelease: true, withMessages }));
  const installation: Installation = {
    folder: checkout.path,
    port: await freePort(),
    file: join(checkout.path, "backup-file"),
    running: null,
  };
  opened.defer(() => end(installation));
  return installation;
}

/** Ctrl+C for everything that the shell began. */
async function end(installation: Installation): Promise<void> {
  const { running } = installation;
  installation.running = null;
  if (!running?.pid || running.exitCode !== null) return;
  const ended = once(running, "exit", { signal: AbortSignal.timeout(ENDS_WITHIN_MS) });
  process.kill(-running.pid, "SIGINT");
  await ended;
}

/**
 * Runs the commands of a block in one shell as they are pasted; `expected` are their programs, so that a command that
 * leaves the document is missed. Where the last one starts the site, resolves when it answers.
 */
async function follow(
  installation: Installation,
  title: string,
  expected: readonly string[],
  { variables = {}, input = "" }: { variables?: Record<string, string>; input?: string } = {},
): Promise<void> {
  const block = getGuideBlock(title);
  followed.add(block.title);
  expect(block.commands.map(getProgram)).toEqual(expected);
  // The checkout is what a pull leaves: the sources of the new release, and nothing that is made of them.
  const commands = block.commands.filter((command) => command !== "git pull &&");
  const startsSite = commands.at(-1) === "npm start";
  if (startsSite) await end(installation);
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
    // Without a terminal of its own, createuser reads the password from its input.
    detached: true,
  });
  shell.stdin.end(input);
  const stderr = text(shell.stderr);
  const ended = once(shell, "exit").then(async ([code]) => {
    if (code !== 0) throw new Error(`"${title}" ended with ${code}: ${await stderr}`);
  });
  if (!startsSite) return ended;
  installation.running = shell;
  const answers = (async () => {
    for await (const chunk of shell.stdout) if (String(chunk).includes("Fieldlocker is at")) return;
    throw new Error(`"${title}" started no site: ${await stderr}`);
  })();
  await Promise.race([answers, ended.then(() => answers)]);
  ended.catch(() => {});
}

const visit = ({ port }: Installation): Visitor => createVisitor(`http://localhost:${port}`);
const readVariables = async ({ folder }: Installation): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await readFile(join(folder, ".env"), "utf8"))
      .split("\n")
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );

/** The rights of the file of variables. */
const getMode = async ({ folder }: Installation): Promise<number> => (await stat(join(folder, ".env"))).mode & 0o777;

/** What a site without variables leaves behind: its database, the secret it made, and no line break at the end of `.env`. */
async function leaveSite({ folder }: Installation): Promise<{ email: string; secret: string }> {
  const varDir = join(folder, "var");
  const [port, databaseUrl] = [await freePort(), join(varDir, "fieldlocker.sqlite")];
  await using program = startProgram({ port, folder: varDir, databaseUrl, environment: ENVIRONMENT });
  await program.listening();
  const visitor = createVisitor(`http://localhost:${port}`);
  const { email } = await newPerson(visitor);
  expect((await save(visitor)).status).toBe(200);
  await writeFile(join(folder, ".env"), "CONTACT=al@example.com");
  return { email, secret: await readFile(join(varDir, "secret"), "utf8") };
}

test("docs/operations.md leads from an installation to PostgreSQL, with everybody there", async () => {
  const began = performance.now();
  const first = await install({ withMessages: false });
  await writeFile(join(first.folder, ".env"), "CONTACT=al@example.com");
  await follow(first, "Install", ["umask", "touch", "printf", "npm start"]);
  expect(Object.keys(await readVariables(first))).toEqual(["CONTACT", "SECRET"]);
  expect(await getMode(first)).toBe(0o600);
  const { answer } = await newPerson(visit(first));
  expect(answer.status).toBe(200);
  await end(first);

  const site = await install();
  const { email, secret } = await leaveSite(site);
  await follow(site, "Upgrade", ["git", "admin backup", "npm start"]);
  expect(existsSync(site.file)).toBe(true);
  const robin = visit(site);
  expect((await signIn(robin, email)).status).toBe(200);
  const ids = await savedIds(robin);
  expect(ids.size).toBe(1);

  await follow(site, "New secret, first phase", NEW_SECRET);
  const { SECRET: second, ...others } = await readVariables(site);
  expect(others).toEqual({ CONTACT: "al@example.com", SECRETS_OLD: secret });
  await follow(site, "New secret, first phase", NEW_SECRET);
  expect(await readVariables(site)).toMatchObject({ SECRETS_OLD: `${second},${secret}` });
  expect((await getSession(robin)).user.email).toBe(email);
  const later = visit(site);
  expect((await signIn(later, email)).status).toBe(200);
  await follow(site, "New secret, second phase", ["sed", "npm start"]);
  expect(Object.keys(await readVariables(site))).toEqual(["CONTACT", "SECRET"]);
  expect(await getSession(robin)).toBeNull();
  expect((await getSession(later)).user.email).toBe(email);

  site.file = join(site.folder, "backup-file-2");
  const id = crypto.randomUUID();
  expect((await save(later, id)).status).toBe(200);
  await follow(site, "Back up", ["admin backup"]);
  await end(site);

  const elsewhere = await install();
  elsewhere.file = site.file;
  await copyFile(join(site.folder, ".env"), join(elsewhere.folder, ".env"));
  await follow(elsewhere, "Restore to SQLite", ["mkdir", "npm start"]);
  const restored = visit(elsewhere);
  expect((await signIn(restored, email)).status).toBe(200);
  expect(await savedIds(restored)).toEqual(new Set([...ids, id]));
  await end(elsewhere);

  if (!PROGRAMS) figure("docs/operations.md, PostgreSQL: not tried, its programs are not on this machine");
  else
    await moveThere(
      elsewhere,
      { email, ids: new Set([...ids, id]) },
      await startPostgres(PROGRAMS, { password: ADMINISTRATOR }),
    );
  figure(`docs/operations.md: ${followed.size} blocks followed in ${seconds(performance.now() - began)}`);
});

async function moveThere(site: Installation, { email, ids }: Person, cluster: Cluster): Promise<void> {
  opened.use(cluster);
  const { hostname: PGHOST, port: PGPORT, username: PGUSER } = new URL(cluster.url);
  const ADDRESS = `${PGHOST}:${PGPORT}`;
  const variables = { PATH: `${PROGRAMS}:${process.env["PATH"]}`, ADDRESS };
  const administrator = { ...variables, PGHOST, PGPORT, PGUSER, PGPASSWORD: ADMINISTRATOR };
  await follow(site, "A database for the site", ["createuser", "createdb"], {
    variables: administrator,
    input: `${PASSWORD}\n${PASSWORD}\n`,
  });
  await chmod(join(site.folder, ".env"), 0o644);
  // A move that fails leaves the site where it is: it does not start on an empty database.
  const wrong = { ...variables, ADDRESS: `127.0.0.1:${await freePort()}` };
  await expect(follow(site, "Move to PostgreSQL", MOVE, { variables: wrong })).rejects.toThrow(
    "MOVE_TO: nothing listens",
  );
  expect(await readVariables(site)).not.toHaveProperty("DATABASE_URL");
  await follow(site, "Move to PostgreSQL", MOVE, { variables });
  expect(await getMode(site)).toBe(0o600);
  const visitor = visit(site);
  expect((await signIn(visitor, email)).status).toBe(200);
  expect(await savedIds(visitor)).toEqual(ids);
  const id = crypto.randomUUID();
  expect((await save(visitor, id)).status).toBe(200);
  await refuseWrongPassword(`postgres://fieldlocker:hunter2@${ADDRESS}/fieldlocker`);

  site.file = join(site.folder, "backup-file-3");
  await follow(site, "Back up", ["admin backup"], { variables });
  expect((await save(visitor)).status).toBe(200);
  await end(site);
  await runSql(cluster.url, "ALTER DATABASE fieldlocker RENAME TO lost");
  await follow(site, "Restore to PostgreSQL", ["createdb", "pg_restore"], { variables: administrator });
  const databaseUrl = `postgres://fieldlocker:${encodeURIComponent(PASSWORD)}@${ADDRESS}/fieldlocker`;
  const folder = join(site.folder, "var");
  await using program = startProgram({ port: site.port, folder, databaseUrl, environment: ENVIRONMENT });
  await program.listening();
  const restored = visit(site);
  expect((await signIn(restored, email)).status).toBe(200);
  expect(await savedIds(restored)).toEqual(new Set([...ids, id]));
}

/** A start with a wrong password ends, and prints one line, which does not have it. */
async function refuseWrongPassword(databaseUrl: string): Promise<void> {
  await using folder = await folderOfItsOwn();
  await using program = startProgram({ port: await freePort(), folder: folder.path, databaseUrl });
  const [[code], printed] = await Promise.all([
    once(program.process, "exit", { signal: AbortSignal.timeout(ENDS_WITHIN_MS) }),
    program.process.stderr && text(program.process.stderr),
  ]);
  const refusal = 'refuses the user "fieldlocker". Check the user name and the password.';
  expect([code, printed]).toEqual([1, `DATABASE_URL: ${new URL(databaseUrl).host} ${refusal}\n`]);
}

test("each block of the document is run here, or is listed with the reason why not", () => {
  const titles = readGuide().map(({ title }) => title);
  const listed = Object.keys(NOT_RUN).map((title) => getGuideBlock(title).title);
  const byPostgres = PROGRAMS ? [] : OF_POSTGRES.map((title) => getGuideBlock(title).title);
  expect([...followed, ...listed, ...byPostgres].toSorted()).toEqual(titles.toSorted());
});
