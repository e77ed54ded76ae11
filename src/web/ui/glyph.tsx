import sprite from "./glyphs.svg";

/** The symbols in glyphs.svg, from Game Icons; the licence is in public/licences-drawings.json. */
export type GlyphName =
  | "ak47"
  | "famas"
  | "p90"
  | "machine-gun"
  | "fn-fal"
  | "lee-enfield"
  | "sawed-off-shotgun"
  | "pistol-gun"
  | "grenade"
  | "flash-grenade"
  | "missile-launcher"
  | "bowie-knife"
  | "crosshair"
  | "bullets"
  | "heavy-bullets"
  | "toolbox"
  | "health-increase"
  | "auto-repair"
  | "ammo-box"
  | "binoculars"
  | "wrench"
  | "parachute"
  | "battle-tank"
  | "jeep"
  | "helicopter"
  | "jet-fighter"
  | "speed-boat"
  | "mortar"
  | "land-mine"
  | "sentry-gun"
  | "delivery-drone"
  | "radar-sweep"
  | "medal"
  | "ribbon-medal"
  | "rank-1"
  | "rank-2"
  | "rank-3"
  | "lockers";

type GlyphProps = { name: GlyphName; className?: string };

/** A game glyph from the sprite. Decorative, because its name is always shown beside it. */
export function Glyph({ name, className = "size-6" }: GlyphProps) {
  return (
    <svg aria-hidden="true" className={`shrink-0 fill-current ${className}`}>
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
