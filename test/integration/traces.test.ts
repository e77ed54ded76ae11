// @alone
// Spans of the program, received by a small collector in this test.
import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { findFreePort } from "#test/harness/processes/free-port.ts";
import { createTempFolder, startProgram } from "#test/harness/processes/program.ts";
import { getPersistentDatabaseUrl } from "#test/harness/processes/test-database.ts";
import { startStopwatch } from "#test/harness/stopwatch.ts";
import { createVisitor } from "#test/harness/visitor.ts";

const attribute = z.object({ key: z.string(), value: z.object({ stringValue: z.string().optional() }) });
const span = z.object({
  traceId: z.string(),
  name: z.string(),
  parentSpanId: z.string().optional(),
  attributes: z.array(attribute),
});
const exportRequest = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.object({ scope: z.object({ name: z.string() }), spans: z.array(span) })),
    }),
  ),
});

type ReceivedSpan = { service: string | undefined; scope: string } & z.infer<typeof span>;

async function createCollector() {
  const spans: ReceivedSpan[] = [];
  const bodies: unknown[] = [];
  const server = createServer(async (request, response) => {
    const body = await json(request);
    bodies.push(body);
    for (const { resource, scopeSpans } of exportRequest.parse(body).resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === "service.name")?.value.stringValue;
      for (const { scope, spans: some } of scopeSpans) {
        spans.push(...some.map((each) => ({ service, scope: scope.name, ...each })));
      }
    }
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    spans,
    bodies,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

test("a request has a span with those of its statements and of the account library, and no span contains user input", async () => {
  await using collector = await createCollector();
  await using folder = await createTempFolder();
  const port = await findFreePort();
  await using program = startProgram({
    port,
    folder: folder.path,
    databaseUrl: await getPersistentDatabaseUrl(folder.path),
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_SERVICE_NAME: "locker-under-test",
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment=staging",
      OTEL_BSP_SCHEDULE_DELAY: "200",
      EMAIL_VERIFICATION: "optional",
    },
  });
  await program.listening();
  const visitor = createVisitor(`http://localhost:${port}`);
  const account = { name: "Al Traced", email: "al.traced@example.com", password: "correct horse battery" };
  await visitor.post("/api/auth/sign-up/email", account);
  await visitor.post("/api/auth/sign-in/email", { ...account, password: "wrong horse battery" });
  await visitor.fetch("/api/auth/reset-password/the-secret-token");
  await visitor.fetch("/api/trpc/loadout.list?input=broken", { headers: { "x-trpc-source": "react-app" } });
  const remote = { traceId: "4bf92f3577b34da6a3ce929d0e0e4736", spanId: "00f067aa0ba902b7" };
  await visitor.fetch("/api/health/live");
  const headers = { traceparent: `00-${remote.traceId}-${remote.spanId}-01` };
  await visitor.fetch("/api/auth/get-session", { headers });
  const findSpan = (name: string) => collector.spans.find((each) => each.name === name);
  await vi.waitUntil(() => findSpan("POST account") && findSpan("GET data") && findSpan("GET session"), {
    timeout: 15_000,
    interval: 50,
  });
  const request = findSpan("POST account");
  const requestSpans = collector.spans.filter(({ traceId }) => traceId === request?.traceId);
  expect(request?.service).toBe("locker-under-test");
  expect(findSpan("GET session")).toMatchObject({ traceId: remote.traceId, parentSpanId: remote.spanId });
  expect(findSpan("GET health")).toBeUndefined();
  expect(JSON.stringify(collector.bodies[0])).toContain(
    '{"key":"deployment.environment","value":{"stringValue":"staging"}}',
  );
  expect(requestSpans.filter(({ name }) => name === "insert").length).toBeGreaterThan(0);
  expect(requestSpans.some(({ scope }) => scope === "better-auth")).toBe(true);
  expect(requestSpans.filter(({ parentSpanId }) => !parentSpanId)).toHaveLength(1);
  const call = findSpan("GET data")?.attributes.find(({ key }) => key === "fieldlocker.call");
  expect(call?.value.stringValue).toBe("loadout.list");
  const text = JSON.stringify(collector.bodies);
  const token = visitor.cookies.get("fieldlocker.session_token")?.split(".")[0] ?? "";
  expect(token).not.toBe("");
  for (const secret of [
    account.name,
    account.email,
    account.password,
    "wrong horse",
    "secret-token",
    token,
    "broken",
  ]) {
    expect(text).not.toContain(secret);
  }
});

test("an unreachable collector does not disturb the site or its stop", async () => {
  await using folder = await createTempFolder();
  const port = await findFreePort();
  const databaseUrl = await getPersistentDatabaseUrl(folder.path);
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await findFreePort()}` };
  await using program = startProgram({ port, folder: folder.path, databaseUrl, environment });
  await program.listening();
  expect((await fetch(`http://localhost:${port}/api/health/ready`)).status).toBe(200);
  const ended = once(program.process, "exit");
  const getElapsedMs = startStopwatch();
  program.process.kill("SIGTERM");
  expect((await ended)[0]).toBe(0);
  expect(getElapsedMs()).toBeLessThan(6000);
});
