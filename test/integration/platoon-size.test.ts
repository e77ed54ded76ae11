// What a screen of the largest platoon loads.
import { brotliCompressSync, constants } from "node:zlib";
import { expect, test } from "vitest";
import { fillPlatoon, LARGE_PLATOON, makePlatoon } from "#test/harness/data/platoons.ts";
import { makeWorld } from "#test/harness/world.ts";

const MAX_BYTES = 40_000;
/** The fastest that servers use: what they send is at most as large. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

test("the first data of each section of a platoon of 1,000 members and 500 loadouts is at most 40 kB in brotli", async () => {
  await using world = await makeWorld();
  const platoon = await makePlatoon(world);
  const { squadId } = await fillPlatoon(world, platoon, LARGE_PLATOON);
  const { visitor } = platoon.people.owner;
  const ask = { organizationId: platoon.id };
  const { slug } = await world.context.db
    .selectFrom("organization")
    .select("slug")
    .where("id", "=", platoon.id)
    .executeTakeFirstOrThrow();
  const load = async (path: string) => {
    const answer = await visitor.fetch(path);
    expect(answer.status, path).toBe(200);
    return brotliCompressSync(await answer.text(), QUALITY).length;
  };
  const getQuery = (name: string, input: object) =>
    `/api/trpc/platoon.${name}?input=${encodeURIComponent(JSON.stringify(input))}`;
  const getTotal = async (paths: readonly string[]) => {
    let bytes = 0;
    for (const path of paths) bytes += await load(path);
    return bytes;
  };
  // Of every section: the platoon, the reader's own, what is unread.
  const frame = await getTotal([
    "/api/auth/get-session",
    "/api/auth/organization/list",
    `/api/auth/organization/get-full-organization?organizationSlug=${slug}&membersLimit=1`,
    `/api/auth/organization/get-active-member`,
    "/api/trpc/platoon.members.overview",
    getQuery("feed.unread", ask),
  ]);
  const sections = {
    locker: [getQuery("locker.list", ask)],
    squads: [
      getQuery("squad.list", ask),
      getQuery("sheet.list", ask),
      getQuery("squadPlan.list", { ...ask, teamId: squadId }),
    ],
    board: [getQuery("board.list", ask), getQuery("board.consent", ask)],
    members: [getQuery("members.page", ask), getQuery("members.links", ask)],
    feed: [getQuery("feed.list", ask)],
  };
  for (const [name, paths] of Object.entries(sections)) {
    const bytes = frame + (await getTotal(paths));
    expect(bytes, name).toBeLessThanOrEqual(MAX_BYTES);
  }
});
