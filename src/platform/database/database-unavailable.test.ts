import { describe, expect, test, vi } from "vitest";
import {
  DatabaseUnavailableError,
  describeOutage,
  isDatabaseUnavailable,
  rerunRefused,
  toDatabaseError,
  watchForOutage,
} from "./database-unavailable.ts";

const sqlite = (errcode: number) => Object.assign(new Error("SQLite error"), { errcode });
const postgres = (code: string) => Object.assign(new Error("PostgreSQL error"), { code, severity: "ERROR" });

describe("an outage", () => {
  test.for([
    ["a full disk", sqlite(13)],
    ["a disk that fails while it writes", sqlite(778)],
    ["a server that shuts down", postgres("57P01")],
    ["a statement that took too long", postgres("57014")],
    ["a disk full at the server", postgres("53100")],
    [
      "an error with it as the cause",
      new Error("Failed to get session", { cause: new DatabaseUnavailableError(null) }),
    ],
  ] as const)("is %s", ([, error]) => expect(isDatabaseUnavailable(error)).toBe(true));

  test.for([
    ["a row that is taken", sqlite(2067)],
    ["a foreign key", postgres("23503")],
    ["a missing table", postgres("42P01")],
    ["another server that refuses a connection", Object.assign(new Error("refused"), { code: "ECONNREFUSED" })],
    ["no error at all", "53100"],
  ] as const)("is not %s", ([, error]) => expect(isDatabaseUnavailable(error)).toBe(false));

  test("is reported to watchers even if the task hid it", async () => {
    const [result, wasAway] = await watchForOutage(async (wasAway) => {
      const result = await Promise.reject(toDatabaseError(sqlite(13))).catch(() => null);
      return [result, wasAway()];
    });
    expect([result, wasAway, describeOutage()]).toEqual([null, true, null]);
  });

  test("that one task met is nothing to another", async () => {
    const meets = watchForOutage(async (wasAway) => {
      toDatabaseError(sqlite(13));
      return wasAway();
    });
    const other = watchForOutage(async (wasAway) => {
      toDatabaseError(sqlite(2067));
      return wasAway();
    });
    expect(await Promise.all([meets, other])).toEqual([true, false]);
  });
});

describe("what PostgreSQL refused for a reason that passes", () => {
  test.for(["40P01", "40001"])("is run again after %s", async (code) => {
    const task = vi
      .fn()
      .mockRejectedValueOnce(postgres(code))
      .mockRejectedValueOnce(postgres(code))
      .mockResolvedValue(1);
    expect(await rerunRefused(task)).toBe(1);
    expect(task).toHaveBeenCalledTimes(3);
  });

  test("is run again whatever the task made of it", async () => {
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

  test("is given up after five runs", async () => {
    const task = vi.fn().mockRejectedValue(postgres("40P01"));
    await expect(rerunRefused(task)).rejects.toThrow("PostgreSQL error");
    expect(task).toHaveBeenCalledTimes(5);
  });

  test("is the only thing run again", async () => {
    const task = vi.fn().mockRejectedValue(postgres("23505"));
    await expect(rerunRefused(task)).rejects.toThrow("PostgreSQL error");
    expect(task).toHaveBeenCalledTimes(1);
  });
});
