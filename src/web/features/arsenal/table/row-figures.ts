// A row of the table: a weapon at a range.

import { type AtRange, type FigureSubject, getAtRange } from "#domain/weapons/figures.ts";
import type { Target } from "#domain/weapons/lethality/at-range.ts";
import type { ListedWeapon } from "#web/features/arsenal/listed-weapon.ts";

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
  ...getAtRange(weapon, target),
});

/** What a row's figures are read from. */
export const getRowSubject = ({ weapon, own, ...at }: Row): FigureSubject => ({ build: weapon, at, own });
