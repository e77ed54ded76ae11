// Draws vehicles, gadgets, melee weapons and the emblems of specialists. Each drawing is a line of text in `data/equipment.json`.
//
// A line is a list of shapes in any units, scaled to fill the grid. `SHAPES` documents their notation.
import type { GameId } from "#domain/game.ts";
import type { CatalogueId } from "#domain/game-data/catalogue-id.ts";
import {
  Canvas,
  type Drawing,
  type Grid,
  type Layer,
  type Point,
  readCorners,
  readNumbers,
  rectangle,
} from "./canvas.ts";

/** The lines by the name of the drawing, and for each collection the ids of the items of each drawing, separated by spaces. */
export type EquipmentLines = {
  readonly drawings: Readonly<Record<string, string>>;
} & Readonly<Record<Collection, Readonly<Record<string, string>>>>;

/** The collections of ids. Gadgets of both games are in one collection, as equal ids have the same drawing. */
type Collection = "bf4Vehicles" | "bf2042Vehicles" | "gear" | "specialists";

/** An item, identified by its catalogue and id. */
export type Equipment = { readonly game: GameId; readonly catalogue: CatalogueId; readonly id: string };

/** The grid of vehicles, which are drawn from the side; all other items have the square grid. */
const WIDE: Grid = { width: 240, height: 110 };
const SQUARE: Grid = { width: 110, height: 110 };

/** The suffix of an id: a number if the game lists an item twice, or the older game of a Portal item. */
const REPEATED = /(-(bc2|bf3|1942)(-\d)?|(?<=[a-z])\d)$/;

/** Returns the collection of a catalogue's ids; null for a catalogue without drawings. */
function getCollection({ game, catalogue }: Equipment): Collection | null {
  if (catalogue === "vehicles" || catalogue === "vehicle-loadouts") return `${game}Vehicles`;
  if (catalogue === "specialists") return catalogue;
  return ["gadgets", "throwables", "melee", "field-upgrades"].includes(catalogue) ? "gear" : null;
}

/** Returns the name of an item's drawing; undefined if there is none. */
export function findEquipment(lines: EquipmentLines, equipment: Equipment): string | undefined {
  const { catalogue, id } = equipment;
  const collection = getCollection(equipment);
  if (!collection) return undefined;
  const names = Object.entries(lines[collection]);
  const find = (itemId: string) => names.find(([, ids]) => ids.split(" ").includes(itemId))?.[0];
  return find(id) ?? find(id.replace(REPEATED, "")) ?? (catalogue === "melee" ? "knife" : undefined);
}

/** Draws an item; returns null if there is no drawing. */
export function drawEquipment(lines: EquipmentLines, equipment: Equipment): Drawing | null {
  const line = lines.drawings[findEquipment(lines, equipment) ?? ""];
  if (line === undefined) return null;
  return drawShapes(line, getCollection(equipment)?.endsWith("Vehicles") ? WIDE : SQUARE);
}

type Polygon = { layer: Layer; points: readonly Point[] };

/** @throws {Error} for a shape that is not in `SHAPES`. */
function drawShapes(line: string, grid: Grid): Drawing {
  let polygons: readonly Polygon[] = [];
  for (const text of line.split(";")) {
    const [name = "", ...args] = text.trim().split(/\s+/);
    const move = MOVES[name];
    if (move) {
      polygons = move(polygons, Number(args[0]));
      continue;
    }
    const shape = SHAPES[name];
    if (!shape) throw new Error(`There is no shape named "${name}".`);
    polygons = [...polygons, ...shape(args)];
  }
  const canvas = new Canvas();
  for (const { layer, points } of polygons) canvas.add(layer, points);
  return canvas.draw(Number.POSITIVE_INFINITY, grid);
}

/** Transformations of all previous shapes of a line. */
const MOVES: Readonly<Record<string, (polygons: readonly Polygon[], amount: number) => readonly Polygon[]>> = {
  /** Rotates clockwise, in degrees. */
  turn: (polygons, degrees) => {
    const [sin, cos] = [Math.sin(toRadians(degrees)), Math.cos(toRadians(degrees))];
    return mapPoints(polygons, ([x, y]) => [x * cos - y * sin, x * sin + y * cos]);
  },
  /** Adds a mirror image at the vertical axis at x. */
  mirror: (polygons, axis) => [...polygons, ...mapPoints(polygons, ([x, y]) => [2 * axis - x, y])],
};

const mapPoints = (polygons: readonly Polygon[], move: (point: Point) => Point): readonly Polygon[] =>
  polygons.map(({ layer, points }) => ({ layer, points: points.map(move) }));

const toRadians = (degrees: number) => (degrees * Math.PI) / 180;
const createPolygonReader = (layer: Layer) => (args: readonly string[]) => [{ layer, points: readCorners(args) }];

/** Functions that parse a shape's arguments and return its polygons. `LAYER` is full, dim or cut. */
const SHAPES: Readonly<Record<string, (args: readonly string[]) => readonly Polygon[]>> = {
  /** A polygon: `full 0,0 10,0 5,8`. */
  full: createPolygonReader("full"),
  dim: createPolygonReader("dim"),
  cut: createPolygonReader("cut"),
  /** `bar LAYER left top right bottom`. */
  bar: ([layer, ...rest]) => {
    const [left = 0, top = 0, right = 0, bottom = 0] = readNumbers(rest);
    return [{ layer: readLayer(layer), points: rectangle(left, top, right, bottom) }];
  },
  /** `disc LAYER x y radius`, or `disc LAYER x y radiusX radiusY` for an ellipse. */
  disc: ([layer, ...rest]) => {
    const [x = 0, y = 0, rx = 0, ry = rx] = readNumbers(rest);
    return [createEllipse(readLayer(layer), x, y, rx, ry)];
  },
  /** `line LAYER thickness x,y x,y …`. */
  line: ([layer, thickness, ...corners]) => createStrokes(readLayer(layer), Number(thickness), readCorners(corners)),
  /** `arc LAYER thickness x y radius from to`, with angles in degrees, clockwise from the right. */
  arc: ([layer, ...rest]) => {
    const [thickness = 0, x = 0, y = 0, radius = 0, from = 0, to = 0] = readNumbers(rest);
    const steps = Math.max(2, Math.ceil(Math.abs(to - from) / 20));
    const getPoint = (step: number, r: number): Point => {
      const angle = toRadians(from + ((to - from) * step) / steps);
      return [x + r * Math.cos(angle), y + r * Math.sin(angle)];
    };
    return Array.from({ length: steps }, (_, step) => ({
      layer: readLayer(layer),
      points: [
        getPoint(step, radius - thickness / 2),
        getPoint(step, radius + thickness / 2),
        getPoint(step + 1, radius + thickness / 2),
        getPoint(step + 1, radius - thickness / 2),
      ],
    }));
  },
  /** Wheels with arches cut out of the body above: `wheels y radius x x …`. */
  wheels: (args) => {
    const [y = 0, r = 0, ...xs] = readNumbers(args);
    return xs.flatMap((x) => [
      createEllipse("full", x, y, r, r),
      createEllipse("dim", x, y, r * 0.55, r * 0.55),
      createEllipse("cut", x, y, r * 0.2, r * 0.2),
      ...createArc("cut", r * 0.14, x, y, r * 1.07, 180, 360),
    ]);
  },
  /** The running gear of a tracked vehicle: `track left top right bottom wheels`. */
  track: (args) => {
    const [left = 0, top = 0, right = 0, bottom = 0, count = 1] = readNumbers(args);
    const [height, step] = [bottom - top, (right - left - (bottom - top) * 1.6) / (count - 1)];
    const r = Math.min(height * 0.34, step * 0.44);
    const xs = Array.from({ length: count }, (_, index) => left + height * 0.8 + index * step);
    return [
      {
        layer: "full",
        points: [
          [left + 4, top],
          [right - 4, top],
          [right, top + height * 0.3],
          [right - height * 0.6, bottom],
          [left + height * 0.6, bottom],
          [left, top + height * 0.3],
        ],
      },
      ...xs.flatMap((x) => [
        createEllipse("dim", x, bottom - r - 3, r, r),
        createEllipse("cut", x, bottom - r - 3, r * 0.3, r * 0.3),
        ...createArc("cut", 1.4, x, bottom - r - 3, r + 0.7, 0, 360),
      ]),
    ];
  },
  /** The top of a hand grenade with its lever and ring at x, y: `fuze x y`. */
  fuze: (args) => {
    const [x = 0, y = 0] = readNumbers(args);
    const move = (corners: string) => readCorners(corners.split(" ")).map(([left, top]): Point => [left + x, top + y]);
    return [
      { layer: "full", points: move("-10,0 -10,-10 -6,-18 8,-18 10,-10 10,0") },
      { layer: "full", points: move("4,-22 20,-20 33,4 35,34 29,34 27,7 17,-13 4,-14") },
      ...createArc("full", 3.4, x - 18, y - 14, 8.5, 0, 360),
    ];
  },
  /** The frame of an emblem around 0,0: `badge`. */
  badge: () => {
    const corners = Array.from({ length: 7 }, (_, corner): Point => {
      const angle = toRadians(corner * 60 - 90);
      return [60 * Math.cos(angle), 60 * Math.sin(angle)];
    });
    return createStrokes("full", 5, corners);
  },
};

const readLayer = (word = ""): Layer => (word === "dim" || word === "cut" ? word : "full");

function createEllipse(layer: Layer, x: number, y: number, rx: number, ry: number): Polygon {
  const corners = 18;
  const points = Array.from({ length: corners }, (_, corner): Point => {
    const angle = ((corner + 0.5) * 2 * Math.PI) / corners;
    return [x + rx * Math.cos(angle), y + ry * Math.sin(angle)];
  });
  return { layer, points };
}

const createArc = (layer: Layer, ...args: readonly number[]): readonly Polygon[] =>
  SHAPES["arc"]?.([layer, ...args.map(String)]) ?? [];

/** Returns the segments of a line as rectangles, which overlap so that the corners are filled. */
function createStrokes(layer: Layer, thickness: number, points: readonly Point[]): readonly Polygon[] {
  return points.slice(1).map(([x1, y1], index) => {
    const [x0, y0] = points[index] ?? [x1, y1];
    const length = Math.hypot(x1 - x0, y1 - y0) || 1;
    const [dx, dy] = [((x1 - x0) / length) * (thickness / 2), ((y1 - y0) / length) * (thickness / 2)];
    const overlap = points.length > 2 ? 0.55 : 0;
    const [sx, sy] = [dx * overlap, dy * overlap];
    return {
      layer,
      points: [
        [x0 - sx - dy, y0 - sy + dx],
        [x1 + sx - dy, y1 + sy + dx],
        [x1 + sx + dy, y1 + sy - dx],
        [x0 - sx + dy, y0 - sy - dx],
      ],
    };
  });
}
