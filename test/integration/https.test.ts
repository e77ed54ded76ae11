// The site behind a proxy, as users reach it: under https and by its own name only.
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendRaw } from "#test/harness/processes/raw.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const ORIGIN = "https://locker.example";
const MAX_S = 400 * 24 * 60 * 60;

let world: World;
beforeAll(async () => {
  world = await makeWorld({
    environment: {
      ORIGIN,
      SECRET: "Zx81-uT5g-Qm0r-7Lw2-eK9d-Vb4n-Ys6a",
      SMTP_URL: "smtp://127.0.0.1:1",
      MAIL_FROM: "locker@locker.example",
    },
  });
});
afterAll(() => world[Symbol.asyncDispose]());

/** Sends a request as a proxy does; returns the raw response. */
const sendRequest = (head: string, body = "", host = "locker.example") =>
  sendRaw(
    { origin: `http://localhost:${world.context.config.port}` },
    `${head} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${ORIGIN}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );

test.for([
  ["GET /api/auth/ok", 200],
  ["GET /api/nothing", 404],
  ["GET /api/trpc/arsenal.overview", 200],
  ["GET /robots.txt", 200],
  ["GET /mailbox", 404],
  ["PUT /", 405],
] as const)("the response to %s has a Strict-Transport-Security header", async ([head, status]) => {
  const response = await sendRequest(head);
  expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  const [, maxAge] = /\r\nstrict-transport-security: max-age=(\d+)\r\n/i.exec(response) ?? [];
  expect(Number(maxAge)).toBeGreaterThanOrEqual(31_536_000);
});

test("no other origin is trusted, and the site does not respond to localhost", async () => {
  expect((await world.context.auth.$context).trustedOrigins).toEqual([ORIGIN]);
  for (const host of ["localhost", "127.0.0.1", `localhost:${world.context.config.port}`]) {
    expect(await sendRequest("GET /api/auth/ok", "", host)).toMatch(/^HTTP\/1\.1 421 /);
  }
});

test("every cookie is bound to the host, not readable by scripts, and lives at most 400 days", async () => {
  const account = { name: "Al", email: "al@example.com", password: "correct horse battery" };
  const responses = [
    await sendRequest("POST /api/auth/sign-in/anonymous", "{}"),
    await sendRequest("POST /api/auth/sign-up/email", JSON.stringify(account)),
    await sendRequest("POST /api/auth/passkey/generate-authenticate-options", "{}"),
  ];
  const cookies = responses.flatMap((response) =>
    [...response.matchAll(/\r\nset-cookie: ([^\r]+)/gi)].map(([, it = ""]) => it),
  );
  expect(cookies.length).toBeGreaterThanOrEqual(3);
  for (const cookie of cookies) {
    expect(cookie).toMatch(/^__Host-fieldlocker/);
    for (const attribute of [/; HttpOnly/i, /; Secure/i, /; SameSite=Lax/i, /; Path=\/(;|$)/i]) {
      expect(cookie).toMatch(attribute);
    }
    expect(cookie).not.toMatch(/; Domain=/i);
    expect(Number(/; Max-Age=(\d+)/i.exec(cookie)?.[1] ?? 0)).toBeLessThanOrEqual(MAX_S);
  }
});
