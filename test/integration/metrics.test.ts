// @alone
// The metrics that Prometheus receives.
import { expect, test, vi } from "vitest";
import { getRouteKind } from "#server/observer.ts";
import { freePort } from "#test/harness/processes/free-port.ts";
import { folderOfItsOwn, type Program, startProgram } from "#test/harness/processes/program.ts";
import { lastingDatabaseUrl } from "#test/harness/processes/test-database.ts";
import { createVisitor } from "#test/harness/visitor.ts";

const soon = { timeout: 15_000, interval: 100 };

type Measured = Program & { metricsPort: number; origin: string };

async function measured(environment: Record<string, string>): Promise<Measured> {
  const folder = await folderOfItsOwn();
  const databaseUrl = await lastingDatabaseUrl(folder.path);
  const [port, metricsPort] = [await freePort(), await freePort()];
  const own = { METRICS_PORT: String(metricsPort), ...environment };
  const program = startProgram({ port, folder: folder.path, databaseUrl, environment: own });
  await program.listening();
  return {
    ...program,
    metricsPort,
    origin: `http://localhost:${port}`,
    async [Symbol.asyncDispose]() {
      await program.kill();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const fetchMetrics = async ({ metricsPort }: Measured): Promise<string> =>
  (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();

/** The value of a line, 0 where there is none. */
const figureIn = (text: string, line: string): number =>
  Number(
    text
      .split("\n")
      .find((it) => it.startsWith(`${line} `))
      ?.slice(line.length + 1) ?? 0,
  );

test("the kinds of address are a handful, and none names anybody", () => {
  const kinds = {
    "/": "page",
    "/loadouts/8f3a?x=1": "page",
    "/favicon.svg": "file",
    "/assets/index-1a2b.js": "file",
    "/api/trpc/loadout.list?input=1": "data",
    "/api/auth/get-session": "session",
    "/api/auth/reset-password/the-token": "account",
    "/api/avatar/8f3a": "picture",
    "/pictures/loadout.png?l=1": "picture",
    "/api/health/live": "health",
    "/api/none": "other",
  };
  for (const [address, kind] of Object.entries(kinds))
    expect([address, getRouteKind(address)]).toEqual([address, kind]);
});

test("the program reports requests, statements, work and itself on a port of this machine", async () => {
  await using program = await measured({});
  const visitor = createVisitor(program.origin);
  await visitor.post("/api/auth/sign-in/anonymous");
  for (let time = 0; time < 20; time += 1) await visitor.fetch("/api/auth/get-session");
  await visitor.fetch("/api/auth/reset-password/the-token");
  await visitor.fetch("/api/trpc/loadout.list?input=broken");
  const session = 'fieldlocker_request_seconds_count{kind="session",status="2xx"}';
  await vi.waitUntil(async () => figureIn(await fetchMetrics(program), session) === 20, soon);
  const text = await fetchMetrics(program);
  expect(figureIn(text, 'fieldlocker_request_seconds_count{kind="data",status="4xx"}')).toBe(1);
  expect(figureIn(text, 'fieldlocker_statement_seconds_count{outcome="done"}')).toBeGreaterThan(0);
  expect(figureIn(text, 'fieldlocker_part_up{part="database"}')).toBe(1);
  expect(text).toContain('fieldlocker_due{what="mail"} 0');
  const freeBytes = figureIn(text, "fieldlocker_database_free_bytes");
  // Of PostgreSQL's disk this process has no figure.
  expect(freeBytes > 0).toBe(!process.env["TEST_DATABASE"]);
  expect(text).toMatch(/^fieldlocker_mails_pending 0$/m);
  expect(text).toMatch(/^fieldlocker_mails_oldest_seconds 0$/m);
  expect(text).toMatch(/^fieldlocker_mails_dead 0$/m);
  expect(text).toContain('fieldlocker_mails_total{outcome="failed"} 0');
  expect(text).toContain("fieldlocker_watchers 0");
  const processes = text.match(/^fieldlocker_info\{release="\d+\.\d+\.\d+[^"]*",instance="[^"]+",pid="\d+"\} 1$/gm);
  expect(processes).toHaveLength(1);
  expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m);
  expect(text).not.toMatch(/token|loadout\.list|127\.0\.0\.1/);
});

test("a mail server that is away is seen in the mails that wait, their age and the failed attempts", async () => {
  await using program = await measured({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` });
  const account = { name: "Al", email: "al@example.com", password: "correct horse battery" };
  await createVisitor(program.origin).post("/api/auth/sign-up/email", account);
  const figure = async (name: string) => figureIn(await fetchMetrics(program), name) ?? 0;
  await vi.waitUntil(async () => (await figure('fieldlocker_mails_total{outcome="failed"}')) >= 2, soon);
  expect(await figure("fieldlocker_mails_pending")).toBe(1);
  expect(await figure("fieldlocker_mails_oldest_seconds")).toBeGreaterThan(0.5);
});

test("a person who writes too often is counted as a refusal of that limit, and not named", async () => {
  await using program = await measured({});
  const visitor = createVisitor(program.origin);
  await visitor.post("/api/auth/sign-in/anonymous");
  const headers = { "content-type": "application/json", "x-trpc-source": "react-app" };
  const write = () =>
    visitor.fetch("/api/trpc/loadout.remove", { method: "POST", headers, body: "{}" }).then(({ status }) => status);
  await Promise.all(Array.from({ length: 260 }, write));
  await vi.waitUntil(
    async () => figureIn(await fetchMetrics(program), 'fieldlocker_limit_refusals_total{limit="write"}') >= 20,
    soon,
  );
});

test("nothing is measured, and no port opened, where none is named", async () => {
  const folder = await folderOfItsOwn();
  await using _folder = folder;
  const [port, metricsPort] = [await freePort(), await freePort()];
  const databaseUrl = await lastingDatabaseUrl(folder.path);
  await using program = startProgram({ port, folder: folder.path, databaseUrl });
  await program.listening();
  await expect(fetch(`http://127.0.0.1:${metricsPort}/metrics`)).rejects.toThrow();
  expect((await fetch(`http://localhost:${port}/metrics`)).headers.get("content-type")).not.toMatch(/0\.0\.4/);
});
