// Picks the game glyphs out of the icon collection into one sprite; run it after a change of the list.
import { readFileSync, writeFileSync } from "node:fs";

type Collection = { icons: Record<string, { body: string } | undefined>; width?: number; height?: number };

const GLYPHS = [
  ["ak47", "famas", "p90", "machine-gun", "fn-fal", "lee-enfield", "sawed-off-shotgun", "pistol-gun"],
  ["grenade", "flash-grenade", "missile-launcher", "bowie-knife", "crosshair", "bullets", "heavy-bullets", "toolbox"],
  ["health-increase", "auto-repair", "ammo-box", "binoculars", "wrench", "parachute"],
  ["battle-tank", "jeep", "helicopter", "jet-fighter", "speed-boat", "mortar", "land-mine", "sentry-gun"],
  ["delivery-drone", "radar-sweep", "medal", "ribbon-medal", "rank-1", "rank-2", "rank-3", "lockers"],
].flat();

const at = (path: string) => new URL(path, import.meta.url);
const source = at("../node_modules/@iconify-json/game-icons/icons.json");
const { icons, width = 512, height = 512 }: Collection = JSON.parse(readFileSync(source, "utf8"));

const symbols = GLYPHS.map((name) => {
  const icon = icons[name];
  if (!icon) throw new Error(`The collection has no icon named ${name}.`);
  return `<symbol id="${name}" viewBox="0 0 ${width} ${height}">${icon.body}</symbol>`;
});

writeFileSync(
  at("#web/components/ui/glyphs.svg"),
  `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join("\n")}\n</svg>\n`,
);
writeFileSync(
  at("#web/components/ui/glyph.tsx"),
  `/** The symbols of glyphs.svg; written by scripts/glyphs.ts. */\nexport type GlyphName =\n${GLYPHS.map((name) => `  | "${name}"`).join("\n")};\n`,
);
