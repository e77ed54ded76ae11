import type { GameId } from "#domain/game.ts";
import type { KitId } from "#domain/game-data/kit-id.ts";
import type { GlyphName } from "#web/ui/glyph.tsx";

const KIT_GLYPHS = {
  assault: "health-increase",
  engineer: "auto-repair",
  support: "ammo-box",
  recon: "binoculars",
} as const satisfies Record<KitId, GlyphName>;

/** Returns the glyph of a kit or class. Only in Battlefield 4 does the Assault kit heal. */
export const getKitGlyph = (game: GameId, kit: KitId): GlyphName =>
  game === "bf2042" && kit === "assault" ? "ak47" : KIT_GLYPHS[kit];
