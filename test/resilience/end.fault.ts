// The program is stopped under traffic: every accepted request is answered, and acknowledged writes remain.
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Visitor } from "#test/harness/visitor.ts";
import { figure, isLong, seconds } from "./figure.ts";
import { loadoutBody, newPerson, savedIds } from "./people.ts";
import { type Site, startSite } from "./site.ts";
import { type Ask, newTally, type Tally, traffic } from "./traffic.ts";

const ROUNDS = isLong ? 10 : 2;
const PER_SECOND = 200;

const getCookie = ({ cookies }: Visitor): string => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");

type Reader = { visitor: Visitor; cookie: string; stored: Set<string> };

async function getReaders(site: Site): Promise<Reader[]> {
  const readers: Reader[] = [];
  for (let count = 0; count < 10; count += 1) {
    const visitor = site.visitor();
    await newPerson(visitor);
    readers.push({ visitor, cookie: getCookie(visitor), stored: new Set() });
  }
  return readers;
}

/** Mostly readings, and a write in ten. */
function asking(readers: readonly Reader[]): (count: number) => Ask {
  return (count) => {
    const reader = readers[count % readers.length];
    if (!reader) throw new Error("There are no readers.");
    const { cookie, stored } = reader;
    if (Math.floor(count / readers.length) % 10 === 0) {
      const body = loadoutBody();
      const done = (status: number) => void (status === 200 && stored.add(body.id));
      return { path: "/api/trpc/loadout.save", method: "POST", cookie, body, done };
    }
    if (count % 3 === 0) return { path: "/api/trpc/loadout.list?input=%7B%22limit%22%3A5%7D", cookie };
    return { path: "/api/auth/get-session", cookie };
  };
}

/** Whether the program takes connections. */
async function isListening({ port }: Site): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const isUniqueViolation = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isUniqueViolation;
}

type Ended = { tally: Tally; ms: number; failed: string[]; dropped: number };

async function endUnderTraffic(site: Site, readers: Reader[]): Promise<Ended> {
  const tally = newTally();
  const over = new AbortController();
  const parts = { origin: site.origin, perSecond: PER_SECOND, connections: 30, shareOfNew: 0.1, ask: asking(readers) };
  const running = traffic(parts, tally, over.signal);
  await sleep(1500);
  const { code, ms } = await site.end();
  expect(code).toBe(0);
  await sleep(200);
  over.abort();
  await running;
  // A connection that the program never took lay in the system's queue when the port was closed.
  const ports = site.takenPorts();
  const failed = tally.failed.filter(({ port }) => ports.has(port)).map(({ why }) => why);
  return { tally, ms, failed, dropped: tally.failed.length - failed.length };
}

test(`an end under ${PER_SECOND} requests a second fails none of them`, async () => {
  await using site = await startSite();
  const readers = await getReaders(site);
  const ends: Ended[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ends.push(await endUnderTraffic(site, readers));
    await site.restart();
  }
  const lost: string[] = [];
  for (const { visitor, stored } of readers) {
    const there = await savedIds(visitor);
    lost.push(...[...stored].filter((id) => !there.has(id)));
  }
  const stored = readers.reduce((sum, reader) => sum + reader.stored.size, 0);
  const total = (count: (end: Ended) => number) => ends.reduce((sum, end) => sum + count(end), 0);
  const slowestMs = Math.max(...ends.map(({ ms }) => ms));
  expect(ends.flatMap(({ failed }) => failed)).toEqual([]);
  expect(lost).toEqual([]);
  expect(stored).toBeGreaterThan(ROUNDS * 10);
  expect(ends.flatMap(({ tally }) => [...tally.answered.keys()]).filter((status) => status !== 200)).toEqual([]);
  expect(slowestMs).toBeLessThan(10_000);
  expect(site.complaints()).toBe("");
  figure(
    `SIGTERM under ${PER_SECOND} requests/s, ${ROUNDS} times: 0 of ${total(({ tally }) => tally.answered.get(200) ?? 0)} ` +
      `requests failed, 0 of ${stored} acknowledged writes lost, gone after ${seconds(slowestMs)} at most ` +
      `(${total(({ dropped }) => dropped)} new connections lay in the system's queue as the port closed, ` +
      `${total(({ tally }) => tally.refused)} found it closed)`,
  );
});

test("a keep-alive connection gets Connection: close with its last response", async () => {
  await using site = await startSite();
  const socket = connect(site.port, "127.0.0.1");
  const request = `GET /api/auth/ok HTTP/1.1\r\nHost: ${new URL(site.origin).host}\r\n\r\n`;
  socket.write(request);
  const [first] = await once(socket, "data");
  expect(String(first)).toMatch(/\r\nConnection: keep-alive\r\n/i);
  const ended = site.end();
  await expect.poll(() => isListening(site), { interval: 20, timeout: 10_000 }).toBe(false);
  socket.write(request);
  const [last] = await once(socket, "data");
  expect(String(last)).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\nConnection: close\r\n/i);
  expect((await ended).code).toBe(0);
});
