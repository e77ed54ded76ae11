// Two hundred clients send their requests byte by byte, or read no response: other clients hardly notice.
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { getSession } from "#test/harness/answers.ts";
import { connection } from "#test/harness/processes/raw.ts";
import { figure, isLong, quantile } from "./figure.ts";
import { newPerson, savedIds } from "./people.ts";
import { type Site, startSite } from "./site.ts";

const SLOW = 200;
const MEASURED = isLong ? 1000 : 150;
/** A head ends after 17 s and a whole request after 27 s at most. */
const CUT_OFF_MS = 30_000;

/** In turn: a head that does not end, a body that does not end, and responses that are not read. */
async function slowClients(site: Site): Promise<Socket[]> {
  const { host } = new URL(site.origin);
  const post = `POST /api/auth/sign-in/anonymous HTTP/1.1\r\nHost: ${host}\r\n`;
  const get = `GET /api/trpc/arsenal.list?input=%7B%22game%22%3A%22bf4%22%7D HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  const beginnings = [
    `${post}X-Padding: `,
    `${post}Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n{`,
    get.repeat(50),
  ];
  const sockets = await Promise.all(Array.from({ length: SLOW }, () => connection(site)));
  for (const [index, socket] of sockets.entries()) {
    socket.pause().write(beginnings[index % beginnings.length] ?? "");
  }
  return sockets;
}

/** How long each of so many readings takes, in milliseconds. */
async function measured(site: Site, count: number): Promise<number[]> {
  const visitor = site.visitor();
  await newPerson(visitor);
  const took: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const began = performance.now();
    if (index % 2 === 0) expect(await getSession(visitor)).not.toBeNull();
    else await savedIds(visitor);
    took.push(performance.now() - began);
  }
  return took;
}

test(`${SLOW} slow clients delay no other client`, async () => {
  await using site = await startSite();
  await measured(site, 50);
  const alone = await measured(site, MEASURED);
  const slow = await slowClients(site);
  const dribbling = setInterval(() => {
    for (const [index, socket] of slow.entries()) if (index % 3 !== 2 && socket.writable) socket.write("x");
  }, 200);
  await sleep(500);
  const beside = await measured(site, MEASURED);
  const [before, after] = [quantile(alone, 0.99), quantile(beside, 0.99)];
  if (isLong) {
    await sleep(CUT_OFF_MS);
    // Those that read nothing have sent theirs in full, and are the socket's to keep.
    expect(slow.filter((socket, index) => index % 3 !== 2 && socket.writable)).toEqual([]);
  }
  clearInterval(dribbling);
  for (const socket of slow) socket.destroy();
  expect(quantile(beside, 0.5)).toBeLessThan(200);
  expect(after).toBeLessThan(isLong ? 250 : 1000);
  expect(site.complaints()).toBe("");
  figure(
    `${SLOW} slow clients: 99 of 100 others wait ${Math.round(after)} ms at most, ${Math.round(before)} ms without them` +
      `${isLong ? "; who never ends a request is cut off" : ""}`,
  );
});
