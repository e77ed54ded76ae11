import { expect, test } from "vitest";
import { createLogger } from "#platform/logger.ts";
import { DatabaseUnavailableError } from "./database-unavailable.ts";
import { createOutageLog } from "./outage-log.ts";

const full = Object.assign(new Error("database or disk is full: INSERT INTO secret"), { errcode: 13 });
const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

function makeLog() {
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger({ logLevel: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  let ms = 0;
  return { lines, logger, log: createOutageLog(logger, () => ms), turn: (by: number) => (ms += by) };
}

test("logs a full disk once a minute, without the statement, and its end once", () => {
  const { log, lines, turn } = makeLog();
  for (let count = 0; count < 200; count += 1) {
    log.recordFailure(new DatabaseUnavailableError(full));
    log.recordSuccess({ isWrite: false });
    turn(500);
  }
  expect(lines.map(({ level, trouble, code }) => [level, trouble, code])).toEqual([
    [50, "full", "SQLite 13"],
    [50, "full", "SQLite 13"],
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/secret|stack/);
  log.recordSuccess({ isWrite: true });
  expect(log.trouble).toBe("full");
  turn(1000);
  log.recordSuccess({ isWrite: true });
  log.recordSuccess({ isWrite: true });
  expect([log.trouble, lines.length, lines[2]]).toMatchObject([null, 3, { level: 30, trouble: "full", ms: 101_000 }]);
});

test("logs an unreachable server once at the start and once at the end, however long it lasts", () => {
  const { log, lines, turn } = makeLog();
  for (let count = 0; count < 300; count += 1) {
    log.recordFailure(away);
    turn(1000);
  }
  log.recordSuccess({ isWrite: false });
  expect(lines).toMatchObject([
    { level: 50, trouble: "away", code: "ECONNREFUSED" },
    { level: 30, trouble: "away", ms: 300_000 },
  ]);
});

test("logs an outage that recurs within a minute only once", () => {
  const { log, lines, turn } = makeLog();
  for (let count = 0; count < 20; count += 1) {
    log.recordFailure(away);
    turn(1000);
    log.recordSuccess({ isWrite: false });
    turn(1000);
  }
  expect(lines).toHaveLength(2);
});

test("the logger drops errors caused by an outage and logs any other error", () => {
  const { logger, lines } = makeLog();
  const wrapped = new Error("a job failed", { cause: new DatabaseUnavailableError(full) });
  for (const err of [wrapped, new DatabaseUnavailableError(away), away]) logger.warn({ err }, "failed");
  expect(lines).toMatchObject([{ msg: "failed", err: { code: "ECONNREFUSED" } }]);
});
