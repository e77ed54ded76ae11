// Serves metrics for Prometheus on a port of its own, bound to this machine.
import { once } from "node:events";
import { createServer } from "node:http";

const LOOPBACK = "127.0.0.1";

/** Serves the result of `read` at /metrics. @throws when the port is taken. Disposing closes it. */
export async function serveMetrics(port: number, read: () => Promise<string>): Promise<AsyncDisposable> {
  const server = createServer((request, response) => {
    const answer = (status: number, text: string) =>
      response.writeHead(status, { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" }).end(text);
    if (request.method !== "GET" || request.url !== "/metrics") return answer(404, "Not found\n");
    // A worker that has just died does not answer; Prometheus retries.
    read().then(
      (text) => answer(200, text),
      () => answer(503, "The processes did not answer.\n"),
    );
  });
  await once(server.listen(port, LOOPBACK), "listening");
  return {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** The metrics of all workers, read in the primary process. */
export async function readWorkers(): Promise<() => Promise<string>> {
  const { AggregatorRegistry } = await import("prom-client");
  const registry = new AggregatorRegistry();
  return () => registry.clusterMetrics();
}
