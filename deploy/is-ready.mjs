// Leaves with 0 where the server of this container may be sent requests. The site answers by its own name alone.
import { get } from "node:http";

const port = process.env.PORT ?? "3000";
const { host } = new URL(process.env.ORIGIN ?? `http://localhost:${port}`);
const options = { host: "127.0.0.1", port, path: "/api/health/ready", headers: { host }, timeout: 2000 };
get(options, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1))
  .on("timeout", () => process.exit(1))
  .on("error", () => process.exit(1));
