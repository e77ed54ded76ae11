// The program as a process: how a start is refused, and how it ends.
import { once } from "node:events";
import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { freePort } from "#test/harness/processes/free-port.ts";
import { folderOfItsOwn, type Program, startProgram } from "#test/harness/processes/program.ts";
import { freshDatabaseUrl } from "#test/harness/processes/test-database.ts";
import { startStopwatch } from "#test/harness/stopwatch.ts";

/** The program on a port, with a folder and a database of its own. */
async function start(port: number): Promise<Program> {
  const folder = await folderOfItsOwn();
  const program = startProgram({ port, folder: folder.path, databaseUrl: await freshDatabaseUrl() });
  return {
    ...program,
    async [Symbol.asyncDispose]() {
      await program.kill();
      await folder[Symbol.asyncDispose]();
    },
  };
}

test.for([
  ["VAR_DIR", "/proc/fieldlocker"],
  ["VAR_DIR", `${process.execPath}/var`],
  ["DATABASE_URL", "/proc/fieldlocker/site.sqlite"],
])("a start is refused in one line when no folder can be made for %s: %s", async ([setting = "", place = ""]) => {
  await using folder = await folderOfItsOwn();
  const environment = { [setting]: place };
  await using program = startProgram({
    port: await freePort(),
    folder: folder.path,
    databaseUrl: ":memory:",
    environment,
  });
  const [printed, [code]] = await Promise.all([
    program.process.stderr && text(program.process.stderr),
    once(program.process, "exit"),
  ]);
  expect([code, printed]).toEqual([
    1,
    expect.stringMatching(new RegExp(`^${setting}: the folder .+ cannot be created .+\\n$`)),
  ]);
});

test("the end waits for the request under way, and not for the connections that browsers keep", async () => {
  await using program = await start(await freePort());
  await program.listening();
  const body = JSON.stringify({ email: "al@example.com", password: "correct horse battery" });
  const asking = request({
    port: program.port,
    host: "localhost",
    path: "/api/auth/sign-in/email",
    method: "POST",
    agent: new Agent({ keepAlive: true }),
    headers: {
      "content-type": "application/json",
      "content-length": body.length,
      origin: `http://localhost:${program.port}`,
    },
  });
  asking.write(body.slice(0, 10));
  await once(asking, "socket").then(([socket]) => socket.connecting && once(socket, "connect"));
  await new Promise((resolve) => setTimeout(resolve, 200));
  program.process.kill("SIGTERM");
  await new Promise((resolve) => setTimeout(resolve, 200));
  asking.end(body.slice(10));
  const [answer] = await once(asking, "response");
  answer.resume();
  const getElapsedMs = startStopwatch();
  const [code] = await once(program.process, "exit");
  expect([answer.statusCode, code]).toEqual([401, 0]);
  expect(getElapsedMs()).toBeLessThan(3000);
});
