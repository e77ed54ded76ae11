// How the arsenal says things.
import { sayTtk } from "#domain/arsenal/figure-words.ts";
import { WEAPON_CLASS_TITLES, type WeaponClass } from "#domain/arsenal/weapon-class.ts";
import { figure } from "#web/ui/chart-scale.ts";
import type { GlyphName } from "#web/ui/glyph.tsx";
import { damageEndsOf } from "./figures.ts";
import { FIGURES, type NumberColumn, type Row } from "./row-figures.ts";

export const CLASS_GLYPHS = {
  "assault-rifle": "ak47",
  carbine: "famas",
  pdw: "p90",
  smg: "p90",
  lmg: "machine-gun",
  dmr: "fn-fal",
  "sniper-rifle": "lee-enfield",
  shotgun: "sawed-off-shotgun",
  sidearm: "pistol-gun",
  utility: "toolbox",
  launcher: "missile-launcher",
} as const satisfies Record<WeaponClass, GlyphName>;

/** One weapon of the class: "Assault rifle" where the filter says "Assault rifles". */
export const classOfOne = (weaponClass: WeaponClass): string => WEAPON_CLASS_TITLES[weaponClass].replace(/s$/, "");

/** Greatest and least damage, or the one damage that never falls. */
export const sayDamage = ({ max, min }: { max: number; min: number }): string =>
  max === min ? figure(max) : `${figure(max)}–${figure(min)}`;

export const sayWeapons = (count: number): string => (count === 1 ? "1 weapon" : `${count} weapons`);

/** What a column of figures says of a row; null where the figure is not public. */
export function sayCell(column: NumberColumn, row: Row): string | null {
  if (column === "damage") {
    const ends = damageEndsOf(row.weapon);
    return ends && sayDamage(ends);
  }
  const value = FIGURES[column](row);
  return value === null ? null : (WORDS[column]?.(value) ?? figure(value));
}

const WORDS: Partial<Record<NumberColumn, (value: number) => string>> = {
  ttk: sayTtk,
  expected: sayTtk,
  reload: (seconds) => `${Math.round(seconds * 100) / 100} s`,
  velocity: (metres) => figure(metres, "m/s"),
  flight: (ms) => figure(Math.round(ms), "ms"),
  head: (factor) => `× ${factor}`,
};
