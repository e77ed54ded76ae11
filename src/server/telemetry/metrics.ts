// Metrics of this process for Prometheus. Labels have a few fixed values, never a path, an id or an address.
import { once } from "node:events";
import { createServer } from "node:http";
import type { Registry } from "prom-client";
import type { Context } from "#server/context.ts";
import { countAll } from "#server/database/queries.ts";
import { getFreeBytes } from "#server/database/storage-probe.ts";
import { getMailFigures, type MailFigures } from "#server/mail/outbox.ts";
import { getRouteKind, type Observer } from "#server/observer.ts";
import { PROCESS } from "#server/release.ts";

const REQUEST_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const STATEMENT_S = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1];
const EVENT_STREAM = /^text\/event-stream/;

export type Metrics = Observer & {
  /** Starts to report queue lengths, open streams and unavailable parts. */
  observeContext(context: ObservedContext): void;
  /** Returns this process's metrics in Prometheus format. */
  text(): Promise<string>;
};

/** Creates the metrics. The library is loaded on demand, because most installations do not collect metrics. */
export async function createMetrics(): Promise<Metrics> {
  const prom = await import("prom-client");
  const registry = new prom.Registry();
  const registers = [registry];
  prom.collectDefaultMetrics({ register: registry });
  const { release, instance, pid } = PROCESS;
  const identity = { release, instance, pid: String(pid) };
  const help = "Always 1: which release, machine and process this is.";
  new prom.Gauge({ name: "fieldlocker_info", help, labelNames: ["release", "instance", "pid"], registers }).set(
    identity,
    1,
  );
  const requests = new prom.Histogram({
    name: "fieldlocker_request_seconds",
    help: "Requests answered, by kind and status: 2xx, 3xx, 4xx, 429 apart, 5xx.",
    labelNames: ["kind", "status"],
    buckets: REQUEST_S,
    registers,
  });
  const statements = new prom.Histogram({
    name: "fieldlocker_statement_seconds",
    help: "Statements of the database, waiting for a connection included.",
    labelNames: ["outcome"],
    buckets: STATEMENT_S,
    registers,
  });
  const refusals = new prom.Counter({
    name: "fieldlocker_limit_refusals_total",
    help: "What a limit refused, by its name.",
    labelNames: ["limit"],
    registers,
  });
  const mails = new prom.Counter({
    name: "fieldlocker_mails_total",
    help: "Mails, by outcome of an attempt: sent, failed and tried again, dead.",
    labelNames: ["outcome"],
    registers,
  });
  for (const outcome of ["sent", "failed", "dead"]) mails.inc({ outcome }, 0);
  return {
    request(request, response, next) {
      const began = performance.now();
      response.once("close", () => {
        // The duration of an event stream is not a response time.
        if (EVENT_STREAM.test(String(response.getHeader("content-type")))) return;
        const labels = { kind: getRouteKind(request.url ?? ""), status: getStatus(response.statusCode) };
        requests.observe(labels, (performance.now() - began) / 1000);
      });
      next();
    },
    statement: ({ ms, failed }) => statements.observe({ outcome: failed ? "failed" : "done" }, ms / 1000),
    refused: (limit) => refusals.inc({ limit }),
    mail: (outcome) => mails.inc({ outcome }),
    observeContext: (context) => addGauges(prom, registers, context),
    text: () => registry.metrics(),
  };
}

type Prom = typeof import("prom-client");

type ObservedContext = Pick<Context, "config" | "db" | "streams" | "health" | "now">;

function addGauges(prom: Prom, registers: Registry[], context: ObservedContext): void {
  new prom.Gauge({
    name: "fieldlocker_watchers",
    help: "Streams that are open.",
    registers,
    collect() {
      this.set(context.streams.count);
    },
  });
  new prom.Gauge({
    name: "fieldlocker_due",
    help: "Mails and jobs that are due and not ended, over all processes.",
    labelNames: ["what"],
    registers,
    async collect() {
      for (const [what, count] of Object.entries(await countDue(context))) this.set({ what }, count);
    },
  });
  new prom.Gauge({
    name: "fieldlocker_part_up",
    help: "Whether the database answers.",
    labelNames: ["part"],
    registers,
    async collect() {
      const { parts } = await context.health.check();
      this.set({ part: "database" }, parts.database === "up" ? 1 : 0);
    },
  });
  const { database } = context.config;
  if (database.kind === "sqlite")
    new prom.Gauge({
      name: "fieldlocker_database_free_bytes",
      help: "Free bytes of the file system of the SQLite file.",
      registers,
      async collect() {
        const bytes = await getFreeBytes(database);
        if (bytes !== null) this.set(bytes);
      },
    });
  addMailGauges(prom, registers, context);
}

/** Adds gauges for alerts, which include mails that wait for another attempt; `fieldlocker_due` does not. */
function addMailGauges(prom: Prom, registers: Registry[], context: ObservedContext): void {
  const gauge = (name: string, help: string, figure: (mails: MailFigures) => number) =>
    new prom.Gauge({
      name,
      help,
      registers,
      async collect() {
        const figures = await getMailFigures(context.db).catch(() => null);
        if (figures) this.set(figure(figures));
      },
    });
  const seconds = ({ oldest }: MailFigures) =>
    oldest === null ? 0 : Math.max(0, (context.now().getTime() - Date.parse(oldest)) / 1000);
  gauge("fieldlocker_mails_pending", "Mails that are not sent yet.", ({ pending }) => pending);
  gauge("fieldlocker_mails_oldest_seconds", "The age of the oldest mail that is not sent yet.", seconds);
  gauge("fieldlocker_mails_dead", "Mails that were given up within 14 days.", ({ dead }) => dead);
}

const getStatus = (status: number): string => (status === 429 ? "429" : `${Math.floor(status / 100)}xx`);

/** Returns the numbers of due jobs and mails; empty while the database is unavailable, which another metric reports. */
async function countDue({ db, now }: Pick<Context, "db" | "now">): Promise<Record<string, number>> {
  const time = now().toISOString();
  try {
    const jobs = db.selectFrom("job").where("endedAt", "is", null).where("dueAt", "<=", time);
    const mails = db.selectFrom("mail").where("nextAttemptAt", "<=", time);
    const [job, mail] = await Promise.all([countAll(jobs), countAll(mails)]);
    return { job, mail };
  } catch {
    return {};
  }
}

// The metrics are served on a separate port.

type MetricsPlace = { metricsPort: number; metricsHost: string };

/** Serves the result of `read` at /metrics; disposing closes the port. @throws if the port is in use */
export async function serveMetrics(
  { metricsPort, metricsHost }: MetricsPlace,
  read: () => Promise<string>,
): Promise<AsyncDisposable> {
  const server = createServer((request, response) => {
    const respond = (status: number, text: string) =>
      response.writeHead(status, { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" }).end(text);
    if (request.method !== "GET" || request.url !== "/metrics") return respond(404, "Not found\n");
    // If any metric cannot be read, the whole response fails, so that Prometheus reports it.
    read().then(
      (text) => respond(200, text),
      () => respond(503, "The metrics cannot be read.\n"),
    );
  });
  await once(server.listen(metricsPort, metricsHost), "listening");
  return {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
