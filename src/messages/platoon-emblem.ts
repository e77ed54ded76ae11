// Texts about the emblems of platoons.
import type { Emblem, EmblemBackground, EmblemColour, EmblemShape } from "#domain/platoon/emblem.ts";
import { m } from "#messages";
import { createTexts, formatList } from "#messages/format.ts";

export const BACKGROUND_TITLES = createTexts<EmblemBackground>({
  shield: m.platoon_emblem_background_shield,
  disc: m.platoon_emblem_background_disc,
  square: m.platoon_emblem_background_square,
  hexagon: m.platoon_emblem_background_hexagon,
  diamond: m.platoon_emblem_background_diamond,
  banner: m.platoon_emblem_background_banner,
});

export const SHAPE_TITLES = createTexts<EmblemShape>({
  star: m.platoon_emblem_shape_star,
  chevron: m.platoon_emblem_shape_chevron,
  bolt: m.platoon_emblem_shape_bolt,
  skull: m.platoon_emblem_shape_skull,
  crosshair: m.platoon_emblem_shape_crosshair,
  wing: m.platoon_emblem_shape_wing,
  crown: m.platoon_emblem_shape_crown,
  knife: m.platoon_emblem_shape_knife,
  bullet: m.platoon_emblem_shape_bullet,
  helmet: m.platoon_emblem_shape_helmet,
  tank: m.platoon_emblem_shape_tank,
  jet: m.platoon_emblem_shape_jet,
  arrow: m.platoon_emblem_shape_arrow,
  cross: m.platoon_emblem_shape_cross,
  crescent: m.platoon_emblem_shape_crescent,
  disc: m.platoon_emblem_shape_disc,
  ring: m.platoon_emblem_shape_ring,
  triangle: m.platoon_emblem_shape_triangle,
  square: m.platoon_emblem_shape_square,
  bar: m.platoon_emblem_shape_bar,
});

export const COLOUR_TITLES = createTexts<EmblemColour>({
  white: m.platoon_emblem_colour_white,
  black: m.platoon_emblem_colour_black,
  grey: m.platoon_emblem_colour_grey,
  red: m.platoon_emblem_colour_red,
  orange: m.platoon_emblem_colour_orange,
  yellow: m.platoon_emblem_colour_yellow,
  green: m.platoon_emblem_colour_green,
  olive: m.platoon_emblem_colour_olive,
  teal: m.platoon_emblem_colour_teal,
  blue: m.platoon_emblem_colour_blue,
  violet: m.platoon_emblem_colour_violet,
  brown: m.platoon_emblem_colour_brown,
});

const describePart = (shape: string, colour: EmblemColour): string =>
  m.platoon_emblem_part({ shape, colour: COLOUR_TITLES[colour].toLowerCase() });

/** Returns the description of an emblem: "Emblem: Shield in red and Star in white". */
export const describeEmblem = ({ background, colour, layers }: Emblem): string =>
  m.platoon_emblem_described({
    parts: formatList([
      describePart(BACKGROUND_TITLES[background], colour),
      ...layers.map((layer) => describePart(SHAPE_TITLES[layer.shape], layer.colour)),
    ]),
  });
