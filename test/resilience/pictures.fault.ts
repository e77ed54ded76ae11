// Drawing pictures takes a processor, and no other request waits for it: the event loop is as free as without them.
import { type EventLoopUtilization, performance } from "node:perf_hooks";
import { expect, test } from "vitest";
import { encodeShare } from "#domain/loadout/sharing/share-code.ts";
import { starterLoadout } from "#domain/loadout/starter.ts";
import { makeWorld } from "#test/harness/world.ts";
import { figure, isLong } from "./figure.ts";

const PICTURES = isLong ? 40 : 10;
/** The share of its time that drawing a picture on the event loop would take is above 0.9; without it, it is the requests' own. */
const MAX_BUSY = 0.5;

test("pictures are drawn beside the event loop", async () => {
  await using world = await makeWorld();
  const { codebook } = world.context.arsenals.bf4;
  const loadout = starterLoadout(world.context.arsenals.bf4, "assault");
  const getPicture = async (name: string) => {
    const code = encodeShare({ name, loadout }, codebook);
    const answer = await world.visitor().fetch(`/pictures/loadout.png?game=bf4&l=${code}`);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
  };
  // The first loads the code and begins the thread.
  await getPicture("first");
  const before: EventLoopUtilization = performance.eventLoopUtilization();
  for (let count = 0; count < PICTURES; count += 1) await getPicture(`picture ${count}`);
  const { utilization } = performance.eventLoopUtilization(before);
  figure(
    `pictures: the event loop was busy for ${(utilization * 100).toFixed(0)} % of the time of ${PICTURES} drawings`,
  );
  expect(utilization).toBeLessThan(MAX_BUSY);
});
