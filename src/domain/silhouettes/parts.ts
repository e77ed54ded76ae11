// The part library, data/shapes.json: shapes that weapons share, as polygons in the notation of `readPolygon`. The bore is at
// y = 40; a rifle of 940 mm is about 400 units long. The shapes imitate the real firearms.
import shapes from "#data/shapes.json" with { type: "json" };
import type { Shape } from "./canvas.ts";

type Shapes = Readonly<Record<string, Shape>>;

/** Stocks, from the butt to the receiver. */
export const STOCKS: Shapes = shapes.stocks;
/** Receivers, up to the handguard. */
export const BODIES: Shapes = shapes.bodies;
/** Handguards, around the barrel. */
export const GUARDS: Shapes = shapes.guards;
/** Muzzle devices with fixed lengths, at the end of the barrel. */
export const MUZZLES: Readonly<Record<string, { length: number; shape: Shape }>> = shapes.muzzles;
/** Magazines below the receiver, with their top at y = `base`; the weapon's line has their length and height. */
export const MAGAZINES: Shapes = shapes.magazines;
/** Grips behind the trigger; x is the position of the trigger. */
export const GRIPS: Shapes = shapes.grips;
/** Parts on top of the receiver; the weapon's line has their length. */
export const TOPS: Shapes = shapes.tops;
