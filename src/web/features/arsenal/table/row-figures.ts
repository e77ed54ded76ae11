// Every figure of a row, by the name of its column.

import {
  flightMs,
  getDamageEnds,
  getLethality,
  type Lethality,
  type Target,
} from "#domain/weapons/lethality/at-range.ts";
import type { ListedWeapon } from "#web/features/arsenal/listed-weapon.ts";
import type { SortKey } from "./columns.ts";

/** What changes with the range and the target; each null where a figure it needs is not public. */
export type AtRange = Lethality & { flightMs: number | null };

export type Row = { weapon: ListedWeapon } & AtRange;

export const getRow = (weapon: ListedWeapon, target: Target): Row => ({
  weapon,
  ...getLethality(weapon, target),
  flightMs: flightMs(weapon.velocityMps, target.rangeM),
});

export type NumberColumn = Exclude<SortKey, "name" | "class" | "source">;

/** The number a column shows; null where it is not public. */
export const FIGURES: Record<NumberColumn, (row: Row) => number | null> = {
  damage: ({ weapon }) => getDamageEnds(weapon)?.max ?? null,
  damageAt: ({ damage }) => damage,
  shots: ({ shots }) => shots,
  ttk: ({ ttkMs }) => ttkMs,
  expected: (row) => row.expectedMs,
  rateOfFire: ({ weapon }) => weapon.rateOfFireRpm,
  burst: ({ weapon }) => weapon.burstRpm,
  magazine: ({ weapon }) => weapon.magazine,
  reload: ({ weapon }) => weapon.reloadS,
  velocity: ({ weapon }) => weapon.velocityMps,
  flight: (row) => row.flightMs,
  head: ({ weapon }) => weapon.headMultiplier,
};
