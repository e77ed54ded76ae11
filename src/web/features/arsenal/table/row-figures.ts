// A row of the table: a weapon with its figures at a range.

import { type AtRange, type FigureSubject, getAtRange } from "#domain/weapons/figures.ts";
import type { Target } from "#domain/weapons/lethality/at-range.ts";
import type { ListedWeapon } from "#web/features/arsenal/listed-weapon.ts";

/** The chosen soldier's figures with a weapon; each is null if no source gives it. */
export type OwnFigures = {
  kills: number | null;
  /** The share of shots that hit, 0 to 1. */
  accuracy: number | null;
  unlocked: boolean | null;
  /** The remaining requirement of the unlock, as text. */
  left: string | null;
};

/** The chosen soldier's figures by weapon id; null without a soldier, undefined until that is clear. */
export type OwnWeapons = ReadonlyMap<string, OwnFigures> | null | undefined;

export type Row = { weapon: ListedWeapon; own: OwnFigures | null } & AtRange;

export const getRow = (weapon: ListedWeapon, target: Target, own: OwnFigures | null = null): Row => ({
  weapon,
  own,
  ...getAtRange(weapon, target),
});

/** Returns the subject from which a row's figures are read. */
export const getRowSubject = ({ weapon, own, ...at }: Row): FigureSubject => ({ build: weapon, at, own });
