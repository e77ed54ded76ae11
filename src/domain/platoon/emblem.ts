// Emblems of platoons: a background and up to four shapes on a grid of 100 × 100. All shapes were drawn for this site.

/** Backgrounds as path data. Their order is part of the stored format, so new backgrounds are appended. */
const EMBLEM_BACKGROUNDS = {
  shield: "M50 4L92 16V50C92 74 74 89 50 97C26 89 8 74 8 50V16Z",
  disc: "M50 3A47 47 0 1 1 49.9 3Z",
  square: "M8 8H92V92H8Z",
  hexagon: "M50 3L91 26.5V73.5L50 97L9 73.5V26.5Z",
  diamond: "M50 2L98 50L50 98L2 50Z",
  banner: "M14 4H86V97L50 80L14 97Z",
} as const;
export type EmblemBackground = keyof typeof EMBLEM_BACKGROUNDS;

/** Shapes of layers as path data, filled by the even-odd rule. Their order is part of the stored format, so new shapes are appended. */
const EMBLEM_SHAPES = {
  star: "M50 2L62 37H99L69 59L80 95L50 73L20 95L31 59L1 37H38Z",
  chevron: "M50 18L100 68V98L50 48L0 98V68Z",
  bolt: "M58 0L16 58H44L34 100L84 38H54L72 0Z",
  skull:
    "M50 4C80 4 94 24 94 46C94 62 86 70 78 76V94H62V84H56V94H44V84H38V94H22V76C14 70 6 62 6 46C6 24 20 4 50 4ZM32 36A12 12 0 1 0 32.1 36ZM68 36A12 12 0 1 0 68.1 36Z",
  crosshair:
    "M46 0H54V22A28.3 28.3 0 0 1 78 46H100V54H78A28.3 28.3 0 0 1 54 78V100H46V78A28.3 28.3 0 0 1 22 54H0V46H22A28.3 28.3 0 0 1 46 22ZM50 30A20 20 0 1 0 50.1 30Z",
  wing: "M2 20L98 8C92 26 84 36 72 40L86 42C78 56 68 62 56 62L66 66C56 78 44 82 30 76C14 68 6 46 2 20Z",
  crown: "M4 24L26 50L50 12L74 50L96 24L88 88H12Z",
  knife: "M50 0C60 16 62 40 60 64H40V14ZM26 66H74V74H58V94L50 100L42 94V74H26Z",
  bullet: "M50 0C66 14 70 34 70 50V78H30V50C30 34 34 14 50 0ZM28 84H72V100H28Z",
  helmet: "M4 68C4 28 24 10 52 10C80 10 96 34 98 72L78 76L72 60H28L22 84L4 80Z",
  tank: "M2 62L14 50H34V34H68V40H100V48H68V50H86L98 62L88 84H12Z",
  jet: "M50 0L57 30L98 66V76L58 64L56 84L70 94V100H30V94L44 84L42 64L2 76V66L43 30Z",
  arrow: "M50 0L96 46H68V100H32V46H4Z",
  cross: "M36 0H64V36H100V64H64V100H36V64H0V36H36Z",
  crescent: "M62 4A48 48 0 1 0 62 96A54 54 0 0 1 62 4Z",
  disc: "M50 0A50 50 0 1 1 49.9 0Z",
  ring: "M50 0A50 50 0 1 1 49.9 0ZM50 18A32 32 0 1 1 49.9 18Z",
  triangle: "M50 4L100 96H0Z",
  square: "M0 0H100V100H0Z",
  bar: "M0 38H100V62H0Z",
} as const;
export type EmblemShape = keyof typeof EMBLEM_SHAPES;

/** Colours. Their order is part of the stored format, so new colours are appended. */
export const EMBLEM_COLOURS = {
  white: "#f0f0ec",
  black: "#12160f",
  grey: "#8f978c",
  red: "#c8402f",
  orange: "#ee7933",
  yellow: "#f2c53d",
  green: "#4f8a3a",
  olive: "#6b6f3a",
  teal: "#2f9f98",
  blue: "#2f6fc0",
  violet: "#7b54b8",
  brown: "#7a5233",
} as const;
export type EmblemColour = keyof typeof EMBLEM_COLOURS;

export const BACKGROUND_IDS = Object.keys(EMBLEM_BACKGROUNDS) as EmblemBackground[];
export const SHAPE_IDS = Object.keys(EMBLEM_SHAPES) as EmblemShape[];
export const COLOUR_IDS = Object.keys(EMBLEM_COLOURS) as EmblemColour[];

export const MAX_EMBLEM_LAYERS = 4;

/** Ranges of a layer's integers: the centre in grid units, the size in percent of the grid, the rotation in steps of 5°. */
export const EMBLEM_RANGES = {
  x: { min: 0, max: 99 },
  y: { min: 0, max: 99 },
  size: { min: 10, max: 99 },
  turn: { min: 0, max: 71 },
} as const;
const TURN_DEGREES = 5;

export type EmblemLayer = {
  shape: EmblemShape;
  colour: EmblemColour;
  x: number;
  y: number;
  size: number;
  turn: number;
  isMirrored: boolean;
};

export type Emblem = { background: EmblemBackground; colour: EmblemColour; layers: readonly EmblemLayer[] };

const FORM = /^([a-z])([a-z])((?:-[a-z]{2}\d{8}[01]){0,4})$/;

const toLetter = (index: number): string => String.fromCharCode(97 + index);
const fromLetter = <Id>(ids: readonly Id[], letter = ""): Id | undefined => ids[letter.charCodeAt(0) - 97];
const toDigits = (value: number): string => String(value).padStart(2, "0");

/** Returns the stored format of an emblem, at most 50 characters: two letters, and for each layer "-", two letters and nine digits. */
export function formatEmblem({ background, colour, layers }: Emblem): string {
  const parts = layers.map(({ shape, colour: layerColour, x, y, size, turn, isMirrored }) => {
    const letters = toLetter(SHAPE_IDS.indexOf(shape)) + toLetter(COLOUR_IDS.indexOf(layerColour));
    return `-${letters}${[x, y, size, turn].map(toDigits).join("")}${Number(isMirrored)}`;
  });
  return toLetter(BACKGROUND_IDS.indexOf(background)) + toLetter(COLOUR_IDS.indexOf(colour)) + parts.join("");
}

/** Parses the stored format of an emblem; returns null for any other value, as clients may send anything. */
export function parseEmblem(text: unknown): Emblem | null {
  const [, first, second, rest = ""] = (typeof text === "string" && FORM.exec(text)) || [];
  const background = fromLetter(BACKGROUND_IDS, first);
  const colour = fromLetter(COLOUR_IDS, second);
  if (!background || !colour) return null;
  const layers = rest.split("-").slice(1).map(parseLayer);
  return layers.every((layer) => layer !== null) ? { background, colour, layers } : null;
}

function parseLayer(text: string): EmblemLayer | null {
  const shape = fromLetter(SHAPE_IDS, text[0]);
  const colour = fromLetter(COLOUR_IDS, text[1]);
  const [x = 0, y = 0, size = 0, turn = 0] = [2, 4, 6, 8].map((start) => Number(text.slice(start, start + 2)));
  const isWithin = size >= EMBLEM_RANGES.size.min && turn <= EMBLEM_RANGES.turn.max;
  return shape && colour && isWithin ? { shape, colour, x, y, size, turn, isMirrored: text[10] === "1" } : null;
}

/** A part of an emblem, filled by the even-odd rule. */
export type EmblemPart = {
  path: string;
  fill: string;
  /** The position of the shape's centre, its rotation and its scale. */
  place: { x: number; y: number; degrees: number; scaleX: number; scaleY: number };
};

const WHOLE = { x: 50, y: 50, degrees: 0, scaleX: 1, scaleY: 1 };

/** Returns the parts of an emblem in the order of drawing. The layers are clipped to the first part, the background. */
export const getEmblemParts = ({ background, colour, layers }: Emblem): EmblemPart[] => [
  { path: EMBLEM_BACKGROUNDS[background], fill: EMBLEM_COLOURS[colour], place: WHOLE },
  ...layers.map(({ shape, colour: layerColour, x, y, size, turn, isMirrored }) => ({
    path: EMBLEM_SHAPES[shape],
    fill: EMBLEM_COLOURS[layerColour],
    place: {
      ...{ x, y, degrees: turn * TURN_DEGREES },
      ...{ scaleX: (isMirrored ? -size : size) / 100, scaleY: size / 100 },
    },
  })),
];

export const NEW_LAYER: EmblemLayer = {
  ...{ shape: "star", colour: "white", x: 50, y: 50, size: 50 },
  ...{ turn: 0, isMirrored: false },
};

/** Returns a random emblem with one or two shapes, each in another colour. `random` returns a number from 0 to below 1. */
export function createRandomEmblem(random: () => number): Emblem {
  const pick = <Id>(ids: readonly [Id, ...Id[]] | readonly Id[]): Id => ids[Math.floor(random() * ids.length)] as Id;
  const colour = pick(COLOUR_IDS);
  const mainColour = pick(COLOUR_IDS.filter((id) => id !== colour));
  const upperColour = pick(COLOUR_IDS.filter((id) => id !== colour && id !== mainColour));
  const main = { ...NEW_LAYER, shape: pick(SHAPE_IDS), colour: mainColour, size: 56 };
  const upper = { ...NEW_LAYER, shape: pick(SHAPE_IDS), colour: upperColour, size: 26 };
  const layers =
    random() < 0.5
      ? [main]
      : [
          { ...main, y: 58 },
          { ...upper, y: 24 },
        ];
  return { background: pick(BACKGROUND_IDS), colour, layers };
}
