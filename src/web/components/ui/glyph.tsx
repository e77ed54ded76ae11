import type { GlyphName } from "./glyph-names.ts";
import sprite from "./glyphs.svg";

export type { GlyphName };

type GlyphProps = { name: GlyphName; className?: string };

/** A game glyph out of the sprite. Decorative: it always stands beside its word. */
export function Glyph({ name, className = "size-6" }: GlyphProps) {
  return (
    <svg aria-hidden="true" className={`shrink-0 fill-current ${className}`}>
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
