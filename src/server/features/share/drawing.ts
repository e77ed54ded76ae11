// Draws the preview pictures. Loaded with the first picture.
import { Tinypool } from "tinypool";
import equipmentLines from "#data/equipment.json" with { type: "json" };
import silhouettes from "#data/silhouettes.json" with { type: "json" };
import { GAME_TITLES, type GameId } from "#domain/game.ts";
import type { Arsenals } from "#domain/game-data/arsenal.ts";
import { getLoadoutHeadlines, getPrimaryBuild } from "#domain/loadout/build.ts";
import { isVehicleLoadout, type Loadout } from "#domain/loadout/loadout.ts";
import type { SharedLoadout } from "#domain/loadout/sharing/share.ts";
import type { Drawing } from "#domain/silhouettes/canvas.ts";
import { PICTURE_COLOURS as COLOUR, PICTURE_SERIES } from "#domain/silhouettes/colours.ts";
import { drawEquipment } from "#domain/silhouettes/equipment.ts";
import { type CarriedWeapon, drawCarried } from "#domain/silhouettes/silhouette.ts";
import { getDuel, listMissingFigures, toHundred } from "#domain/weapons/duel.ts";
import { getSubject } from "#domain/weapons/figures.ts";
import type { Target } from "#domain/weapons/lethality/at-range.ts";
import { CHART_RANGE_M, getAxisTop, getDamageLine } from "#domain/weapons/lethality/kill-line.ts";
import { m } from "#messages";
import { formatHeadNote, formatVerdict } from "#messages/game/duel-words.ts";
import { formatTtk } from "#messages/game/figure-words.ts";
import { formatReading, getLabelAt } from "#messages/game/figures.ts";
import { describeScenario } from "#messages/game/scenario-words.ts";
import { describeLoadout, type LoadoutItem, listItems } from "#messages/loadout/describe.ts";
import { getUnnamed } from "#messages/loadout/share-words.ts";
import { lazy } from "#platform/cache.ts";
import { type OpenedSquad, type OpenedVersus, PICTURE } from "./opened.ts";
import type { Element, Style } from "./renderer.ts";

const MAX_ITEMS = 8;

const box = (style: Style, children: string | Element[]): Element => ({
  type: "div",
  key: null,
  props: { style: { display: "flex", boxSizing: "border-box", ...style }, children },
});

/** A PNG of the loadout's name, game and what it carries. */
export const drawLoadout = (shared: SharedLoadout, arsenals: Arsenals): Promise<Buffer> =>
  render(getLoadoutCard(shared, arsenals));

/** A PNG of two to four builds: who of two wins how often, else their times to kill. */
export const drawVersus = (opened: OpenedVersus): Promise<Buffer> => render(getVersusCard(opened));

/** A PNG of a squad's loadouts and what it lacks. */
export const drawSquad = (opened: OpenedSquad, arsenals: Arsenals): Promise<Buffer> =>
  render(getSquadCard(opened, arsenals));

/** The thread that renders, begun with the first picture and ended after a minute without one. */
const getRenderer = lazy(() => {
  // Beside the built program as beside this file.
  const name = import.meta.url.endsWith(".ts") ? "renderer.ts" : "renderer.js";
  const filename = new URL(name, import.meta.url).href;
  return new Tinypool({ filename, minThreads: 0, maxThreads: 1, idleTimeout: 60_000 });
});

const render = async (card: Element): Promise<Buffer> =>
  Buffer.from(await getRenderer().run({ card, ...PICTURE }, { name: "renderCard" }));

/** The elements of a loadout's picture. */
export function getLoadoutCard({ name, loadout, author }: SharedLoadout, arsenals: Arsenals): Element {
  const items = listItems(describeLoadout(loadout, arsenals[loadout.game]))
    .filter(({ value }) => value !== m.build_empty())
    .slice(0, MAX_ITEMS)
    .map(itemBox);
  const primary = drawPrimary(loadout, arsenals);
  return getFrame(loadout.game, author ? m.share_picture_by({ author: cut(author, 30) }) : "Fieldlocker", [
    box({ justifyContent: "space-between", alignItems: "center", gap: 36, marginTop: 8 }, [
      box({ fontSize: getTitleSize(name), fontWeight: 700, lineHeight: 1.1, flexShrink: 1 }, cut(name, 60)),
      ...drawVehicle(loadout, { width: 300, height: 138, flexShrink: 0 }),
    ]),
    box({ flexGrow: 1, justifyContent: "space-between", marginTop: 8 }, [
      ...primary,
      primary.length > 0
        ? box({ flexDirection: "column", width: COLUMN }, items)
        : box({ flexWrap: "wrap", alignContent: "flex-start", columnGap: 32 }, items),
    ]),
  ]);
}

/** Two columns of a picture with a gap between them. */
const COLUMN = 536;

/** A name of any length stands in one line. */
const getTitleSize = ({ length }: string): number => (length > 44 ? 44 : length > 28 ? 56 : 76);

/** A picture's frame: the game, a note at its right, the content, and who made it. */
function getFrame(game: GameId, note: string, content: Element[]): Element {
  const [accent] = PICTURE_SERIES[game];
  const frame = { width: "100%", height: "100%", flexDirection: "column", padding: "36px 48px" };
  return box({ ...frame, backgroundColor: COLOUR.ground, color: COLOUR.text, borderTop: `12px solid ${accent}` }, [
    box({ justifyContent: "space-between", fontSize: 30, color: COLOUR.quiet }, [
      box({ color: accent, fontWeight: 700 }, GAME_TITLES[game]),
      box({}, note),
    ]),
    ...content,
    box({ justifyContent: "flex-end", fontSize: 24, color: COLOUR.quiet }, m.share_unofficial()),
  ]);
}

/** The elements of the picture of Versus. */
export function getVersusCard({ game, contestants, scenario, patch, target }: OpenedVersus): Element {
  const [first, second, ...others] = contestants;
  const rivals = first && second && others.length === 0 ? ([first, second] as const) : null;
  const duel = rivals && fight(rivals, target);
  const shares = duel?.shares ?? [];
  const times = contestants.map(({ build }) => formatReading("ttk", getSubject(build, target)) ?? m.share_unknown());
  const width = 1104 / contestants.length;
  const columns = contestants.map(({ weaponId, name }, index) =>
    box({ width, flexDirection: "column", alignItems: "center" }, [
      ...drawWeapon(
        { weaponId },
        { width: width - 40, height: ((width - 40) * 110) / 420, ...(rivals && index === 1 && MIRRORED) },
      ),
      box({ fontSize: rivals ? 44 : 30, fontWeight: 700, marginTop: 12 }, cut(name, rivals ? 22 : 18)),
      box(
        { fontSize: shares.length > 0 ? 120 : 44, fontWeight: 700, lineHeight: 1.1, color: getColour(game, index) },
        String(shares[index] ?? times[index] ?? ""),
      ),
    ]),
  );
  const bar = shares.map((share, index) => box({ width: `${share}%`, backgroundColor: getColour(game, index) }, ""));
  return getFrame(game, describeScenario(scenario, patch), [
    box({ justifyContent: "space-between", marginTop: 36 }, columns),
    ...(shares.length > 0
      ? [box({ height: 20, justifyContent: "space-between", backgroundColor: COLOUR.line }, bar)]
      : []),
    box(
      { fontSize: rivals ? 44 : 30, fontWeight: 700, marginTop: 20 },
      duel?.verdict ?? m.share_versus_times({ rangeM: scenario.rangeM }),
    ),
    box({ fontSize: 22, color: COLOUR.quiet, flexGrow: 1 }, duel?.note ?? ""),
  ]);
}

const MIRRORED = { transform: "scaleX(-1)" };

const getColour = (game: GameId, index: number): string => PICTURE_SERIES[game][index] ?? COLOUR.text;

type Rivals = readonly [OpenedVersus["contestants"][number], OpenedVersus["contestants"][number]];

/** Who of two wins, with the fights of a hundred that each side wins where a winner can be named. */
function fight([left, right]: Rivals, target: Target) {
  const builds = [left.build, right.build] as const;
  const isPublic = builds.every((build) => build && listMissingFigures(build, target).length === 0);
  if (!builds[0] || !builds[1] || !isPublic) return { shares: [], verdict: m.duel_not_public(), note: null };
  const duellists = [builds[0], builds[1]] as const;
  const names = [left.name, right.name] as const;
  const result = getDuel(duellists, target);
  return {
    shares: result.decisiveUnknown ? [] : toHundred(result.wins),
    verdict: formatVerdict(names, result, target.rangeM),
    note: formatHeadNote(names, duellists, target, result),
  };
}

function getSquadCard({ game, members, gaps }: OpenedSquad, arsenals: Arsenals): Element {
  const cards = members.map(({ name, loadout }) => {
    const [kit, ...lines] = describeLoadout(loadout, arsenals[game]).filter(({ value }) => value !== m.build_empty());
    const names = lines.filter(({ part }) => !part).map(({ value }) => value);
    const primary = isVehicleLoadout(loadout) ? null : loadout.primary;
    return box({ width: 352, flexDirection: "column", padding: "14px 16px", backgroundColor: COLOUR.panel }, [
      box({ fontSize: 34, fontWeight: 700, lineHeight: 1.1 }, cut(name || getUnnamed(), 22)),
      box({ fontSize: 22, color: PICTURE_SERIES[game][0] }, kit?.value ?? ""),
      ...drawVehicle(loadout, { width: 150, height: 69 }),
      ...(primary?.weaponId ? drawWeapon({ ...primary, weaponId: primary.weaponId }, { width: 264, height: 69 }) : []),
      box({ fontSize: 20, color: COLOUR.quiet }, cut(names.slice(0, 4).join(" · "), 70)),
    ]);
  });
  return getFrame(game, m.share_squad(), [
    box({ fontSize: 40, fontWeight: 700, lineHeight: 1.1, marginTop: 6 }, cut(gaps ?? m.share_squad_complete(), 110)),
    box({ flexWrap: "wrap", flexGrow: 1, alignContent: "flex-start", gap: 16, marginTop: 18 }, cards),
  ]);
}

/** A weapon from the side with its attachments; nothing where there is no drawing of it. */
function drawWeapon(weapon: CarriedWeapon, style: Style): Element[] {
  return getPicture(drawCarried(silhouettes, weapon), 420, style);
}

/** The class of a vehicle loadout from the side; nothing for a soldier's. */
function drawVehicle(loadout: Loadout, style: Style): Element[] {
  if (!isVehicleLoadout(loadout)) return [];
  const vehicle = { game: loadout.game, catalogue: "vehicle-loadouts", id: loadout.vehicleClassId } as const;
  return getPicture(drawEquipment(equipmentLines, vehicle), 240, style);
}

function getPicture(drawing: Drawing | null, width: number, style: Style): Element[] {
  if (!drawing) return [];
  const paths = [
    [drawing.full, COLOUR.text],
    [drawing.dim, COLOUR.dim],
    [drawing.cut, COLOUR.ground],
  ].map(([path, fill]) => `<path d="${path}" fill="${fill}"/>`);
  return [getImage(paths, { width, height: 110 }, style)];
}

function getImage(shapes: readonly string[], { width, height }: typeof PLOT, style: Style): Element {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${shapes.join("")}</svg>`;
  const src = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
  return { type: "img", key: null, props: { src, style } };
}

/** The primary weapon from the side with its attachments, its times to kill and its damage over distance; nothing without one. */
function drawPrimary(loadout: Loadout, arsenals: Arsenals): Element[] {
  if (isVehicleLoadout(loadout) || loadout.primary.weaponId === null) return [];
  const { weaponId } = loadout.primary;
  const weapon = drawWeapon({ ...loadout.primary, weaponId }, { width: 420, height: 110 });
  if (weapon.length === 0) return [];
  const arsenal = arsenals[loadout.game];
  const figures = getLoadoutHeadlines(loadout, arsenal).map(({ rangeM, ttkMs, isMinimum }) =>
    box({ flexDirection: "column" }, [
      box({ fontSize: 20, color: COLOUR.quiet }, getLabelAt("ttk", { rangeM })),
      box(
        { fontSize: 36, fontWeight: 700, lineHeight: 1.1 },
        ttkMs === null ? m.share_unknown() : formatTtk(ttkMs, isMinimum),
      ),
    ]),
  );
  const damage = getPrimaryBuild(loadout, arsenal)?.damage;
  return [
    box({ flexDirection: "column", width: COLUMN, gap: 12 }, [
      ...weapon,
      box({ gap: 36 }, figures),
      ...(damage ? [drawDamage(getDamageLine(damage), PICTURE_SERIES[loadout.game][0])] : []),
    ]),
  ];
}

const PLOT = { width: 480, height: 118 };
const DISTANCES_M = [0, 50, 100, CHART_RANGE_M];

/** A chart of damage over distance. */
function drawDamage({ shape, points }: ReturnType<typeof getDamageLine>, colour: string): Element {
  const top = getAxisTop(points.map(([, damage]) => damage));
  const x = (distanceM: number) => (distanceM / CHART_RANGE_M) * PLOT.width;
  const y = (damage: number) => PLOT.height - (damage / top) * PLOT.height;
  const corners = points.map(([distanceM, damage], at) => {
    if (at === 0) return `M${x(distanceM)} ${y(damage)}`;
    return shape === "step" ? `H${x(distanceM)}V${y(damage)}` : `L${x(distanceM)} ${y(damage)}`;
  });
  const grid = [
    ...DISTANCES_M.map((distanceM) => `M${x(distanceM)} 0V${PLOT.height}`),
    ...[0, top / 2, top].map((damage) => `M0 ${y(damage)}H${PLOT.width}`),
  ];
  const picture = getImage(
    [
      `<path d="${grid.join("")}" stroke="${COLOUR.line}" stroke-width="2" fill="none"/>`,
      `<path d="${corners.join("")}H${PLOT.width}" stroke="${colour}" stroke-width="4" fill="none"/>`,
    ],
    PLOT,
    PLOT,
  );
  const label = { fontSize: 18, color: COLOUR.quiet };
  const across = { ...label, justifyContent: "space-between" };
  return box({ flexDirection: "column", gap: 2 }, [
    box({ fontSize: 20, color: COLOUR.quiet }, m.common_damage_of_one_bullet_or_pellet()),
    box({ gap: 8 }, [
      box(
        { ...across, flexDirection: "column", alignItems: "flex-end", width: 40, height: PLOT.height, lineHeight: 1 },
        [top, top / 2, 0].map((damage) => box({}, String(damage))),
      ),
      picture,
    ]),
    box(
      { ...across, marginLeft: 48, width: PLOT.width },
      DISTANCES_M.map((distanceM) => box({}, m.unit_quantity({ number: String(distanceM), unit: m.unit_m() }))),
    ),
  ]);
}

const itemBox = ({ label, value, parts }: LoadoutItem): Element =>
  box({ width: COLUMN, flexDirection: "column", padding: "3px 0", borderBottom: `1px solid ${COLOUR.line}` }, [
    box({ alignItems: "baseline" }, [
      box({ width: 140, flexShrink: 0, fontSize: 20, color: COLOUR.quiet }, label),
      box({ fontSize: 28, fontWeight: 700, lineHeight: 1.1 }, cut(value, 36)),
    ]),
    ...(parts.length > 0 ? [box({ fontSize: 20 }, cut(parts.join(", "), 66))] : []),
  ]);

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
