// Collects the polygons of a drawing in three layers, and writes them as path data on a grid.

export type Point = readonly [x: number, y: number];

/** The layers of a drawing, bottom to top: full tone, dim tone, and cut-outs in the colour of the background. */
export type Layer = "full" | "dim" | "cut";

/** Path data by layer. */
export type Drawing = Readonly<Record<Layer, string>>;

/** The points at which attachments are drawn, in units of the part library. */
export type Anchors = {
  /** The middle of the top rail. */
  top: Point;
  /** The x coordinate of the muzzle; `bore` is the y coordinate of the bore. */
  muzzle: number;
  bore: number;
  /** The point below the handguard. */
  under: Point;
};

/** The size that a drawing is scaled to fit. */
export type Grid = { readonly width: number; readonly height: number };

/** The grid of weapons. */
const WEAPON_GRID: Grid = { width: 420, height: 110 };

const LAYERS: readonly Layer[] = ["full", "dim", "cut"];

type Placement = { scale: number; left: number; top: number };

/** Collects polygons and writes them as a drawing. */
export class Canvas {
  readonly #polygons: { layer: Layer; points: readonly Point[] }[] = [];

  add(layer: Layer, points: readonly Point[]): void {
    this.#polygons.push({ layer, points });
  }

  /** Adds an ellipse as a polygon; few corners make a regular polygon. */
  addEllipse(layer: Layer, [cx, cy]: Point, [rx, ry]: Point, corners = 16): void {
    const turn = (2 * Math.PI) / corners;
    const getCorner = (corner: number): Point => [
      cx + rx * Math.cos((corner + 0.5) * turn),
      cy + ry * Math.sin((corner + 0.5) * turn),
    ];
    this.add(
      layer,
      Array.from({ length: corners }, (_, corner) => getCorner(corner)),
    );
  }

  /** Left, top, right and bottom of all polygons except cut-outs. */
  get bounds(): readonly [number, number, number, number] {
    const points = this.#polygons.filter(({ layer }) => layer !== "cut").flatMap(({ points }) => points);
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  }

  /** Returns the y coordinate of the highest point at x, ignoring cut-outs. */
  getTopAt(x: number): number {
    const heights = this.#polygons.flatMap(({ layer, points }) =>
      layer === "cut"
        ? []
        : points.flatMap(([x0, y0], index) => {
            const [x1, y1] = points[(index + 1) % points.length] ?? [x0, y0];
            if (x < Math.min(x0, x1) || x > Math.max(x0, x1)) return [];
            return [x0 === x1 ? Math.min(y0, y1) : y0 + ((y1 - y0) * (x - x0)) / (x1 - x0)];
          }),
    );
    return Math.min(...heights);
  }

  /** Returns the drawing centred in the grid, at this scale, or at the largest scale that fits. */
  draw(scale: number, { width, height } = WEAPON_GRID): Drawing {
    const [left, top, right, bottom] = this.bounds;
    const fitting = Math.min(scale, (width - 4) / (right - left), (height - 4) / (bottom - top));
    const placement = {
      scale: fitting,
      left: width / 2 - (fitting * (left + right)) / 2,
      top: height / 2 - (fitting * (top + bottom)) / 2,
    };
    const [full, dim, cut] = LAYERS.map((layer) =>
      this.#polygons
        .filter((polygon) => polygon.layer === layer)
        .map(({ points }) => toPath(points, placement))
        .join(""),
    );
    return { full: full ?? "", dim: dim ?? "", cut: cut ?? "" };
  }
}

/** Returns the polygon as path data. All polygons have the same winding direction, so that overlapping polygons do not cancel out. */
function toPath(points: readonly Point[], { scale, left, top }: Placement): string {
  const ordered = getArea(points) < 0 ? points.toReversed() : points;
  const round = (value: number) => Math.round(value * 10) / 10;
  return `M${ordered.map(([x, y]) => `${round(x * scale + left)} ${round(y * scale + top)}`).join("L")}Z`;
}

function getArea(points: readonly Point[]): number {
  return points.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = points[(index + 1) % points.length] ?? [x, y];
    return sum + x * nextY - nextX * y;
  }, 0);
}

export const readNumbers = (args: readonly string[]): readonly number[] => args.map(Number);

/** Parses corners of the form "x,y". */
export const readCorners = (corners: readonly string[]): readonly Point[] =>
  corners.map((corner) => {
    const [x = 0, y = 0] = corner.split(",").map(Number);
    return [x, y];
  });

/**
 * Parses a polygon with corners of the form "x,y". x is a fraction of `length`; with the suffix "p" it is a number of units from the
 * left, or from the right if negative. y is a number of units; with the suffix "h" it is a fraction of `height`, measured from `base`.
 */
function readPolygon(text: string, { left, length, base = 0, height = 0 }: Frame): readonly Point[] {
  return text
    .trim()
    .split(/\s+/)
    .map((corner): Point => {
      const [x = "", y = ""] = corner.split(",");
      const units = Number.parseFloat(x);
      const across = x.endsWith("p") ? (units < 0 || Object.is(units, -0) ? length + units : units) : units * length;
      return [left + across, y.endsWith("h") ? base + Number.parseFloat(y) * height : Number(y)];
    });
}

export type Frame = { left: number; length: number; base?: number; height?: number };

/** The y coordinate of the bore, in units of the part library. */
export const BORE_Y = 40;

/** Polygons of the part library by layer, in the notation of `readPolygon`. */
export type Shape = Partial<Record<Layer, readonly string[]>>;

/** Adds a shape of the part library. */
export function addShape(canvas: Canvas, shape: Shape, frame: Frame, dy = 0): void {
  for (const layer of ["full", "dim", "cut"] as const satisfies readonly Layer[]) {
    for (const text of shape[layer] ?? []) {
      canvas.add(
        layer,
        readPolygon(text, frame).map(([x, y]) => [x, y + dy]),
      );
    }
  }
}

export const rectangle = (left: number, top: number, right: number, bottom: number) =>
  [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ] as const;
