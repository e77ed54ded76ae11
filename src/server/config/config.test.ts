import { describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";

const PUBLIC = { SECRET: "s".repeat(32), SMTP_URL: "smtp://mail.example" };

describe("a public origin", () => {
  test.for(["https://locker.example", "https://locker.example:8443", "http://locker.lan:3000"])(
    "may be %s",
    (ORIGIN) => {
      expect(readConfig({ ...PUBLIC, ORIGIN })).toMatchObject({ origin: ORIGIN, isLoopback: false });
    },
  );

  test.for([
    "https://*.locker.example",
    "https://locker.*",
    "https://*",
    "http://0.0.0.0:3000",
    "http://127.0.0.2:3000",
    "http://[::]:3000",
    "http://[::ffff:127.0.0.1]:3000",
    "http://localhost.:3000",
    "http://locker.localhost.:3000",
    "https://locker.example/path",
    "https://locker.example?query",
    "https://al@locker.example",
    "https://locker.example,https://other.example",
    "ftp://locker.example",
    "null",
  ])("is not %s", (ORIGIN) => {
    expect(() => readConfig({ ...PUBLIC, ORIGIN })).toThrow("ORIGIN");
  });

  test.for(["SECRET", "SMTP_URL"])("needs %s, as this machine's own does not", (name) => {
    expect(() => readConfig({ ...PUBLIC, ORIGIN: "https://locker.example", [name]: "" })).toThrow(name);
    expect(readConfig({ ...PUBLIC, [name]: "" }).isLoopback).toBe(true);
  });
});

describe("the statistics service", () => {
  test("is the public one, unless another is named or none", () => {
    expect(readConfig({}).statistics).toEqual({
      url: "https://api.gametools.network",
      keptMs: 300_000,
      everyMs: 86_400_000,
      perMinute: 60,
    });
    expect(readConfig({ STATS_URL: "off", STATS_KEPT_S: "0", STATS_EVERY_H: "0" }).statistics).toEqual({
      url: null,
      keptMs: 0,
      everyMs: 0,
      perMinute: 60,
    });
  });

  test.for([
    ["STATS_URL", "ftp://statistics.example"],
    ["STATS_URL", "on"],
    ["STATS_KEPT_S", "-1"],
    ["STATS_KEPT_S", "soon"],
    ["STATS_EVERY_H", "10000"],
    ["STATS_PER_MINUTE", "0"],
  ] as const)("is not set by %s=%s", ([name, value]) => {
    expect(() => readConfig({ [name]: value })).toThrow(name);
  });
});
