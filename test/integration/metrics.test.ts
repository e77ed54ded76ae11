// @alone
// The metrics for Prometheus.
import { expect, test, vi } from "vitest";
import { getRouteKind } from "#server/observer.ts";
import { findFreePort } from "#test/harness/processes/free-port.ts";
import { createTempFolder, type Program, startProgram } from "#test/harness/processes/program.ts";
import { getPersistentDatabaseUrl } from "#test/harness/processes/test-database.ts";
import { createVisitor } from "#test/harness/visitor.ts";

const WAIT_OPTIONS = { timeout: 15_000, interval: 100 };

type MeasuredProgram = Program & { metricsPort: number; origin: string };

async function startMeasured(environment: Record<string, string>): Promise<MeasuredProgram> {
  const folder = await createTempFolder();
  const databaseUrl = await getPersistentDatabaseUrl(folder.path);
  const [port, metricsPort] = [await findFreePort(), await findFreePort()];
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

const fetchMetrics = async ({ metricsPort }: MeasuredProgram): Promise<string> =>
  (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();

/** Returns the value of a metric, or 0 when it is missing. */
const getMetric = (text: string, line: string): number =>
  Number(
    text
      .split("\n")
      .find((it) => it.startsWith(`${line} `))
      ?.slice(line.length + 1) ?? 0,
  );

test("addresses are grouped into few kinds without personal data", () => {
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

test("the program reports requests, statements, pending work and process data on a local port", async () => {
  await using program = await startMeasured({});
  const visitor = createVisitor(program.origin);
  await visitor.post("/api/auth/sign-in/anonymous");
  for (let time = 0; time < 20; time += 1) await visitor.fetch("/api/auth/get-session");
  await visitor.fetch("/api/auth/reset-password/the-token");
  await visitor.fetch("/api/trpc/loadout.list?input=broken");
  const session = 'fieldlocker_request_seconds_count{kind="session",status="2xx"}';
  await vi.waitUntil(async () => getMetric(await fetchMetrics(program), session) === 20, WAIT_OPTIONS);
  const text = await fetchMetrics(program);
  expect(getMetric(text, 'fieldlocker_request_seconds_count{kind="data",status="4xx"}')).toBe(1);
  expect(getMetric(text, 'fieldlocker_statement_seconds_count{outcome="done"}')).toBeGreaterThan(0);
  expect(getMetric(text, 'fieldlocker_part_up{part="database"}')).toBe(1);
  expect(text).toContain('fieldlocker_due{what="mail"} 0');
  const freeBytes = getMetric(text, "fieldlocker_database_free_bytes");
  // The process cannot measure the free space of PostgreSQL's disk.
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

test("an unavailable mail server shows in the number and age of pending mails, and in failed attempts", async () => {
  await using program = await startMeasured({ SMTP_URL: `smtp://127.0.0.1:${await findFreePort()}` });
  const account = { name: "Al", email: "al@example.com", password: "correct horse battery" };
  await createVisitor(program.origin).post("/api/auth/sign-up/email", account);
  const fetchFigure = async (name: string) => getMetric(await fetchMetrics(program), name) ?? 0;
  await vi.waitUntil(async () => (await fetchFigure('fieldlocker_mails_total{outcome="failed"}')) >= 2, WAIT_OPTIONS);
  expect(await fetchFigure("fieldlocker_mails_pending")).toBe(1);
  expect(await fetchFigure("fieldlocker_mails_oldest_seconds")).toBeGreaterThan(0.5);
});

test("refusals of the write limit are counted without the user", async () => {
  await using program = await startMeasured({});
  const visitor = createVisitor(program.origin);
  await visitor.post("/api/auth/sign-in/anonymous");
  const headers = { "content-type": "application/json", "x-trpc-source": "react-app" };
  const write = () =>
    visitor.fetch("/api/trpc/loadout.remove", { method: "POST", headers, body: "{}" }).then(({ status }) => status);
  await Promise.all(Array.from({ length: 260 }, write));
  await vi.waitUntil(
    async () => getMetric(await fetchMetrics(program), 'fieldlocker_limit_refusals_total{limit="write"}') >= 20,
    WAIT_OPTIONS,
  );
});

test("without METRICS_PORT, no port is opened", async () => {
  const folder = await createTempFolder();
  await using _folder = folder;
  const [port, metricsPort] = [await findFreePort(), await findFreePort()];
  const databaseUrl = await getPersistentDatabaseUrl(folder.path);
  await using program = startProgram({ port, folder: folder.path, databaseUrl });
  await program.listening();
  await expect(fetch(`http://127.0.0.1:${metricsPort}/metrics`)).rejects.toThrow();
  expect((await fetch(`http://localhost:${port}/metrics`)).headers.get("content-type")).not.toMatch(/0\.0\.4/);
});
