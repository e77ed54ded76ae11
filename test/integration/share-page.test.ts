// What a chat and a browser without script see of a shared loadout.
import type { Context } from "hono";
import { describe, expect, test } from "vitest";
import { GAMES } from "#domain/game.ts";
import { getPrimaryBuild } from "#domain/loadout/build.ts";
import type { SoldierLoadout } from "#domain/loadout/loadout.ts";
import { encodeShare } from "#domain/loadout/sharing/share-code.ts";
import { starterLoadout } from "#domain/loadout/starter.ts";
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
import { aLoadout, guest } from "#test/harness/data/lockers.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

/** A site whose shell is nothing but what is put into it. */
const SITE: Site = {
  answer: async (c) => (c as Context).text("the site's own"),
  findAddress: () => null,
  getLanguage: async () => "en",
  answerWith: (c, _language, { head, body }, status) => (c as Context).html(`${head}\n${body}`, status),
};

const ask = (world: World, path: string) =>
  createApp(world.context, SITE).request(world.origin + path, {}, { clientAddress: "192.0.2.7", requestId: "r" });

async function shared(world: World, name = "Stairs & <b>corners</b>") {
  const visitor = await guest(world);
  const loadout = aLoadout(world);
  const { id } = await visitor.trpc.share.create.mutate({ name, loadout, note: 'Mind "them"', withAuthor: false });
  return { visitor, id };
}

describe("the address of a share", () => {
  test("has name, weapons and what a chat reads in its markup, none of it to be taken for markup", async () => {
    await using world = await makeWorld();
    const { id } = await shared(world);
    const answer = await ask(world, `/bf4?s=${id}`);
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html).toContain(">Stairs &amp; &lt;b&gt;corners&lt;/b&gt;</h1>");
    expect(html).toContain(">AK-12</dd>");
    expect(html).toContain('property="og:title" content="Stairs &amp; &lt;b&gt;corners&lt;/b&gt; · Battlefield 4"');
    expect(html).toContain(`property="og:image" content="${world.origin}/pictures/loadout.png?game=bf4&amp;s=${id}"`);
    expect(html).not.toContain("<b>");
  });

  test("and a code in the address do as well, without anybody having saved anything", async () => {
    await using world = await makeWorld();
    for (const game of GAMES) {
      const { codebook } = world.context.arsenals[game];
      const loadout = aLoadout(world, game, "support");
      const code = encodeShare({ name: "By code", loadout }, codebook);
      const answer = await ask(world, `/${game}?l=${code}`);
      const html = await answer.text();
      expect([answer.status, html.includes(">By code</h1>")]).toEqual([200, true]);
      for (const { value } of describeLoadout(loadout, world.context.arsenals[game]))
        expect(html).toContain(`>${escapeHtml(value)}</dd>`);
      expect((await ask(world, `/pictures/loadout.png?game=${game}&l=${code}`)).status).toBe(200);
      const damaged = await ask(world, `/${game}?l=${code.slice(0, -1)}`);
      expect([damaged.status, await damaged.text()]).toEqual([404, expect.stringContaining("This link is damaged")]);
    }
  });

  test("a code of the other game leads to that game's page", async () => {
    await using world = await makeWorld();
    const code = encodeShare({ name: "", loadout: aLoadout(world, "bf2042") }, world.context.arsenals.bf2042.codebook);
    const answer = await ask(world, `/bf4?l=${code}`);
    expect([answer.status, answer.headers.get("location")]).toEqual([302, `/bf2042?l=${code}`]);
  });

  test("is the site's own screen, which asks again, while the database is unavailable", async () => {
    await using world = await makeWorld();
    const { id } = await shared(world);
    const selectFrom = () => {
      throw new DatabaseUnavailableError(null);
    };
    const context = { ...world.context, db: { selectFrom } as unknown as Database };
    const answer = await ask({ ...world, context }, `/bf4?s=${id}`);
    expect([answer.status, await answer.text()]).toEqual([200, "the site's own"]);
  });

  test("that is taken back, taken down, unknown or of the other game returns 404 with the reason", async () => {
    await using world = await makeWorld();
    const { visitor, id } = await shared(world);
    const readMessage = async (path: string) => {
      const answer = await ask(world, path);
      return [answer.status, await answer.text()] as const;
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

  test("leads to a picture of a chat's size, cached for the next request", async () => {
    await using world = await makeWorld();
    const { id } = await shared(world);
    const [first, second] = [
      await ask(world, `/pictures/loadout.png?game=bf4&s=${id}`),
      await ask(world, `/pictures/loadout.png?game=bf4&s=${id}`),
    ];
    const png = Buffer.from(await first.arrayBuffer());
    expect([first.status, first.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(Buffer.from(await second.arrayBuffer()).equals(png)).toBe(true);
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    for (const query of ["", "?game=bf4", "?game=bf4&s=zzzzzzzzzzzz", `?game=bf2042&s=${id}`])
      expect((await ask(world, `/pictures/loadout.png${query}`)).status).toBe(404);
  });
});

test("the picture of a vehicle's loadout shows the vehicle", async () => {
  const getSize = async (vehicleClassId: string) => {
    const loadout = { schemaVersion: 1, game: "bf4", vehicleClassId, parts: {} } as const;
    const picture = await drawLoadout({ name: "Metro", loadout, note: "", author: null }, readArsenals("data"));
    return picture.length;
  };
  // Neither carries anything else; of one there is a drawing.
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
    const starter = starterLoadout(arsenals[game], "assault");
    const loadout = { ...starter, primary: { ...starter.primary, weaponId } } as SoldierLoadout;
    const damage = getPrimaryBuild(loadout, arsenals[game])?.damage;
    const card = JSON.stringify(getLoadoutCard({ name: "Stairs", loadout, note: "", author: null }, arsenals));
    const drawings = [...card.matchAll(/base64,([^"]+)"/g)].map(([, data = ""]) => atob(data));
    // The weapon, and the chart: a line of as many corners as the site draws.
    const corners = damage ? getDamageLine(damage).points.length : 0;
    const lines = drawings.flatMap(
      (svg) => /<path d="([^"]+)" stroke="#[0-9a-f]{6}" stroke-width="4"/.exec(svg)?.[1] ?? [],
    );
    expect(lines.map((line) => line.match(/[MLV]/g)?.length)).toEqual(isPublic ? [corners] : []);
    expect(["0 m", "50 m", "100 m", "150 m"].every((label) => card.includes(`"${label}"`))).toBe(isPublic);
  },
);

describe("an administrator", () => {
  test("reads reports, dismisses them, and takes a share down for good", async () => {
    await using world = await makeWorld();
    const { visitor, id } = await shared(world, "Rude name");
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
    expect((await ask(world, `/bf4?s=${id}`)).status).toBe(404);
    const again = { name: "Rude name", loadout: aLoadout(world), note: 'Mind "them"', withAuthor: false };
    await expect(visitor.trpc.share.create.mutate(again)).rejects.toMatchObject({
      data: { fault: { code: "share_revoked" } },
    });
    await expect(runAdmin(world.context, ["withdraw", "nothing"])).rejects.toThrow("There is no share nothing.");
  });
});

describe("the address of a duel", () => {
  test("has both weapons and a picture in its markup, none of it to be taken for markup", async () => {
    await using world = await makeWorld();
    const answer = await ask(world, "/bf2042?duel=ak-24:6KU:High%20Power,m5a3,40&patch=6.2.0");
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html).toContain('property="og:title" content="AK-24 vs M5A3 · Duel · Battlefield 2042"');
    const key = "duel=ak-24%3A6KU%3AHigh+Power%2Cm5a3%2C40%2C40%2C10&amp;patch=6.2.0";
    expect(html).toContain(`property="og:image" content="${world.origin}/pictures/duel.png?game=bf2042&amp;${key}"`);
    const picture = await ask(world, `/pictures/duel.png?game=bf2042&${key.replaceAll("&amp;", "&")}`);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
  });

  test("with a weapon or a build that the game does not have is left to the site, and has no picture", async () => {
    await using world = await makeWorld();
    for (const duel of ["ak-12,<b>", "ak-12", "m5a3,ak-12", ""]) {
      expect(await (await ask(world, `/bf4?duel=${duel}`)).text()).toBe("the site's own");
      expect((await ask(world, `/pictures/duel.png?game=bf4&duel=${duel}`)).status).toBe(404);
    }
    // The picture of a build that the record does not list has no result.
    expect((await ask(world, "/pictures/duel.png?game=bf2042&duel=ak-24:None,m5a3")).status).toBe(200);
  });
});

test("the address of a squad names its loadouts and what it lacks, and has a picture", async () => {
  await using world = await makeWorld();
  const { codebook } = world.context.arsenals.bf4;
  const code = encodeShare({ name: "Alex & <b>", loadout: aLoadout(world, "bf4", "engineer") }, codebook);
  const html = await (await ask(world, `/bf4?tab=loadouts&squad=.${code}.damaged`)).text();
  expect(html).toContain('property="og:title" content="Squad · Battlefield 4"');
  expect(html).toMatch(/property="og:description" content="Alex &amp; &lt;b&gt;\. This squad has no reviver, /);
  const [, picture = ""] = html.match(/property="og:image" content="([^"]+)"/) ?? [];
  const path = new URL(picture.replaceAll("&amp;", "&"));
  const answer = await ask(world, path.pathname + path.search);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect((await ask(world, "/pictures/squad.png?game=bf4&squad=damaged")).status).toBe(404);
  expect(await (await ask(world, "/bf4?tab=loadouts&squad=.")).text()).toBe("the site's own");
});
