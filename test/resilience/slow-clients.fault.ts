// Two hundred clients that send their requests byte by byte, or read no response, hardly delay other clients.
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { openConnection } from "#test/harness/processes/raw.ts";
import { getSession } from "#test/harness/responses.ts";
import { getQuantile, isLong, recordFigure } from "./figure.ts";
import { listSavedIds, signUpPerson } from "./people.ts";
import { type Site, startSite } from "./site.ts";

const SLOW = 200;
const MEASURED = isLong ? 1000 : 150;
/** Longer than the timeouts of 17 s for the head of a request and 27 s for a whole request. */
const CUT_OFF_MS = 30_000;

/** Opens slow connections, in turn with an endless head, an endless body, and responses that are not read. */
async function openSlowClients(site: Site): Promise<Socket[]> {
  const { host } = new URL(site.origin);
  const post = `POST /api/auth/sign-in/anonymous HTTP/1.1\r\nHost: ${host}\r\n`;
  const get = `GET /api/trpc/arsenal.list?input=%7B%22game%22%3A%22bf4%22%7D HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  const beginnings = [
    `${post}X-Padding: `,
    `${post}Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n{`,
    get.repeat(50),
  ];
  const sockets = await Promise.all(Array.from({ length: SLOW }, () => openConnection(site)));
  for (const [index, socket] of sockets.entries()) {
    socket.pause().write(beginnings[index % beginnings.length] ?? "");
  }
  return sockets;
}

/** Returns the duration of each of `count` read calls in ms. */
async function measureReads(site: Site, count: number): Promise<number[]> {
  const visitor = site.createVisitor();
  await signUpPerson(visitor);
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const startedAt = performance.now();
    if (index % 2 === 0) expect(await getSession(visitor)).not.toBeNull();
    else await listSavedIds(visitor);
    times.push(performance.now() - startedAt);
  }
  return times;
}

test(`${SLOW} slow clients delay no other client`, async () => {
  await using site = await startSite();
  await measureReads(site, 50);
  const baseline = await measureReads(site, MEASURED);
  const slowClients = await openSlowClients(site);
  const writeTimer = setInterval(() => {
    for (const [index, socket] of slowClients.entries()) if (index % 3 !== 2 && socket.writable) socket.write("x");
  }, 200);
  await sleep(500);
  const besideSlow = await measureReads(site, MEASURED);
  const [before, after] = [getQuantile(baseline, 0.99), getQuantile(besideSlow, 0.99)];
  if (isLong) {
    await sleep(CUT_OFF_MS);
    // Clients that read nothing have sent complete requests, so they are not disconnected.
    expect(slowClients.filter((socket, index) => index % 3 !== 2 && socket.writable)).toEqual([]);
  }
  clearInterval(writeTimer);
  for (const socket of slowClients) socket.destroy();
  expect(getQuantile(besideSlow, 0.5)).toBeLessThan(200);
  expect(after).toBeLessThan(isLong ? 250 : 1000);
  expect(site.browserErrors()).toBe("");
  recordFigure(
    `${SLOW} slow clients: 99 of 100 others wait ${Math.round(after)} ms at most, ${Math.round(before)} ms without them` +
      `${isLong ? "; who never ends a request is cut off" : ""}`,
  );
});
