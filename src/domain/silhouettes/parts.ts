// The part library, data/shapes.json: shapes that weapons share, each as polygons in the notation of `readPolygon`. The bore lies at
// y = 40; a rifle of 940 mm is about 400 units long. The shapes follow the public appearance of the real firearms.
import shapes from "#data/shapes.json" with { type: "json" };
import type { Shape } from "./canvas.ts";

type Shapes = Readonly<Record<string, Shape>>;

/** From the butt to the receiver. */
export const STOCKS: Shapes = shapes.stocks;
/** The receiver, up to the handguard. */
export const BODIES: Shapes = shapes.bodies;
/** Around the barrel. */
export const GUARDS: Shapes = shapes.guards;
/** At the end of the barrel; fixed lengths. */
export const MUZZLES: Readonly<Record<string, { length: number; shape: Shape }>> = shapes.muzzles;
/** Below the receiver, hung at y = `base`; their length and height are given by the weapon. */
export const MAGAZINES: Shapes = shapes.magazines;
/** Behind the trigger; x is the place of the trigger. */
export const GRIPS: Shapes = shapes.grips;
/** On top, over the given length. */
export const TOPS: Shapes = shapes.tops;
