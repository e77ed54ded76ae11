// The minimal server: its response is prepared in advance.
import { createServer } from "node:http";

const { ANSWER = "[]", PORT = "" } = process.env;

const [status, headers, body] = JSON.parse(ANSWER);
const bodyBytes = Buffer.from(body, "base64");
const server = createServer((_request, response) => {
  response.writeHead(status, headers);
  response.end(bodyBytes);
});
server.listen(Number(PORT), "127.0.0.1");
