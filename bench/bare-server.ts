// The minimal server: its response is prepared in advance, and the number of its processes is configurable.
import cluster from "node:cluster";
import { createServer } from "node:http";

const { ANSWER = "[]", PORT = "", WORKERS = "1" } = process.env;

if (cluster.isPrimary && WORKERS !== "1") {
  for (let count = 0; count < Number(WORKERS); count += 1) cluster.fork();
  process.once("SIGTERM", () => process.exit());
} else {
  const [status, headers, body] = JSON.parse(ANSWER);
  const bytes = Buffer.from(body, "base64");
  const server = createServer((_request, response) => {
    response.writeHead(status, headers);
    response.end(bytes);
  });
  server.listen(Number(PORT), "127.0.0.1");
}
