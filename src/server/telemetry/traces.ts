// Traces for an OpenTelemetry collector: a span for each request and statement, and the spans of the account library. No span has a
// value, a token, an address or user text.
import type { Span } from "@opentelemetry/api";
import type { Config } from "#server/config/config.ts";
import { getRouteKind, type Observer } from "#server/observer.ts";
import { PROCESS } from "#server/release.ts";

export type Traces = Observer & AsyncDisposable;

/** Timeout of an export including retries; the shutdown waits for it. */
const EXPORT_TIMEOUT_MS = 2000;

type TraceConfig = NonNullable<Config["traces"]>;

/** Starts tracing. The libraries are loaded on demand, because most installations do not trace. Disposing sends buffered spans. */
export async function openTraces({ url, serviceName }: TraceConfig): Promise<Traces> {
  const { context, propagation, SpanKind, SpanStatusCode, trace } = await import("@opentelemetry/api");
  const { BatchSpanProcessor, NodeTracerProvider } = await import("@opentelemetry/sdk-trace-node");
  const { OTLPTraceExporter } = await import("@opentelemetry/exporter-trace-otlp-http");
  const { detectResources, envDetector, resourceFromAttributes } = await import("@opentelemetry/resources");
  const serviceAttributes = {
    "service.name": serviceName,
    "service.version": PROCESS.release,
    "service.instance.id": PROCESS.instance,
  };
  const resource = resourceFromAttributes(serviceAttributes).merge(detectResources({ detectors: [envDetector] }));
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS });
  const exportWithoutMessages: typeof exporter.export = (spans, done) =>
    exporter.export(spans.map(withoutMessages), done);
  const processor = new BatchSpanProcessor({
    export: exportWithoutMessages,
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
  });
  const provider = new NodeTracerProvider({ resource, spanProcessors: [processor] });
  provider.register();
  const tracer = trace.getTracer("fieldlocker");
  return {
    request(request, response, next) {
      const method = request.method ?? "";
      const kind = getRouteKind(request.url ?? "");
      if (kind === "health") return next();
      const parent = propagation.extract(context.active(), request.headers);
      const attributes = {
        "http.request.method": method,
        "fieldlocker.kind": kind,
        ...getCallAttribute(request.url ?? ""),
      };
      const span: Span = tracer.startSpan(`${method} ${kind}`, { kind: SpanKind.SERVER, attributes }, parent);
      response.once("close", () => {
        span.setAttribute("http.response.status_code", response.statusCode);
        if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
      context.with(trace.setSpan(parent, span), next);
    },
    statement({ sql, ms, failed }) {
      // Statements outside of requests, such as polling, are not traced.
      if (!trace.getSpan(context.active())) return;
      const endTime = Date.now();
      const [operation = ""] = sql.trimStart().split(/\s/, 1);
      const attributes = { "db.query.text": sql, "db.operation.name": operation };
      const span = tracer.startSpan(operation, { kind: SpanKind.CLIENT, startTime: endTime - ms, attributes });
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(endTime);
    },
    refused: (limit) => trace.getSpan(context.active())?.setAttribute("fieldlocker.refused", limit),
    // Mails are sent outside of requests.
    mail: () => {},
    async [Symbol.asyncDispose]() {
      await provider.shutdown().catch(() => {});
      trace.disable();
      context.disable();
      propagation.disable();
    },
  };
}

/** Returns the procedure names of an API request as an attribute. Other paths may contain a token and are not recorded. */
function getCallAttribute(url: string): { "fieldlocker.call"?: string } {
  const call = /^\/api\/trpc\/([A-Za-z.,]{1,200})(\?|$)/.exec(url)?.[1];
  return call === undefined ? {} : { "fieldlocker.call": call };
}

type ExportedSpan = Parameters<
  InstanceType<typeof import("@opentelemetry/exporter-trace-otlp-http").OTLPTraceExporter>["export"]
>[0][number];

/** Returns the span without error messages, which may contain input or rows. */
const withoutMessages = (span: ExportedSpan): ExportedSpan =>
  Object.create(span, { events: { value: [] }, status: { value: { code: span.status.code } } });
