// The program is stopped under traffic: every accepted request is answered, and acknowledged writes remain.
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Visitor } from "#test/harness/visitor.ts";
import { formatSeconds, isLong, recordFigure } from "./figure.ts";
import { createLoadoutInput, listSavedIds, signUpPerson } from "./people.ts";
import { type Site, startSite } from "./site.ts";
import { createTally, sendTraffic, type Tally, type TrafficRequest } from "./traffic.ts";

const ROUNDS = isLong ? 10 : 2;
const PER_SECOND = 200;

const getCookie = ({ cookies }: Visitor): string => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");

type Reader = { visitor: Visitor; cookie: string; stored: Set<string> };

async function createReaders(site: Site): Promise<Reader[]> {
  const readers: Reader[] = [];
  for (let count = 0; count < 10; count += 1) {
    const visitor = site.createVisitor();
    await signUpPerson(visitor);
    readers.push({ visitor, cookie: getCookie(visitor), stored: new Set() });
  }
  return readers;
}

/** Returns a function that creates the requests: mostly reads, and one write in ten. */
function createRequestFactory(readers: readonly Reader[]): (count: number) => TrafficRequest {
  return (count) => {
    const reader = readers[count % readers.length];
    if (!reader) throw new Error("There are no readers.");
    const { cookie, stored } = reader;
    if (Math.floor(count / readers.length) % 10 === 0) {
      const body = createLoadoutInput();
      const recordStatus = (status: number) => void (status === 200 && stored.add(body.id));
      return { path: "/api/trpc/loadout.save", method: "POST", cookie, body, done: recordStatus };
    }
    if (count % 3 === 0) return { path: "/api/trpc/loadout.list?input=%7B%22limit%22%3A5%7D", cookie };
    return { path: "/api/auth/get-session", cookie };
  };
}

/** Whether the program accepts connections. */
async function isListening({ port }: Site): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const isConnected = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isConnected;
}

type EndResult = { tally: Tally; ms: number; failed: string[]; dropped: number };

async function stopUnderTraffic(site: Site, readers: Reader[]): Promise<EndResult> {
  const tally = createTally();
  const stopSignal = new AbortController();
  const traffic = {
    origin: site.origin,
    perSecond: PER_SECOND,
    connections: 30,
    newConnectionShare: 0.1,
    ask: createRequestFactory(readers),
  };
  const trafficEnd = sendTraffic(traffic, tally, stopSignal.signal);
  await sleep(1500);
  const { code, ms } = await site.stop();
  expect(code).toBe(0);
  await sleep(200);
  stopSignal.abort();
  await trafficEnd;
  // Connections that the program never accepted were in the kernel's queue when the port was closed; they do not count as failed.
  const ports = site.getAcceptedPorts();
  const failed = tally.failed.filter(({ port }) => ports.has(port)).map(({ reason: why }) => why);
  return { tally, ms, failed, dropped: tally.failed.length - failed.length };
}

test(`a stop under ${PER_SECOND} requests a second fails no request`, async () => {
  await using site = await startSite();
  const readers = await createReaders(site);
  const ends: EndResult[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ends.push(await stopUnderTraffic(site, readers));
    await site.restart();
  }
  const lostIds: string[] = [];
  for (const { visitor, stored } of readers) {
    const savedIds = await listSavedIds(visitor);
    lostIds.push(...[...stored].filter((id) => !savedIds.has(id)));
  }
  const storedCount = readers.reduce((sum, reader) => sum + reader.stored.size, 0);
  const total = (count: (end: EndResult) => number) => ends.reduce((sum, end) => sum + count(end), 0);
  const slowestMs = Math.max(...ends.map(({ ms }) => ms));
  expect(ends.flatMap(({ failed }) => failed)).toEqual([]);
  expect(lostIds).toEqual([]);
  expect(storedCount).toBeGreaterThan(ROUNDS * 10);
  expect(ends.flatMap(({ tally }) => [...tally.answered.keys()]).filter((status) => status !== 200)).toEqual([]);
  expect(slowestMs).toBeLessThan(10_000);
  expect(site.browserErrors()).toBe("");
  recordFigure(
    `SIGTERM under ${PER_SECOND} requests/s, ${ROUNDS} times: 0 of ${total(({ tally }) => tally.answered.get(200) ?? 0)} ` +
      `requests failed, 0 of ${storedCount} acknowledged writes lost, gone after ${formatSeconds(slowestMs)} at most ` +
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
  const stopped = site.stop();
  await expect.poll(() => isListening(site), { interval: 20, timeout: 10_000 }).toBe(false);
  socket.write(request);
  const [last] = await once(socket, "data");
  expect(String(last)).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\nConnection: close\r\n/i);
  expect((await stopped).code).toBe(0);
});
