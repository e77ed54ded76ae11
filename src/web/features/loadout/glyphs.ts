import type { KitId } from "#domain/game-data/kit-id.ts";
import type { GlyphName } from "#web/components/ui/glyph.tsx";

export const KIT_GLYPHS = {
  assault: "health-increase",
  engineer: "auto-repair",
  support: "ammo-box",
  recon: "binoculars",
} as const satisfies Record<KitId, GlyphName>;

const GLYPHS: ReadonlyMap<string, GlyphName> = new Map([
  ["vehicleattackboat", "speed-boat"],
  ["vehiclestealthjet", "jet-fighter"],
  ["vehicleattackjet", "jet-fighter"],
  ["vehiclescoutheli", "helicopter"],
  ["vehicleattackheli", "helicopter"],
  ["transports", "jeep"],
]);

/** The glyph of a class of vehicles; a tank for those on tracks, and for any other. */
export const vehicleGlyph = (vehicleClassId: string): GlyphName => GLYPHS.get(vehicleClassId) ?? "battle-tank";
