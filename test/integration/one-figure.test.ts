// @rest @postgres @alone
// What a build does is the same number on every screen: 50 random builds of each game, with what the site answers.
import { expect, test } from "vitest";
import { GAME_TITLES, GAMES, type GameId } from "#domain/game.ts";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { getBuild, type Headline, listHeadlines } from "#domain/loadout/build.ts";
import { isVehicleLoadout, type SoldierLoadout } from "#domain/loadout/loadout.ts";
import { randomLoadout } from "#domain/loadout/random.ts";
import { createRandom } from "#domain/seeded-random.ts";
import { getBallistics } from "#domain/weapons/ballistics.ts";
import { getSubject } from "#domain/weapons/figures.ts";
import { getHealth } from "#domain/weapons/hit-zones.ts";
import { getLethality } from "#domain/weapons/lethality/at-range.ts";
import { formatTtk } from "#messages/game/figure-words.ts";
import { formatFigure, formatReading } from "#messages/game/figures.ts";
import { getLoadoutCard } from "#server/features/share/drawing.ts";
import type { Element } from "#server/features/share/renderer.ts";
import { guest } from "#test/harness/data/lockers.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";
import { compareRows } from "#web/features/arsenal/compare/compare-rows.ts";
import { getAnswerBuild } from "#web/features/loadout/editor/figures/aim-controls.tsx";

type Listed = Awaited<ReturnType<Visitor["trpc"]["arsenal"]["list"]["query"]>>;

const BUILDS = 50;

const sayTime = ({ ttkMs, isMinimum }: Omit<Headline, "rangeM">) =>
  ttkMs === null ? null : formatTtk(ttkMs, isMinimum);

/** Every text of a picture, in its order. */
const getTexts = ({ props: { children } }: Element): string[] =>
  typeof children === "string" ? [children] : (children ?? []).flatMap(getTexts);

/** What each place shows of a build, at each range of the card. */
async function readBuild(world: World, { trpc }: Visitor, { weapons, combat }: Listed, loadout: SoldierLoadout) {
  const id = crypto.randomUUID();
  const content = { name: "Build", loadout };
  await trpc.loadout.save.mutate({ id, ...content, tags: [], folderId: null, seenVersion: 0 });
  const saved = await trpc.loadout.get.query({ id });
  if (isVehicleLoadout(saved.loadout)) throw new Error("The site does not answer what it was given.");
  const { id: shareId } = await trpc.share.create.mutate({ ...content, note: null, withAuthor: false });
  const { loadout: opened, ...shared } = await trpc.share.get.query({ id: shareId });
  const answer = await trpc.arsenal.weapon.query({ game: loadout.game, id: loadout.primary.weaponId ?? "" });
  const listed = weapons.find((weapon) => weapon.id === answer.weapon.id);
  if (!listed || isVehicleLoadout(opened)) throw new Error("The site does not answer what it was given.");
  const picture = getTexts(getLoadoutCard({ ...shared, loadout: opened }, world.context.arsenals));

  const parts = answer.game === "bf2042" ? answer.attachments : null;
  const card = listHeadlines(getBuild(answer.weapon, parts, saved.loadout.primary), combat);
  const build = getAnswerBuild(answer, loadout.primary);
  // The drawer and the comparison name a build by barrel and ammunition.
  const named = build?.configuration ? getBallistics(answer.weapon, build.configuration) : build;
  const lethal = named && { ...named, multipliers: listed.multipliers };
  const hitPoints = getHealth(combat, "normal");
  const contestant = { id: "", name: "", build: lethal, mechanics: null, disputed: [] };
  const rows = compareRows([contestant], { heads: 0, hitPoints });
  const readRow = (label: string, rangeM: number) => rows.find((row) => row.label === label)?.readAt(rangeM).texts[0];
  return card.map(({ rangeM, ...time }) => {
    const aim = { rangeM, heads: 0, hitPoints } as const;
    const drawer = lethal && getLethality(lethal, aim);
    const editor = getSubject(build, aim);
    const page = listHeadlines(getAnswerBuild(answer, opened.primary), combat);
    const inPicture = picture[picture.indexOf(`TTK at ${rangeM} m`) + 1];
    return {
      times: {
        card: sayTime(time),
        drawer: drawer && sayTime(drawer),
        editor: formatReading("ttk", editor),
        comparison: readRow("TTK", rangeM),
        "share page": sayTime(page.find((at) => at.rangeM === rangeM) ?? { ttkMs: null, isMinimum: false }),
        picture: inPicture === "unknown" ? null : inPicture,
      },
      damage: {
        drawer: drawer?.damage ?? null,
        editor: formatReading("damageAt", editor),
        comparison: readRow("Damage at range", rangeM),
      },
      hits: {
        drawer: drawer?.shots ?? null,
        editor: formatReading("shots", editor),
        comparison: readRow("Shots to kill", rangeM),
      },
    };
  });
}

test.for(GAMES.map((game): [string, GameId] => [GAME_TITLES[game], game]))("of %s", async ([, game]) => {
  await using world = await makeWorld({ environment: { CALLS_PER_MINUTE: "100000" } });
  const visitor = await guest(world);
  const listed = await visitor.trpc.arsenal.list.query({ game });
  const random = createRandom(11);
  let figures = 0;
  for (let round = 0; round < BUILDS; round += 1) {
    const kitId = KIT_IDS[round % KIT_IDS.length] ?? "assault";
    const loadout = randomLoadout(world.context.arsenals[game], { kitId }, random);
    if (isVehicleLoadout(loadout)) throw new Error("A kit carries no vehicle.");
    const shown = await readBuild(world, visitor, listed, loadout);
    expect(shown).toHaveLength(3);
    for (const { times, damage, hits } of shown) {
      for (const [place, time] of Object.entries(times))
        expect(time, `${loadout.primary.weaponId}: ${place}`).toBe(times.card);
      for (const { drawer, editor, comparison } of [damage, hits]) {
        expect(comparison).toBe(editor);
        expect(editor).toBe(drawer === null ? null : formatFigure("damageAt", drawer));
      }
      if (times.card !== null) figures += 1;
    }
  }
  expect(figures).toBeGreaterThan(BUILDS);
});
