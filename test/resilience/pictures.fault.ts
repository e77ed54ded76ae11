// Share images are rendered in another thread, so the event loop stays free for other requests.
import { type EventLoopUtilization, performance } from "node:perf_hooks";
import { expect, test } from "vitest";
import { encodeShare } from "#domain/loadout/sharing/share-code.ts";
import { createStarterLoadout } from "#domain/loadout/starter.ts";
import { makeWorld } from "#test/harness/world.ts";
import { isLong, recordFigure } from "./figure.ts";

const PICTURES = isLong ? 40 : 10;
/** The maximum utilization of the event loop; rendering on it would take more than 0.9. */
const MAX_BUSY = 0.5;

test("rendering images does not block the event loop", async () => {
  await using world = await makeWorld();
  const { codebook } = world.context.arsenals.bf4;
  const loadout = createStarterLoadout(world.context.arsenals.bf4, "assault");
  const getPicture = async (name: string) => {
    const code = encodeShare({ name, loadout }, codebook);
    const response = await world.visitor().fetch(`/pictures/loadout.png?game=bf4&l=${code}`);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
  };
  // The first image loads the code and starts the thread.
  await getPicture("first");
  const utilizationBefore: EventLoopUtilization = performance.eventLoopUtilization();
  for (let count = 0; count < PICTURES; count += 1) await getPicture(`picture ${count}`);
  const { utilization } = performance.eventLoopUtilization(utilizationBefore);
  recordFigure(
    `pictures: the event loop was busy for ${(utilization * 100).toFixed(0)} % of the time of ${PICTURES} drawings`,
  );
  expect(utilization).toBeLessThan(MAX_BUSY);
});
