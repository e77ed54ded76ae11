// Draws the side profiles of weapons, each from a line of text in `data/silhouettes.json`. The muzzle is to the right.
//
// A line lists parts with their dimensions in units of the part library, for example
// "stock fixed 84; body ak 120; guard polymer 78; barrel 60; muzzle brake; mag curved 60 28 50; grip ak 30; rail 0 200".
// Stock, body, guard and barrel are placed from left to right. Every other part has its position, measured from the left end of the
// body, which on most weapons is the end of the stock.
import {
  type Anchors,
  addShape,
  BORE_Y,
  Canvas,
  type Drawing,
  readCorners,
  readNumbers,
  rectangle,
  type Shape,
} from "./canvas.ts";
import { drawHandgun } from "./handguns.ts";
import { drawBipod, drawScope, getMount, MOUNTS, type Mount, OPTICS } from "./mounts.ts";
import { BODIES, GRIPS, GUARDS, MAGAZINES, MUZZLES, STOCKS, TOPS } from "./parts.ts";

/** The y coordinate of the bottom of most receivers, to which magazines are attached. */
const MAGAZINE_Y = 50;

/** The length of the longest weapons, which fill the grid. Shorter weapons have a larger scale, but are still drawn shorter. */
const LONGEST = 620;
const FILLED = 412;
const COMPRESSION = 0.5;

/** Lines of `data/silhouettes.json` by weapon id; a line that begins with "=" refers to the line of another weapon. */
export type SilhouetteLines = Readonly<Record<string, string>>;

/** The suffix of a Portal weapon's id, which names the older game; the drawing is the same. */
const ERA = /-(bc2|bf3|1942|event)$/;

/** Returns the line of a weapon; undefined if there is none. */
export function findLine(lines: SilhouetteLines, weaponId: string): string | undefined {
  const line = lines[weaponId] ?? lines[weaponId.replace(ERA, "")];
  return line?.startsWith("=") ? findLine(lines, line.slice(1)) : line;
}

/** The weapon of a loadout of either game, with the ids of its parts. */
export type CarriedWeapon = {
  readonly weaponId: string;
  readonly attachments?: Readonly<Partial<Record<string, string>>>;
  /** The first part of each slot is mounted. */
  readonly board?: Readonly<Partial<Record<string, readonly string[]>>>;
};

/** Draws a weapon with its attachments; returns null if there is no drawing. */
export function drawCarried(lines: SilhouetteLines, weapon: CarriedWeapon): Drawing | null {
  const { weaponId, attachments = {}, board = {} } = weapon;
  const line = findLine(lines, weaponId);
  if (line === undefined) return null;
  const ids = [...Object.values(attachments), ...Object.values(board).map((parts) => parts?.[0])];
  // Some part ids begin with the weapon's id, which itself may match the pattern of an attachment.
  const mounts = ids.flatMap((id) => getMount(id?.replace(`${weaponId}-`, "") ?? "") ?? []);
  return drawWeapon(line, [...new Set(mounts)]);
}

/** Draws a weapon from its line, with its attachments. @throws {Error} for a part that is missing from the library. */
export function drawWeapon(line: string, mounts: readonly Mount[] = []): Drawing {
  const canvas = new Canvas();
  const parts = line.split(";").map((part) => part.trim().split(/\s+/));
  const anchors = parts.some(([kind]) => kind === "frame" || kind === "cylinder")
    ? drawHandgun(canvas, parts)
    : drawLongGun(canvas, parts, mounts);
  for (const mount of mounts)
    MOUNTS[mount]?.(canvas, { ...anchors, top: [anchors.top[0], canvas.getTopAt(anchors.top[0])] });
  const [left, , right] = canvas.bounds;
  const length = right - left;
  return canvas.draw((FILLED * (length / LONGEST) ** COMPRESSION) / length);
}

type Parts = readonly (readonly string[])[];

/** Returns the named shape of a library. @throws {Error} if it is missing. */
function getShape(library: Readonly<Record<string, Shape>>, name = ""): Shape {
  const shape = library[name];
  if (!shape) throw new Error(`The part library has no "${name}".`);
  return shape;
}

/** Places stock, body, guard and barrel from left to right, then the parts with a position. */
function drawLongGun(canvas: Canvas, parts: Parts, mounts: readonly Mount[]): Anchors {
  const find = (kind: string) => parts.find(([name]) => name === kind);
  const readMeasure = (kind: string, index: number) => Number(find(kind)?.[index] ?? 0);
  const [stock, body, guard] = [readMeasure("stock", 2), readMeasure("body", 2), readMeasure("guard", 2)];
  const barrelStart = body + guard;
  const barrelEnd = barrelStart + readMeasure("barrel", 1);
  if (stock) addShape(canvas, getShape(STOCKS, find("stock")?.[1]), { left: -stock, length: stock });
  if (body) addShape(canvas, getShape(BODIES, find("body")?.[1]), { left: 0, length: body });
  const thickness = (Number(find("barrel")?.[2] ?? 6) + (mounts.includes("heavy-barrel") ? 3 : 0)) / 2;
  canvas.add("full", rectangle(body, BORE_Y - thickness, barrelEnd, BORE_Y + thickness));
  if (guard) addShape(canvas, getShape(GUARDS, find("guard")?.[1]), { left: body, length: guard });
  const { length, shape } = MUZZLES[find("muzzle")?.[1] ?? "none"] ?? { length: 0, shape: {} };
  const isReplaced = mounts.some((mount) => ["suppressor", "muzzle-brake", "flash-hider"].includes(mount));
  if (length && !isReplaced) addShape(canvas, shape, { left: barrelEnd, length });
  for (const [kind = "", ...rest] of parts) {
    if (kind === "scope" && mounts.some((mount) => OPTICS.includes(mount))) continue;
    EXTRAS[kind]?.(canvas, kind === "mag" ? getMagazine(rest, mounts) : rest);
  }
  const [, railStart = "20", railEnd = String(body)] = find("rail") ?? [];
  return {
    top: [(Number(railStart) + Math.min(Number(railEnd), body)) / 2, Number(find("rail")?.[3] ?? 22)],
    muzzle: barrelEnd,
    bore: BORE_Y,
    under: [body + guard * 0.5, guard ? 51 : 46],
  };
}

/** Returns the arguments of the weapon's magazine, or of the longer magazine or drum that replaces it. */
function getMagazine(args: readonly string[], mounts: readonly Mount[]): readonly string[] {
  const [name = "", left = "0", width = "0", depth = "0", ...base] = args;
  if (mounts.includes("drum")) return ["drum", String(Number(left) - 14), "58", "54", ...base];
  const isLonger = mounts.includes("extended-magazine");
  return [name, left, width, isLonger ? String(Number(depth) * 1.35) : depth, ...base];
}

type Extra = (canvas: Canvas, args: readonly string[]) => void;

/** Functions that draw the parts with a position. */
const EXTRAS: Readonly<Record<string, Extra>> = {
  mag(canvas, [name = "", ...rest]) {
    const [left = 0, width = 0, depth = 0, base = MAGAZINE_Y] = readNumbers(rest);
    if (name === "drum" || name === "pan") {
      const centre = [left + width / 2, name === "drum" ? base + depth / 2 : base - depth / 2] as const;
      canvas.addEllipse(name === "drum" ? "full" : "dim", centre, [width / 2, depth / 2], 20);
      canvas.addEllipse("cut", centre, [width / 6, depth / 6], 12);
      if (name === "drum") canvas.add("full", rectangle(left + width * 0.3, base - 6, left + width * 0.7, base + 6));
      return;
    }
    addShape(canvas, getShape(MAGAZINES, name), { left, length: width, base, height: depth });
  },
  /** A grip with the trigger and its guard. */
  grip(canvas, [name, at = "0", drop = "0"]) {
    const [x, dy] = [Number(at), Number(drop)];
    addShape(canvas, getShape(GRIPS, name), { left: x, length: 0 }, dy);
  },
  trigger(canvas, args) {
    const [x = 0, width = 24, drop = 0] = readNumbers(args);
    const y = 51 + drop;
    canvas.add("full", [
      [x - 4, y],
      [x + width, y],
      [x + width - 3, y + 12],
      [x - 2, y + 12],
    ]);
    canvas.add("cut", [
      [x, y + 2],
      [x + width - 4, y + 2],
      [x + width - 6, y + 9.5],
      [x + 1, y + 9.5],
    ]);
    canvas.add("full", [
      [x + 8, y],
      [x + 11, y],
      [x + 9, y + 8],
      [x + 7, y + 8],
    ]);
  },
  /** A toothed rail. */
  rail(canvas, args) {
    const [from = 0, to = 0, y = 22] = readNumbers(args);
    canvas.add("full", rectangle(from, y, to, y + 6));
    for (let x = from + 5; x < to - 5; x += 9) canvas.add("cut", rectangle(x, y, x + 3.5, y + 2.2));
  },
  top(canvas, [name, ...rest]) {
    const [left = 0, length = 0, dy = 0] = readNumbers(rest);
    addShape(canvas, getShape(TOPS, name), { left, length }, dy);
  },
  /** A bar: left, top, right, bottom. */
  bar(canvas, args) {
    const [left = 0, top = 0, right = 0, bottom = 0] = readNumbers(args);
    canvas.add("full", rectangle(left, top, right, bottom));
  },
  slot(canvas, args) {
    const [left = 0, top = 0, right = 0, bottom = 0] = readNumbers(args);
    canvas.add("cut", rectangle(left, top, right, bottom));
  },
  /** A polygon: a layer and its corners in units. */
  shape(canvas, args) {
    const [layer, ...corners] = args;
    const isLayer = layer === "full" || layer === "dim" || layer === "cut";
    canvas.add(isLayer ? layer : "full", readCorners(isLayer ? corners : args));
  },
  bipod(canvas, args) {
    const [x = 0, length = 52] = readNumbers(args);
    drawBipod(canvas, x, length);
  },
  /** The handle of a bolt. */
  bolt(canvas, args) {
    const [x = 0, y = 40] = readNumbers(args);
    canvas.add("full", [
      [x, y - 2],
      [x + 4, y - 2],
      [x - 5, y + 16],
      [x - 9, y + 14],
    ]);
    canvas.addEllipse("full", [x - 7, y + 17], [4.5, 4.5], 10);
  },
  gas(canvas, args) {
    const [left = 0, right = 0, y = 32] = readNumbers(args);
    canvas.add("full", rectangle(left, y, right, y + 4));
    canvas.add("full", [
      [right - 10, y - 1],
      [right, y],
      [right + 2, 43],
      [right - 12, 43],
    ]);
  },
  foregrip(canvas, args) {
    const [x = 0, length = 30, y = 50] = readNumbers(args);
    canvas.add("full", [
      [x, y],
      [x + 13, y],
      [x + 14, y + length],
      [x + 1, y + length],
    ]);
  },
  scope(canvas, args) {
    const [left = 0, length = 90, y = 17] = readNumbers(args);
    drawScope(canvas, left, length, y);
  },
  disc(canvas, [layer, ...rest]) {
    const [x = 0, y = 0, r = 0] = readNumbers(rest);
    canvas.addEllipse(layer === "cut" || layer === "dim" ? layer : "full", [x, y], [r, r]);
  },
};
