import { expect, test } from "vitest";
import { createServerChoice, listServers, takePassword } from "./postgres-servers.ts";

test("one server is itself", () => {
  expect(listServers("postgres://al:pass@db:5432/site?sslmode=require")).toEqual([
    "postgres://al:pass@db:5432/site?sslmode=require",
  ]);
  expect(listServers("postgresql:///site?host=/run/postgresql")).toEqual(["postgresql:///site?host=/run/postgresql"]);
});

test("several servers share user, database and parameters", () => {
  expect(listServers("postgres://al:p%2C@one:5432,two,[::1]:5433/site?target_session_attrs=read-write")).toEqual([
    "postgres://al:p%2C@one:5432/site",
    "postgres://al:p%2C@two/site",
    "postgres://al:p%2C@[::1]:5433/site",
  ]);
  expect(listServers("postgres://one,two/site?target_session_attrs=read-write&sslmode=require")).toEqual([
    "postgres://one/site?sslmode=require",
    "postgres://two/site?sslmode=require",
  ]);
});

test("a password is taken out of an address, which stays as it is otherwise", () => {
  expect(takePassword("postgres://al:p%40ss@one:5432,two/site?sslmode=require")).toEqual({
    password: "p@ss",
    address: "postgres://al@one:5432,two/site?sslmode=require",
  });
  for (const address of ["postgres://al@one:5432/site", "postgres://one:5432/site", "postgres://[::1]:5432/site"])
    expect(takePassword(address)).toEqual({ password: "", address });
});

test("callers that leave the same server turn to the next one once", () => {
  const servers = createServerChoice("postgres://one,two/site");
  servers.leave("postgres://one/site");
  servers.leave("postgres://one/site");
  expect(servers.current()).toBe("postgres://two/site");
  servers.leave("postgres://two/site");
  expect(servers.current()).toBe("postgres://one/site");
});
