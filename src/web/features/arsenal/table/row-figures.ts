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

/** What is known of the chosen soldier with a weapon; each null where no source gives it. */
export type OwnFigures = {
  kills: number | null;
  /** Share of the shots that hit, 0 to 1. */
  accuracy: number | null;
  unlocked: boolean | null;
  /** What is left to unlock it, in words. */
  left: string | null;
};

/** Weapon → the chosen soldier's figures; null without a soldier, undefined while that is not clear. */
export type OwnWeapons = ReadonlyMap<string, OwnFigures> | null | undefined;

export type Row = { weapon: ListedWeapon; own: OwnFigures | null } & AtRange;

export const getRow = (weapon: ListedWeapon, target: Target, own: OwnFigures | null = null): Row => ({
  weapon,
  own,
  ...getLethality(weapon, target),
  flightMs: flightMs(weapon.velocityMps, target.rangeM),
});

export type NumberColumn = Exclude<SortKey, "name" | "class" | "unlocked" | "source">;

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
  kills: ({ own }) => own?.kills ?? null,
  /** In percent, as people type it. */
  accuracy: ({ own }) => (own?.accuracy == null ? null : own.accuracy * 100),
};
