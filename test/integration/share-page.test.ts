// The page of a shared loadout as a chat application or a browser without scripts sees it.
import type { Context } from "hono";
import { describe, expect, test } from "vitest";
import { GAMES } from "#domain/game.ts";
import { getPrimaryBuild } from "#domain/loadout/build.ts";
import type { SoldierLoadout } from "#domain/loadout/loadout.ts";
import { encodeShare } from "#domain/loadout/sharing/share-code.ts";
import { createStarterLoadout } from "#domain/loadout/starter.ts";
import { getDamageLine } from "#domain/weapons/lethality/kill-line.ts";
import { describeLoadout } from "#messages/loadout/describe.ts";
import { DatabaseUnavailableError } from "#platform/database/database-unavailable.ts";
import { escapeHtml } from "#platform/http/plain-page.ts";
import { createApp } from "#server/app.ts";
import { readArsenals } from "#server/arsenals.ts";
import type { Database } from "#server/database/database.ts";
import { drawLoadout, getLoadoutCard } from "#server/features/share/drawing.ts";
import type { Site } from "#server/http/site.ts";
import { runAdmin } from "#test/harness/accounts.ts";
import { buildLoadout, createGuest } from "#test/harness/data/lockers.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

/** A site whose pages have only the given head and body. */
const SITE: Site = {
  respond: async (c) => (c as Context).text("the site's own"),
  findAddress: () => null,
  getLanguage: async () => "en",
  respondWithShell: (c, _language, { head, body }, status) => (c as Context).html(`${head}\n${body}`, status),
};

const fetchPage = (world: World, path: string) =>
  createApp(world.context, SITE).request(world.origin + path, {}, { clientAddress: "192.0.2.7", requestId: "r" });

async function createShare(world: World, name = "Stairs & <b>corners</b>") {
  const visitor = await createGuest(world);
  const loadout = buildLoadout(world);
  const { id } = await visitor.trpc.share.create.mutate({ name, loadout, note: 'Mind "them"', withAuthor: false });
  return { visitor, id };
}

describe("the address of a share", () => {
  test("has the name, the weapons and the preview tags in its markup, all of them escaped", async () => {
    await using world = await makeWorld();
    const { id } = await createShare(world);
    const response = await fetchPage(world, `/bf4?s=${id}`);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain(">Stairs &amp; &lt;b&gt;corners&lt;/b&gt;</h1>");
    expect(html).toContain(">AK-12</dd>");
    expect(html).toContain('property="og:title" content="Stairs &amp; &lt;b&gt;corners&lt;/b&gt; · Battlefield 4"');
    expect(html).toContain(`property="og:image" content="${world.origin}/pictures/loadout.png?game=bf4&amp;s=${id}"`);
    expect(html).not.toContain("<b>");
  });

  test("can contain the loadout as a code, without a saved share", async () => {
    await using world = await makeWorld();
    for (const game of GAMES) {
      const { codebook } = world.context.arsenals[game];
      const loadout = buildLoadout(world, game, "support");
      const code = encodeShare({ name: "By code", loadout }, codebook);
      const response = await fetchPage(world, `/${game}?l=${code}`);
      const html = await response.text();
      expect([response.status, html.includes(">By code</h1>")]).toEqual([200, true]);
      for (const { value } of describeLoadout(loadout, world.context.arsenals[game]))
        expect(html).toContain(`>${escapeHtml(value)}</dd>`);
      expect((await fetchPage(world, `/pictures/loadout.png?game=${game}&l=${code}`)).status).toBe(200);
      const damaged = await fetchPage(world, `/${game}?l=${code.slice(0, -1)}`);
      expect([damaged.status, await damaged.text()]).toEqual([404, expect.stringContaining("This link is damaged")]);
    }
  });

  test("redirects to the other game's page if the code is of that game", async () => {
    await using world = await makeWorld();
    const code = encodeShare(
      { name: "", loadout: buildLoadout(world, "bf2042") },
      world.context.arsenals.bf2042.codebook,
    );
    const response = await fetchPage(world, `/bf4?l=${code}`);
    expect([response.status, response.headers.get("location")]).toEqual([302, `/bf2042?l=${code}`]);
  });

  test("returns the site's own screen, which retries, while the database is unavailable", async () => {
    await using world = await makeWorld();
    const { id } = await createShare(world);
    const selectFrom = () => {
      throw new DatabaseUnavailableError(null);
    };
    const context = { ...world.context, db: { selectFrom } as unknown as Database };
    const response = await fetchPage({ ...world, context }, `/bf4?s=${id}`);
    expect([response.status, await response.text()]).toEqual([200, "the site's own"]);
  });

  test("returns 404 with the reason for a share that is revoked, unknown or of the other game", async () => {
    await using world = await makeWorld();
    const { visitor, id } = await createShare(world);
    const readMessage = async (path: string) => {
      const response = await fetchPage(world, path);
      return [response.status, await response.text()] as const;
    };
    for (const path of [`/bf2042?s=${id}`, "/bf4?s=zzzzzzzzzzzz", "/bf4?s=%3Cscript%3E"]) {
      const [status, text] = await readMessage(path);
      expect([path, status]).toEqual([path, 404]);
      expect(text).toContain("There is no shared loadout at this address.");
    }
    await visitor.trpc.share.revoke.mutate({ id });
    expect((await readMessage(`/bf4?s=${id}`))[1]).toContain("no longer shared");
    expect(await readMessage("/bf4?tab=loadouts")).toEqual([200, "the site's own"]);
  });

  test("has a picture of 1200 by 630 pixels, which is the same for the next request", async () => {
    await using world = await makeWorld();
    const { id } = await createShare(world);
    const [first, second] = [
      await fetchPage(world, `/pictures/loadout.png?game=bf4&s=${id}`),
      await fetchPage(world, `/pictures/loadout.png?game=bf4&s=${id}`),
    ];
    const png = Buffer.from(await first.arrayBuffer());
    expect([first.status, first.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(Buffer.from(await second.arrayBuffer()).equals(png)).toBe(true);
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    for (const query of ["", "?game=bf4", "?game=bf4&s=zzzzzzzzzzzz", `?game=bf2042&s=${id}`])
      expect((await fetchPage(world, `/pictures/loadout.png${query}`)).status).toBe(404);
  });
});

test("the picture of a vehicle's loadout shows the vehicle", async () => {
  const getSize = async (vehicleClassId: string) => {
    const loadout = { schemaVersion: 1, game: "bf4", vehicleClassId, parts: {} } as const;
    const picture = await drawLoadout({ name: "Metro", loadout, note: "", author: null }, readArsenals("data"));
    return picture.length;
  };
  // Neither loadout has any parts, and only the first vehicle class has a drawing.
  expect((await getSize("transports")) - (await getSize("spoons"))).toBeGreaterThan(2000);
});

test.for([
  ["bf4", "ak-12", true],
  ["bf4", "saiga-12k", false],
  ["bf2042", "ak-24", true],
] as const)(
  "the picture of a loadout of %s with %s has a chart of its damage where that is public: %s",
  ([game, weaponId, isPublic]) => {
    const arsenals = readArsenals("data");
    const starter = createStarterLoadout(arsenals[game], "assault");
    const loadout = { ...starter, primary: { ...starter.primary, weaponId } } as SoldierLoadout;
    const damage = getPrimaryBuild(loadout, arsenals[game])?.damage;
    const card = JSON.stringify(getLoadoutCard({ name: "Stairs", loadout, note: "", author: null }, arsenals));
    const drawings = [...card.matchAll(/base64,([^"]+)"/g)].map(([, data = ""]) => atob(data));
    // The chart's line has as many corners as the line that the site draws.
    const corners = damage ? getDamageLine(damage).points.length : 0;
    const lines = drawings.flatMap(
      (svg) => /<path d="([^"]+)" stroke="#[0-9a-f]{6}" stroke-width="4"/.exec(svg)?.[1] ?? [],
    );
    expect(lines.map((line) => line.match(/[MLV]/g)?.length)).toEqual(isPublic ? [corners] : []);
    expect(["0 m", "50 m", "100 m", "150 m"].every((label) => card.includes(`"${label}"`))).toBe(isPublic);
  },
);

describe("an administrator", () => {
  test("reads reports, dismisses them, and withdraws a share permanently", async () => {
    await using world = await makeWorld();
    const { visitor, id } = await createShare(world, "Rude name");
    const report = { id, reason: "insulting", text: "See\nthe name" } as const;
    expect(await runAdmin(world.context, ["reports"])).toBe("Nothing was reported.\n");
    await world.visitor().trpc.share.report.mutate(report);
    const listed = await runAdmin(world.context, ["reports"]);
    expect(listed).toContain(`${id}  /bf4?s=${id}`);
    expect(listed).toContain('insulting: "See\\nthe name"');
    expect(await runAdmin(world.context, ["dismiss", id])).toBe(`1 report of ${id} dismissed.\n`);
    await world.visitor().trpc.share.report.mutate(report);
    expect(await runAdmin(world.context, ["withdraw", id])).toBe(`${id} is taken down.\n`);
    expect(await runAdmin(world.context, ["reports"])).toBe("Nothing was reported.\n");
    expect((await fetchPage(world, `/bf4?s=${id}`)).status).toBe(404);
    const sameShare = { name: "Rude name", loadout: buildLoadout(world), note: 'Mind "them"', withAuthor: false };
    await expect(visitor.trpc.share.create.mutate(sameShare)).rejects.toMatchObject({
      data: { fault: { code: "share_revoked" } },
    });
    await expect(runAdmin(world.context, ["withdraw", "nothing"])).rejects.toThrow("There is no share nothing.");
  });
});

describe("the address of Versus", () => {
  test.for([
    "versus=ak-24:6KU:High%20Power,m5a3&range=40&hit=40&head=10",
    // An earlier link.
    "duel=ak-24:6KU:High%20Power,m5a3,40",
  ])("has its weapons and a picture in its markup: %s", async (query) => {
    await using world = await makeWorld();
    const response = await fetchPage(world, `/bf2042?${query}&patch=6.2.0`);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain('property="og:title" content="AK-24 vs M5A3 · Battlefield 2042"');
    expect(html).toMatch(/40 m · 40 % hit rate.·.10 % of hits to the head.·.6\.2\.0\. Who wins\?/);
    const key = "versus=ak-24%3A6KU%3AHigh+Power%2Cm5a3&amp;range=40&amp;hit=40&amp;head=10&amp;patch=6.2.0";
    expect(html).toContain(`property="og:image" content="${world.origin}/pictures/versus.png?game=bf2042&amp;${key}"`);
    const picture = await fetchPage(world, `/pictures/versus.png?game=bf2042&${key.replaceAll("&amp;", "&")}`);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
  });

  test("names all four weapons", async () => {
    await using world = await makeWorld();
    const query = "versus=ak-12,aek-971,famas,ace-23";
    expect(await (await fetchPage(world, `/bf4?${query}`)).text()).toContain("AK-12 vs AEK-971 vs FAMAS vs ACE 23");
    expect((await fetchPage(world, `/pictures/versus.png?game=bf4&${query}`)).status).toBe(200);
  });

  test("shows the normal page and has no picture if the game lacks a weapon", async () => {
    await using world = await makeWorld();
    for (const versus of ["ak-12,<b>", "ak-12", "m5a3,ak-12", ""]) {
      expect(await (await fetchPage(world, `/bf4?versus=${versus}`)).text()).toBe("the site's own");
      expect((await fetchPage(world, `/pictures/versus.png?game=bf4&versus=${versus}`)).status).toBe(404);
    }
    // The picture of a build that the record does not list has no result.
    expect((await fetchPage(world, "/pictures/versus.png?game=bf2042&versus=ak-24:None,m5a3")).status).toBe(200);
  });
});

test("the page of a squad lists its loadouts and the roles it lacks, and has a picture", async () => {
  await using world = await makeWorld();
  const { codebook } = world.context.arsenals.bf4;
  const code = encodeShare({ name: "Alex & <b>", loadout: buildLoadout(world, "bf4", "engineer") }, codebook);
  const html = await (await fetchPage(world, `/bf4?tab=loadouts&squad=.${code}.damaged`)).text();
  expect(html).toContain('property="og:title" content="Squad · Battlefield 4"');
  expect(html).toMatch(/property="og:description" content="Alex &amp; &lt;b&gt;\. This squad has no reviver, /);
  const [, picture = ""] = html.match(/property="og:image" content="([^"]+)"/) ?? [];
  const path = new URL(picture.replaceAll("&amp;", "&"));
  const response = await fetchPage(world, path.pathname + path.search);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect((await fetchPage(world, "/pictures/squad.png?game=bf4&squad=damaged")).status).toBe(404);
  expect(await (await fetchPage(world, "/bf4?tab=loadouts&squad=.")).text()).toBe("the site's own");
});
