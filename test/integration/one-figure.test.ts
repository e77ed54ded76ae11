// @rest @postgres @alone
// What a build does in a scenario is the same number on every screen, for 200 random builds and scenarios, with what the site
// answers. test/e2e/one-figure.e2e.ts reads some of them as they are shown.
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { GAME_TITLES, GAMES, type GameId } from "#domain/game.ts";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { getBuild, getMounted, type Headline, listHeadlines } from "#domain/loadout/build.ts";
import { isVehicleLoadout, type SoldierLoadout } from "#domain/loadout/loadout.ts";
import { createRandomLoadout } from "#domain/loadout/random.ts";
import { createRandom } from "#domain/seeded-random.ts";
import { getBallistics } from "#domain/weapons/ballistics.ts";
import { getDuel, toHundred } from "#domain/weapons/duel.ts";
import { getSubject } from "#domain/weapons/figures.ts";
import { formatScenario, getTarget, type Scenario } from "#domain/weapons/scenario.ts";
import { formatBuilds, type VersusBuild } from "#domain/weapons/versus.ts";
import { formatTtk } from "#messages/game/figure-words.ts";
import { formatReading } from "#messages/game/figures.ts";
import { formatBuildNames } from "#messages/game/versus-words.ts";
import { getLoadoutCard, getVersusCard } from "#server/features/share/drawing.ts";
import { openVersus } from "#server/features/share/opened.ts";
import type { Element } from "#server/features/share/renderer.ts";
import { createGuest } from "#test/harness/data/lockers.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";
import { listedWeapons } from "#web/features/arsenal/listed-weapon.ts";
import { getRow, getRowSubject } from "#web/features/arsenal/table/row-figures.ts";
import { getFigureRows } from "#web/features/arsenal/versus/versus-rows.ts";
import { getRivals, VersusVerdict } from "#web/features/arsenal/versus/versus-verdict.tsx";
import { getResponseBuild } from "#web/features/loadout/editor/figures/response-build.ts";

type WeaponList = Awaited<ReturnType<Visitor["trpc"]["arsenal"]["list"]["query"]>>;

const BUILDS = 100;

const formatTime = ({ ttkMs, isMinimum }: Omit<Headline, "rangeM">) =>
  ttkMs === null ? null : formatTtk(ttkMs, isMinimum);

/** Every text of a picture, in its order. */
const getTexts = ({ props: { children } }: Element): string[] =>
  typeof children === "string" ? [children] : (children ?? []).flatMap(getTexts);

const toText = (markup: string): string => markup.replaceAll(/<[^>]*>/g, " ").replaceAll(/&#x27;/g, "'");

function getRandomScenario(game: GameId, random: () => number): Scenario {
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;
  return {
    rangeM: Math.floor(random() * 31) * 5,
    hitPercent: pick([100, 100, 75, 40, 12]),
    heads: pick([0, 0, 10, 45, 100, "first", "two"] as const),
    health: pick(game === "bf4" ? (["normal", "hardcore"] as const) : (["normal", "plate"] as const)),
    part: game === "bf4" ? pick(["chest", "legs"] as const) : "chest",
    defensive: game === "bf4" && random() < 0.3,
  };
}

/** What cards, the share page and the pictures of chats show of a saved loadout. */
async function readHeadlines(world: World, { trpc }: Visitor, { combat }: WeaponList, loadout: SoldierLoadout) {
  const id = crypto.randomUUID();
  const content = { name: "Build", loadout };
  await trpc.loadout.save.mutate({ id, ...content, tags: [], folderId: null, seenVersion: 0 });
  const saved = await trpc.loadout.get.query({ id });
  const { id: shareId } = await trpc.share.create.mutate({ ...content, note: null, withAuthor: false });
  const { loadout: opened, ...shared } = await trpc.share.get.query({ id: shareId });
  const response = await trpc.arsenal.weapon.query({ game: loadout.game, id: loadout.primary.weaponId ?? "" });
  if (isVehicleLoadout(saved.loadout) || isVehicleLoadout(opened)) throw new Error("A soldier was saved.");
  const parts = response.game === "bf2042" ? response.attachments : null;
  const picture = getTexts(getLoadoutCard({ ...shared, loadout: opened }, world.context.arsenals));
  const card = listHeadlines(getBuild(response.weapon, parts, saved.loadout.primary), combat);
  const page = listHeadlines(getResponseBuild(response, opened.primary), combat);
  const headlines = card.map(({ rangeM, ...time }, index) => {
    const pictured = picture[picture.indexOf(`TTK at ${rangeM} m`) + 1];
    return {
      rangeM,
      card: formatTime(time),
      "share page": formatTime(page[index] ?? { ttkMs: null, isMinimum: false }),
      picture: pictured === "unknown" ? null : pictured,
    };
  });
  return { response, parts, headlines };
}

const DEFAULT = { hitPercent: 100, heads: 0, health: "normal", part: "chest", defensive: false } as const;

test.for(GAMES.map((game): [string, GameId] => [GAME_TITLES[game], game]))("of %s", async ([, game]) => {
  await using world = await makeWorld({ environment: { CALLS_PER_MINUTE: "100000" } });
  let visitor = await createGuest(world);
  const listed = await visitor.trpc.arsenal.list.query({ game });
  const rows = listedWeapons(listed.weapons, listed.sources);
  const random = createRandom(11);
  let [times, verdicts] = [0, 0];
  for (let round = 0; round < BUILDS; round += 1) {
    // A guest may share 50.
    if (round % 50 === 0) visitor = await createGuest(world);
    const kitId = KIT_IDS[round % KIT_IDS.length] ?? "assault";
    const loadout = createRandomLoadout(world.context.arsenals[game], { kitId }, random);
    if (isVehicleLoadout(loadout)) throw new Error("A kit carries no vehicle.");
    const { response, parts, headlines } = await readHeadlines(world, visitor, listed, loadout);
    const { weapon } = response;
    const build = getResponseBuild(response, loadout.primary);
    const mounted = "board" in loadout.primary ? getMounted(loadout.primary.board, parts) : {};
    if (mounted.ammunition === null) continue;
    const versusBuild: VersusBuild = {
      weaponId: weapon.id,
      ...(mounted.barrel && { barrel: mounted.barrel }),
      ...(mounted.ammunition && { ammunition: mounted.ammunition }),
    };
    const named = getBallistics(weapon, versusBuild);

    /** What the sheet, Versus, the editor and the picture of Versus show at a scenario. */
    const readTimes = (scenario: Scenario) => {
      const target = getTarget(scenario, listed.combat);
      const { rangeM, ...aim } = target;
      const contestant = {
        key: "",
        weaponId: weapon.id,
        name: weapon.name,
        build: named,
        mechanics: null,
        disputed: [],
      };
      const stock = { ...contestant, build: getBallistics(weapon) };
      const query = new URLSearchParams({
        ...formatScenario(scenario),
        versus: formatBuilds([versusBuild, { weaponId: weapon.id }, versusBuild]),
      });
      const opened = openVersus(world.context, game, (name) => query.get(name) ?? undefined);
      if (!opened) throw new Error(`The site does not open ${query}.`);
      // The game and the conditions, then a name and a time for each build.
      const [, , , inPicture, , stockInPicture] = getTexts(getVersusCard(opened));
      const versus = getFigureRows([contestant, stock], aim).find(({ id }) => id === "ttk");
      const [inVersus = null, stockInVersus = null] = versus?.readAt(rangeM).texts ?? [];
      const row = rows.find(({ id }) => id === weapon.id);
      return {
        target,
        build: {
          sheet: formatReading("ttk", getSubject(named, target)),
          editor: formatReading("ttk", getSubject(build, target)),
          versus: inVersus,
          picture: inPicture === "unknown" ? null : inPicture,
        },
        stock: {
          table: row ? formatReading("ttk", getRowSubject(getRow(row, target))) : undefined,
          versus: stockInVersus,
          picture: stockInPicture === "unknown" ? null : stockInPicture,
        },
        contestant,
        stockContestant: stock,
      };
    };

    const context = `${weapon.id} ${JSON.stringify(mounted)}`;
    for (const { rangeM, ...shown } of headlines) {
      const { build: atRange } = readTimes({ ...DEFAULT, rangeM });
      for (const [place, time] of Object.entries({ ...shown, ...atRange }))
        expect(time, `${context} at ${rangeM} m: ${place}`).toBe(shown.card);
    }
    const scenario = getRandomScenario(game, random);
    const { target, build: built, stock, contestant, stockContestant } = readTimes(scenario);
    const conditions = `${context} ${JSON.stringify(scenario)}`;
    for (const [place, time] of Object.entries(built)) expect(time, `${conditions}: ${place}`).toBe(built.sheet);
    for (const [place, time] of Object.entries(stock)) expect(time, `${conditions}: ${place}`).toBe(stock.table);
    if (built.sheet !== null) times += 1;

    // The verdict on the page and in the picture, and whether its sentences hold for both builds.
    const rivals = getRivals([contestant, { ...stockContestant, name: "Stock" }], target);
    if ("reasons" in rivals) continue;
    const result = getDuel(rivals.builds, target);
    const page = toText(renderToStaticMarkup(createElement(VersusVerdict, { rivals, target })));
    const [left, right] = toHundred(result.wins);
    const verdict = result.decisiveUnknown
      ? "No verdict"
      : left === right
        ? `Dead even at ${scenario.rangeM} m: each wins ${left} of 100.`
        : `${left > right ? weapon.name : "Stock"} wins ${Math.max(left, right)} of 100 at ${scenario.rangeM} m.`;
    expect(page, conditions).toContain(verdict);
    expect(page.includes("every hit counts as a hit to the body"), conditions).toBe(result.ignoresHeadshots);
    // Beside the verdict both times go by its assumption.
    const assumed = result.ignoresHeadshots ? { ...target, heads: 0 } : target;
    for (const build of rivals.builds)
      expect(page, conditions).toContain(`TTK ${formatReading("ttk", getSubject(build, assumed)) ?? "unknown"}`);
    if (!result.ignoresHeadshots)
      for (const time of [built.sheet, stock.table]) expect(page, conditions).toContain(`TTK ${time ?? "unknown"}`);
    const pair = [versusBuild, { weaponId: weapon.id }];
    const query = new URLSearchParams({ ...formatScenario(scenario), versus: formatBuilds(pair) });
    const [leftName, rightName] = formatBuildNames(pair.map((each) => ({ ...each, name: weapon.name })));
    const opened = openVersus(world.context, game, (name) => query.get(name) ?? undefined);
    const pictured = opened ? getTexts(getVersusCard(opened)).join(" ") : "";
    const picturedVerdict = verdict
      .replace("Stock wins", `${rightName} wins`)
      .replace(`${weapon.name} wins`, `${leftName} wins`);
    expect(pictured, conditions).toContain(picturedVerdict);
    verdicts += 1;
  }
  expect(times).toBeGreaterThan(BUILDS / 2);
  expect(verdicts).toBeGreaterThan(BUILDS / 2);
});
