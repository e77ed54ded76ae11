import { describe, expect, test } from "vitest";
import {
  BACKGROUND_IDS,
  COLOUR_IDS,
  createRandomEmblem,
  EMBLEM_RANGES,
  type Emblem,
  formatEmblem,
  getEmblemParts,
  MAX_EMBLEM_LAYERS,
  NEW_LAYER,
  parseEmblem,
  SHAPE_IDS,
} from "./emblem.ts";
import { readMetadata } from "./platoon.ts";

const { x, y, size, turn } = EMBLEM_RANGES;
const LARGE: Emblem = {
  background: BACKGROUND_IDS.at(-1) ?? "shield",
  colour: COLOUR_IDS.at(-1) ?? "white",
  layers: Array.from({ length: MAX_EMBLEM_LAYERS }, () => ({
    ...{ shape: SHAPE_IDS.at(-1) ?? "star", colour: COLOUR_IDS.at(-1) ?? "white" },
    ...{ x: x.max, y: y.max, size: size.max, turn: turn.max, isMirrored: true },
  })),
};

describe("an emblem", () => {
  test("is formatted in at most 50 characters and parsed to the same emblem", () => {
    expect(formatEmblem(LARGE).length).toBeLessThanOrEqual(50);
    expect(parseEmblem(formatEmblem(LARGE))).toEqual(LARGE);
    const plain: Emblem = { background: "shield", colour: "red", layers: [{ ...NEW_LAYER, x: 0, y: 5, turn: 9 }] };
    expect(formatEmblem(plain)).toBe("ad-aa000550090");
    expect(parseEmblem("ad-aa000550090")).toEqual(plain);
  });

  test.each([
    ["nothing", ""],
    ["another type", 7],
    ["an unknown background", "za"],
    ["an unknown colour", "az"],
    ["an unknown shape", "aa-za505050000"],
    ["a layer of an unknown colour", "aa-az505050000"],
    ["a size below the minimum", "aa-aa505009000"],
    ["more than a full turn", "aa-aa505050720"],
    ["a fifth layer", `aa${"-aa505050000".repeat(5)}`],
    ["a layer cut short", "aa-aa50505000"],
    ["a trailing character", "aa\n"],
    ["markup", 'aa"><script>'],
  ])("is refused with %s", (_, text) => expect(parseEmblem(text)).toBeNull());

  test("can be stored if it is random", () => {
    for (const chance of [0, 0.25, 0.5, 0.75, 0.999999]) {
      const emblem = createRandomEmblem(() => chance);
      expect(parseEmblem(formatEmblem(emblem))).toEqual(emblem);
    }
  });

  test("has its parts in the order of drawing, and a mirrored layer has a negative horizontal scale", () => {
    const [background, layer] = getEmblemParts({ ...LARGE, layers: LARGE.layers.slice(0, 1) });
    expect(background?.place).toEqual({ x: 50, y: 50, degrees: 0, scaleX: 1, scaleY: 1 });
    expect(layer?.place).toEqual({ x: 99, y: 99, degrees: 355, scaleX: -0.99, scaleY: 0.99 });
  });
});

describe("the metadata of a platoon", () => {
  test("is parsed from an object and from JSON", () => {
    expect(readMetadata({ tag: "OWL", emblem: "ad" })).toEqual({ tag: "OWL", emblem: "ad" });
    expect(readMetadata('{"tag":"СОВА"}')).toEqual({ tag: "СОВА", emblem: null });
  });

  test.each([
    [undefined],
    [null],
    [""],
    ["no JSON"],
    [{}],
    [{ tag: 7, emblem: 7 }],
    [{ tag: "O", emblem: "zz" }],
    [{ tag: "OWLETS", emblem: "" }],
  ])("has neither tag nor emblem if it is %j", (metadata) =>
    expect(readMetadata(metadata)).toEqual({ tag: null, emblem: null }),
  );
});
