import { describe, expect, test } from "vitest";
import { listWarnings, readConfig } from "./config.ts";

const PUBLIC = {
  SECRET: "Zx81-uT5g-Qm0r-7Lw2-eK9d-Vb4n-Ys6a",
  SMTP_URL: "smtp://mail.example",
  MAIL_FROM: "locker@locker.example",
};

describe("ORIGIN", () => {
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
  ])("may not be %s", (ORIGIN) => {
    expect(() => readConfig({ ...PUBLIC, ORIGIN })).toThrow("ORIGIN");
  });

  test.for(["SECRET", "SMTP_URL", "MAIL_FROM"])("requires %s, except for a loopback origin", (name) => {
    expect(() => readConfig({ ...PUBLIC, ORIGIN: "https://locker.example", [name]: "" })).toThrow(name);
    expect(readConfig({ ...PUBLIC, [name]: "" }).isLoopback).toBe(true);
  });
});

describe("the statistics settings", () => {
  test("default to the public service, and can be switched off", () => {
    expect(readConfig({}).statistics).toEqual({
      url: "https://api.gametools.network",
      cacheMs: 300_000,
      everyMs: 86_400_000,
      perMinute: 60,
    });
    expect(readConfig({ STATS_URL: "off", STATS_CACHE_S: "0", STATS_EVERY_H: "0" }).statistics).toEqual({
      url: null,
      cacheMs: 0,
      everyMs: 0,
      perMinute: 60,
    });
  });

  test.for([
    ["STATS_URL", "ftp://statistics.example"],
    ["STATS_URL", "on"],
    ["STATS_CACHE_S", "-1"],
    ["STATS_CACHE_S", "soon"],
    ["STATS_EVERY_H", "10000"],
    ["STATS_PER_MINUTE", "0"],
  ] as const)("do not accept %s=%s", ([name, value]) => {
    expect(() => readConfig({ [name]: value })).toThrow(name);
  });
});

describe("optional services", () => {
  test("are used only if they are configured", () => {
    expect(readConfig({})).toMatchObject({ metricsPort: null, traces: null, oldSecrets: [] });
    expect(readConfig({ METRICS_PORT: "9464" })).toMatchObject({ metricsPort: 9464 });
  });

  test.for([
    ["METRICS_PORT", { METRICS_PORT: "3000" }],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", { OTEL_EXPORTER_OTLP_ENDPOINT: "collector" }],
    ["SECRETS_OLD", { SECRET: "s".repeat(32), SECRETS_OLD: "short" }],
    ["SECRET", { SECRETS_OLD: "s".repeat(32) }],
  ] as const)("are refused if %s is invalid: %o", ([name, variables]) => {
    expect(() => readConfig(variables)).toThrow(`at ${name}`);
  });
});

test.for(["", "/", "/v1/traces", "/v1/traces/"])(
  "the URL of traces is derived from a collector address that ends in %j",
  (path) => {
    const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:4318${path}`, OTEL_SERVICE_NAME: "locker" };
    expect(readConfig(variables).traces).toEqual({ url: "http://127.0.0.1:4318/v1/traces", serviceName: "locker" });
  },
);

test("an invalid variable does not hide what else is wrong", () => {
  const variables = { ...PUBLIC, ORIGIN: "https://locker.example", SECRET: "password".repeat(5), PORT: "none" };
  expect(() => readConfig(variables)).toThrow(/at PORT.*This secret can be guessed.*at SECRET/s);
  expect(() => readConfig({ ...variables, SECRET: "short" })).not.toThrow("needs a secret");
});

test.for([
  ["PORTT", "PORT"],
  ["DATABASE", "DATABASE_URL"],
  ["SMTP", "SMTP_URL"],
] as const)("%s is taken for a misspelled %s", ([name, intended]) => {
  expect(() => readConfig({ [name]: "a value" })).toThrow(`write ${intended}`);
});

test("REDIS, like REDIS_URL, is refused with what to do instead", () => {
  expect(() => readConfig({ REDIS: "cache.example" })).toThrow(/leave it out.*at REDIS$/s);
});

test.for([
  ["http://localhost:3000", "", []],
  ["http://locker.lan:3000", "al@locker.lan", ["ORIGIN"]],
  ["https://locker.example", "", ["CONTACT"]],
  ["https://locker.example", "al@locker.example", []],
] as const)("warnings about %s with the contact %j name %j", ([ORIGIN, CONTACT, names]) => {
  const warnings = listWarnings(readConfig({ ...PUBLIC, ORIGIN, CONTACT }));
  expect(warnings.map((warning) => warning.split(" ")[0])).toEqual(names);
});
