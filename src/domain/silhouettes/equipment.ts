// Drawings of vehicles, gadgets, melee weapons and the emblems of specialists, from a line of text each: `data/equipment.json`.
//
// A line is a list of shapes in any units; it is drawn as large as its grid allows. See `SHAPES` for their notation.
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

/** Lines by the name of a drawing, and which items each drawing is of: ids, separated by spaces. */
export type EquipmentLines = {
  readonly drawings: Readonly<Record<string, string>>;
} & Readonly<Record<Collection, Readonly<Record<string, string>>>>;

/** What ids are looked up in; the gear of both games is in one, because the same id is the same make. */
type Collection = "bf4Vehicles" | "bf2042Vehicles" | "gear" | "specialists";

/** An item by the catalogue it is in. */
export type Equipment = { readonly game: GameId; readonly catalogue: CatalogueId; readonly id: string };

/** Vehicles are drawn from the side on the wide grid, all else on the square one. */
const WIDE: Grid = { width: 240, height: 110 };
const SQUARE: Grid = { width: 110, height: 110 };

/** Ids end in a number where a game lists an item twice, or in the game a Portal-era item is from. */
const REPEATED = /(-(bc2|bf3|1942)(-\d)?|(?<=[a-z])\d)$/;

/** What the ids of a catalogue are looked up in; null for one without drawings. */
function getCollection({ game, catalogue }: Equipment): Collection | null {
  if (catalogue === "vehicles" || catalogue === "vehicle-loadouts") return `${game}Vehicles`;
  if (catalogue === "specialists") return catalogue;
  return ["gadgets", "throwables", "melee", "field-upgrades"].includes(catalogue) ? "gear" : null;
}

/** The name of the drawing of an item; undefined where there is none. */
export function findEquipment(lines: EquipmentLines, equipment: Equipment): string | undefined {
  const { catalogue, id } = equipment;
  const collection = getCollection(equipment);
  if (!collection) return undefined;
  const names = Object.entries(lines[collection]);
  const find = (one: string) => names.find(([, ids]) => ids.split(" ").includes(one))?.[0];
  return find(id) ?? find(id.replace(REPEATED, "")) ?? (catalogue === "melee" ? "knife" : undefined);
}

/** Draws an item; null where there is no drawing of it. */
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

/** Changes of all that a line has drawn so far. */
const MOVES: Readonly<Record<string, (polygons: readonly Polygon[], amount: number) => readonly Polygon[]>> = {
  /** Clockwise, in degrees. */
  turn: (polygons, degrees) => {
    const [sin, cos] = [Math.sin(radians(degrees)), Math.cos(radians(degrees))];
    return mapPoints(polygons, ([x, y]) => [x * cos - y * sin, x * sin + y * cos]);
  },
  /** Repeats it on the other side of this x. */
  mirror: (polygons, axis) => [...polygons, ...mapPoints(polygons, ([x, y]) => [2 * axis - x, y])],
};

const mapPoints = (polygons: readonly Polygon[], move: (point: Point) => Point): readonly Polygon[] =>
  polygons.map(({ layer, points }) => ({ layer, points: points.map(move) }));

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const onPolygon = (layer: Layer) => (args: readonly string[]) => [{ layer, points: readCorners(args) }];

/** A shape's polygons from the words after its name; `LAYER` is full, dim or cut. */
const SHAPES: Readonly<Record<string, (args: readonly string[]) => readonly Polygon[]>> = {
  /** A polygon: `full 0,0 10,0 5,8`. */
  full: onPolygon("full"),
  dim: onPolygon("dim"),
  cut: onPolygon("cut"),
  /** `bar LAYER left top right bottom`. */
  bar: ([layer, ...rest]) => {
    const [left = 0, top = 0, right = 0, bottom = 0] = readNumbers(rest);
    return [{ layer: readLayer(layer), points: rectangle(left, top, right, bottom) }];
  },
  /** `disc LAYER x y radius`, and for an ellipse its height. */
  disc: ([layer, ...rest]) => {
    const [x = 0, y = 0, rx = 0, ry = rx] = readNumbers(rest);
    return [ellipse(readLayer(layer), x, y, rx, ry)];
  },
  /** `line LAYER thickness x,y x,y …`. */
  line: ([layer, thickness, ...corners]) => strokes(readLayer(layer), Number(thickness), readCorners(corners)),
  /** `arc LAYER thickness x y radius from to`, in degrees clockwise from the right. */
  arc: ([layer, ...rest]) => {
    const [thickness = 0, x = 0, y = 0, radius = 0, from = 0, to = 0] = readNumbers(rest);
    const steps = Math.max(2, Math.ceil(Math.abs(to - from) / 20));
    const at = (step: number, r: number): Point => {
      const angle = radians(from + ((to - from) * step) / steps);
      return [x + r * Math.cos(angle), y + r * Math.sin(angle)];
    };
    return Array.from({ length: steps }, (_, step) => ({
      layer: readLayer(layer),
      points: [
        at(step, radius - thickness / 2),
        at(step, radius + thickness / 2),
        at(step + 1, radius + thickness / 2),
        at(step + 1, radius - thickness / 2),
      ],
    }));
  },
  /** Wheels with their arches cut out of what is above: `wheels y radius x x …`. */
  wheels: (args) => {
    const [y = 0, r = 0, ...xs] = readNumbers(args);
    return xs.flatMap((x) => [
      ellipse("full", x, y, r, r),
      ellipse("dim", x, y, r * 0.55, r * 0.55),
      ellipse("cut", x, y, r * 0.2, r * 0.2),
      ...arc("cut", r * 0.14, x, y, r * 1.07, 180, 360),
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
        ellipse("dim", x, bottom - r - 3, r, r),
        ellipse("cut", x, bottom - r - 3, r * 0.3, r * 0.3),
        ...arc("cut", 1.4, x, bottom - r - 3, r + 0.7, 0, 360),
      ]),
    ];
  },
  /** The head of a hand grenade with its lever and ring, standing at x, y: `fuze x y`. */
  fuze: (args) => {
    const [x = 0, y = 0] = readNumbers(args);
    const move = (corners: string) => readCorners(corners.split(" ")).map(([left, top]): Point => [left + x, top + y]);
    return [
      { layer: "full", points: move("-10,0 -10,-10 -6,-18 8,-18 10,-10 10,0") },
      { layer: "full", points: move("4,-22 20,-20 33,4 35,34 29,34 27,7 17,-13 4,-14") },
      ...arc("full", 3.4, x - 18, y - 14, 8.5, 0, 360),
    ];
  },
  /** The frame of an emblem around 0,0: `badge`. */
  badge: () => {
    const corners = Array.from({ length: 7 }, (_, corner): Point => {
      const angle = radians(corner * 60 - 90);
      return [60 * Math.cos(angle), 60 * Math.sin(angle)];
    });
    return strokes("full", 5, corners);
  },
};

const readLayer = (word = ""): Layer => (word === "dim" || word === "cut" ? word : "full");

function ellipse(layer: Layer, x: number, y: number, rx: number, ry: number): Polygon {
  const corners = 18;
  const points = Array.from({ length: corners }, (_, corner): Point => {
    const angle = ((corner + 0.5) * 2 * Math.PI) / corners;
    return [x + rx * Math.cos(angle), y + ry * Math.sin(angle)];
  });
  return { layer, points };
}

const arc = (layer: Layer, ...args: readonly number[]): readonly Polygon[] =>
  SHAPES["arc"]?.([layer, ...args.map(String)]) ?? [];

/** A line's stretches, each long enough to fill the corner with the next. */
function strokes(layer: Layer, thickness: number, points: readonly Point[]): readonly Polygon[] {
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
