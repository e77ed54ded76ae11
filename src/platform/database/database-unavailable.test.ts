import { describe, expect, test, vi } from "vitest";
import {
  DatabaseUnavailableError,
  getOutage,
  isDatabaseUnavailable,
  rerunRefused,
  toDatabaseError,
  watchForOutage,
} from "./database-unavailable.ts";

const sqlite = (errcode: number) => Object.assign(new Error("SQLite error"), { errcode });
const postgres = (code: string) => Object.assign(new Error("PostgreSQL error"), { code, severity: "ERROR" });

describe("isDatabaseUnavailable", () => {
  test.for([
    ["a full disk", sqlite(13)],
    ["a disk error during a write", sqlite(778)],
    ["a server that shuts down", postgres("57P01")],
    ["a statement timeout", postgres("57014")],
    ["a full disk of the server", postgres("53100")],
    [
      "an error whose cause is an outage",
      new Error("Failed to get session", { cause: new DatabaseUnavailableError(null) }),
    ],
  ] as const)("is true for %s", ([, error]) => expect(isDatabaseUnavailable(error)).toBe(true));

  test.for([
    ["a unique violation", sqlite(2067)],
    ["a foreign key violation", postgres("23503")],
    ["a missing table", postgres("42P01")],
    ["a connection that another server refused", Object.assign(new Error("refused"), { code: "ECONNREFUSED" })],
    ["a value that is not an error", "53100"],
  ] as const)("is false for %s", ([, error]) => expect(isDatabaseUnavailable(error)).toBe(false));
});

describe("watchForOutage", () => {
  test("reports an outage even if the task caught the error", async () => {
    const [result, wasUnavailable] = await watchForOutage(async (wasUnavailable) => {
      const result = await Promise.reject(toDatabaseError(sqlite(13))).catch(() => null);
      return [result, wasUnavailable()];
    });
    expect([result, wasUnavailable, getOutage()]).toEqual([null, true, null]);
  });

  test("does not report the outage of one task to another", async () => {
    const affected = watchForOutage(async (wasUnavailable) => {
      toDatabaseError(sqlite(13));
      return wasUnavailable();
    });
    const other = watchForOutage(async (wasUnavailable) => {
      toDatabaseError(sqlite(2067));
      return wasUnavailable();
    });
    expect(await Promise.all([affected, other])).toEqual([true, false]);
  });
});

describe("rerunRefused", () => {
  test.for(["40P01", "40001"])("reruns the task after %s", async (code) => {
    const task = vi
      .fn()
      .mockRejectedValueOnce(postgres(code))
      .mockRejectedValueOnce(postgres(code))
      .mockResolvedValue(1);
    expect(await rerunRefused(task)).toBe(1);
    expect(task).toHaveBeenCalledTimes(3);
  });

  test("reruns the task even if it caught the error or threw another", async () => {
    const meetDeadlock = () => void toDatabaseError(postgres("40P01"));
    const task = vi
      .fn()
      .mockImplementationOnce(async () => {
        meetDeadlock();
        throw new Error("No user could be made.");
      })
      .mockImplementationOnce(async () => meetDeadlock())
      .mockResolvedValue(1);
    expect(await rerunRefused(task)).toBe(1);
    expect(task).toHaveBeenCalledTimes(3);
  });

  test("gives up after five runs", async () => {
    const task = vi.fn().mockRejectedValue(postgres("40P01"));
    await expect(rerunRefused(task)).rejects.toThrow("PostgreSQL error");
    expect(task).toHaveBeenCalledTimes(5);
  });

  test("does not rerun after any other error", async () => {
    const task = vi.fn().mockRejectedValue(postgres("23505"));
    await expect(rerunRefused(task)).rejects.toThrow("PostgreSQL error");
    expect(task).toHaveBeenCalledTimes(1);
  });
});
