import { describe, expect, test } from "vitest";
import { asSeen, DatabaseAway, isOutage, outageMet, watchingForOutage } from "./outage.ts";

const sqlite = (errcode: number) => Object.assign(new Error("SQLite says no"), { errcode });
const postgres = (code: string) => Object.assign(new Error("PostgreSQL says no"), { code, severity: "ERROR" });

describe("an outage", () => {
  test.for([
    ["a full disk", sqlite(13)],
    ["a disk that fails while it writes", sqlite(778)],
    ["a server that shuts down", postgres("57P01")],
    ["a statement that took too long", postgres("57014")],
    ["a disk full at the server", postgres("53100")],
    ["what somebody else passed on", new Error("Failed to get session", { cause: new DatabaseAway(null) })],
  ] as const)("is %s", ([, error]) => expect(isOutage(error)).toBe(true));

  test.for([
    ["a row that is taken", sqlite(2067)],
    ["a foreign key", postgres("23503")],
    ["a missing table", postgres("42P01")],
    ["another server that refuses a connection", Object.assign(new Error("refused"), { code: "ECONNREFUSED" })],
    ["no error at all", "53100"],
  ] as const)("is not %s", ([, error]) => expect(isOutage(error)).toBe(false));

  test("is known to whoever watches, even where it was made nothing of", async () => {
    const [found, wasAway] = await watchingForOutage(async (wasAway) => {
      const found = await Promise.reject(asSeen(sqlite(13))).catch(() => null);
      return [found, wasAway()];
    });
    expect([found, wasAway, outageMet()]).toEqual([null, true, null]);
  });

  test("that one task met is nothing to another", async () => {
    const meets = watchingForOutage(async (wasAway) => {
      asSeen(sqlite(13));
      return wasAway();
    });
    const other = watchingForOutage(async (wasAway) => {
      asSeen(sqlite(2067));
      return wasAway();
    });
    expect(await Promise.all([meets, other])).toEqual([true, false]);
  });
});
