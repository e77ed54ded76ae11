// How the arsenal says things.
import type { Grade } from "#domain/arsenal/grade.ts";
import { WEAPON_CLASS_TITLES, type WeaponClass } from "#domain/arsenal/weapon-class.ts";
import { figure } from "#web/ui/chart-scale.ts";
import type { GlyphName } from "#web/ui/glyph.tsx";
import type { Trust } from "#web/ui/trust-mark.tsx";
import type { SortKey } from "./terms.ts";

/** A column's heading, the same in the table, on cards and in the list of orders. */
export const COLUMN_TITLES = {
  name: "Weapon",
  class: "Class",
  damage: "Damage",
  damageAt: "At range",
  shots: "Shots to kill",
  ttk: "TTK",
  rateOfFire: "RPM",
  magazine: "Magazine",
  velocity: "Velocity",
  source: "Source",
} as const satisfies Record<SortKey, string>;

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

export const trustOf = (grade: Grade): Trust => (grade === "A" ? "verified" : grade === "B" ? "community" : "estimate");

/** What dates a source. */
export const sayPatch = ({ patch }: { patch: string }): string => (patch === "unknown" ? "no date" : patch);

/** A time to kill in words: where the first hit kills, time says nothing. */
export const sayTtk = (ttkMs: number): string => (ttkMs === 0 ? "1 hit" : figure(Math.round(ttkMs), "ms"));

/** Greatest and least damage, or the one damage that never falls. */
export const sayDamage = ({ max, min }: { max: number; min: number }): string =>
  max === min ? figure(max) : `${figure(max)}–${figure(min)}`;

export const sayWeapons = (count: number): string => (count === 1 ? "1 weapon" : `${count} weapons`);
