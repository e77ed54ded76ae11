import { expect, test } from "vitest";
import { createLogger } from "./logger.ts";
import { createTerminalLog } from "./terminal-log.ts";

function createTestLogger() {
  const written: string[] = [];
  const base = { release: "1.0.0", instance: "host", pid: 1 };
  const logger = createLogger(
    { logLevel: "info", base },
    createTerminalLog((text) => void written.push(text)),
  );
  return { logger, written };
}

test("prints a request as a short line", () => {
  const { logger, written } = createTestLogger();
  logger.info({ requestId: "abc", method: "GET", path: "/bf4", status: 200, ms: 12 }, "answered");
  expect(written).toEqual(["GET /bf4 200 12 ms\n"]);
});

test("prints missing files but not served ones", () => {
  const { logger, written } = createTestLogger();
  for (const path of ["/assets/index-1.js", "/sw.js"]) {
    logger.info({ method: "GET", path, status: 200, ms: 1 }, "answered");
    logger.info({ method: "GET", path, status: 404, ms: 1 }, "answered");
  }
  expect(written).toEqual(["GET /assets/index-1.js 404 1 ms\n", "GET /sw.js 404 1 ms\n"]);
});

test("prints any other entry with its level, message, properties and error", () => {
  const { logger, written } = createTestLogger();
  logger.info({ migrations: 25, later: ["a"] }, "made a new database");
  logger.warn("no built site");
  const err = Object.assign(new Error("no"), { stack: "Error: no\n    at serve" });
  logger.error({ err }, "not sent");
  expect(written).toEqual([
    'made a new database migrations=25 later=["a"]\n',
    "warning: no built site\n",
    "error: not sent\nError: no\n    at serve\n",
  ]);
});

test("escapes control characters in foreign text", () => {
  const { logger, written } = createTestLogger();
  logger.warn({ host: "a\u001b[2Jb\nGET / 200" }, "foreign");
  logger.warn({ err: Object.assign(new Error("c\u001b[2J"), { stack: undefined }) }, "foreign");
  expect(written).toEqual(['warning: foreign host="a\\u001b[2Jb\\nGET / 200"\n', "warning: foreign\nc�[2J\n"]);
});
