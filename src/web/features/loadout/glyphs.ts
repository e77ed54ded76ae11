import type { KitId } from "#domain/game-data/kit-id.ts";
import type { GlyphName } from "#web/ui/glyph.tsx";

export const KIT_GLYPHS = {
  assault: "health-increase",
  engineer: "auto-repair",
  support: "ammo-box",
  recon: "binoculars",
} as const satisfies Record<KitId, GlyphName>;
