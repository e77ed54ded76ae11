// Serves metrics for Prometheus on a port of its own, bound to this machine.
import { once } from "node:events";
import { createServer } from "node:http";

const LOOPBACK = "127.0.0.1";

/** Answers /metrics with what `read` brings. Throws where the port is taken; disposing closes it. */
export async function serveMetrics(port: number, read: () => Promise<string>): Promise<AsyncDisposable> {
  const server = createServer((request, response) => {
    const answer = (status: number, text: string) =>
      response.writeHead(status, { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" }).end(text);
    if (request.method !== "GET" || request.url !== "/metrics") return answer(404, "Not found\n");
    // A worker that has just died does not answer: Prometheus comes again.
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

/** What all workers together tell, read in the first process. */
export async function readWorkers(): Promise<() => Promise<string>> {
  const { AggregatorRegistry } = await import("prom-client");
  const registry = new AggregatorRegistry();
  return () => registry.clusterMetrics();
}
