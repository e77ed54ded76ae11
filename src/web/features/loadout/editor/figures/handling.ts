// What the mounted parts of a Battlefield 2042 gun change in its handling, as Season 2 measured it.

import type { Mechanics } from "#domain/game-data/schemas/mechanics.ts";
import { BOARD_SLOTS } from "#domain/game-data/slot.ts";
import type { Bf2042Loadout } from "#domain/loadout/loadout.ts";
import { mechanicsWith } from "#domain/weapons/handling.ts";
import { m } from "#messages";
import { formatNumber } from "#messages/format-number.ts";
import type { WeaponAnswer } from "#web/features/loadout/loadout-search.ts";

type Attachments = NonNullable<Extract<WeaponAnswer, { game: "bf2042" }>["attachments"]>;
export type Part = Attachments["options"][number];

type Path =
  | ("deployS" | "adsTransitionS" | "velocityMps" | "magazine" | "rateOfFireRpm.auto" | "gravityMps2")
  | `recoil.ads.stand.${"up" | "left" | "right" | "firstShotMul"}`
  | "recoil.hip.stand.up"
  | `spread.${"ads" | "hip"}.stand.${"base" | "move"}.min`
  | "spread.ads.stand.base.inc"
  | "dispersion.horizontal"
  | `reload.${"tacticalS" | "emptyS"}`;

export type HandlingRow = {
  /** Where the mechanics have the figure. */
  path: Path;
  title: string;
  /** The bare gun's and this build's, in the unit. */
  bare: number;
  value: number;
  unit: "ms" | "°" | "m/s" | "rounds" | "rpm" | "m/s²" | "×";
  /** Less recoil and shorter times are better, more velocity and rounds too. */
  isBetter: boolean;
  basis: "measured" | "computed";
};

type Kind = Pick<HandlingRow, "path" | "title" | "unit"> & { scale?: number; more?: true };

const KINDS: readonly Kind[] = [
  { path: "deployS", title: m.common_time_to_draw(), unit: "ms", scale: 1000 },
  { path: "adsTransitionS", title: m.common_zoom_transition(), unit: "ms", scale: 1000 },
  { path: "velocityMps", title: m.common_velocity(), unit: "m/s", more: true },
  { path: "magazine", title: m.common_magazine(), unit: "rounds", more: true },
  { path: "rateOfFireRpm.auto", title: m.common_rate_of_fire(), unit: "rpm", more: true },
  { path: "recoil.ads.stand.up", title: m.loadout_recoil_upwards_aimed(), unit: "°" },
  { path: "recoil.ads.stand.left", title: m.common_recoil_left_aimed(), unit: "°" },
  { path: "recoil.ads.stand.right", title: m.common_recoil_right_aimed(), unit: "°" },
  { path: "recoil.ads.stand.firstShotMul", title: m.loadout_first_shots_recoil_aimed(), unit: "×" },
  { path: "recoil.hip.stand.up", title: m.loadout_recoil_upwards_hip(), unit: "°" },
  { path: "spread.ads.stand.base.min", title: m.common_spread_aimed(), unit: "°" },
  { path: "spread.ads.stand.move.min", title: m.common_spread_aimed_and_moving(), unit: "°" },
  { path: "spread.ads.stand.base.inc", title: m.loadout_spread_by_a_shot_aimed(), unit: "°" },
  { path: "spread.hip.stand.base.min", title: m.loadout_spread_hip(), unit: "°" },
  { path: "spread.hip.stand.move.min", title: m.loadout_spread_hip_and_moving(), unit: "°" },
  { path: "dispersion.horizontal", title: m.loadout_pellet_spread(), unit: "°" },
  { path: "gravityMps2", title: m.loadout_bullet_drop(), unit: "m/s²" },
];

export type HandlingOfBuild = {
  rows: readonly HandlingRow[];
  /** Parts Season 2 did not measure on this gun, by name. */
  unmeasured: readonly string[];
};

/** The changes against the bare gun, standing, in the order of the screen; what stays the same is left out. */
export function getHandling(mechanics: Mechanics, parts: readonly Part[]): HandlingOfBuild {
  const { mechanics: built, changes, unmeasuredIds } = mechanicsWith(mechanics, parts);
  const rows = KINDS.flatMap(({ path, title, unit, scale = 1, more }): readonly HandlingRow[] => {
    const change = changes.find((one) => one.path === path);
    if (!change || change.bare === null || change.value === null || change.value === change.bare) return [];
    // A gun that always pulls to one side has recoil below 0 on the other: less of it is nearer to 0.
    const isBetter = more ? change.value > change.bare : Math.abs(change.value) < Math.abs(change.bare);
    return [
      { path, title, unit, bare: change.bare * scale, value: change.value * scale, isBetter, basis: change.basis },
    ];
  });
  const ofReload = changes.filter(({ path }) => path.startsWith("reload."));
  const isComputed = ofReload.some(({ basis }) => basis === "computed");
  const unmeasured = parts.filter(({ id, isDefault }) => unmeasuredIds.includes(id) && !isDefault);
  return {
    rows: [...reloadRows(mechanics, built, isComputed ? "computed" : "measured"), ...rows],
    unmeasured: unmeasured.map(({ id, name }) => name ?? id),
  };
}

/**
 * What these parts change in place of others on the same gun, standing. A figure that cannot be computed is left out, and nothing
 * is known where a part that comes or goes was not measured.
 */
export function compareHandling(
  mechanics: Mechanics,
  present: readonly Part[],
  next: readonly Part[],
): readonly HandlingRow[] {
  const exchanged = [...present, ...next].filter((part) => !(present.includes(part) && next.includes(part)));
  if (exchanged.some(({ effects, isDefault }) => !isDefault && Object.keys(effects).length === 0)) return [];
  const [before, after] = [mechanicsWith(mechanics, present), mechanicsWith(mechanics, next)];
  const unknown = new Set([...before.changes, ...after.changes].flatMap((one) => (one.value === null ? one.path : [])));
  const changes = KINDS.flatMap(({ path, title, unit, scale = 1, more }): readonly HandlingRow[] => {
    const [bare, value] = [numberAt(before.mechanics, path), numberAt(after.mechanics, path)];
    if (bare === null || value === null || bare === value || unknown.has(path)) return [];
    const isBetter = more ? value > bare : Math.abs(value) < Math.abs(bare);
    return [{ path, title, unit, bare: bare * scale, value: value * scale, isBetter, basis: "computed" }];
  });
  return [...reloadRows(before.mechanics, after.mechanics, "computed"), ...changes];
}

/** Whether the records of the sheet give the figure too, at every patch; the others only Season 2 measured. */
export const isRecorded = ({ path, unit }: Pick<HandlingRow, "path" | "unit">): boolean =>
  unit === "m/s" || unit === "rounds" || unit === "rpm" || path.startsWith("reload.");

/** The paths two guns are compared by. */
const COMPARED: readonly string[] = [
  ...["deployS", "adsTransitionS", "recoil.ads.stand.up", "recoil.hip.stand.up"],
  ...["spread.ads.stand.base.min", "spread.hip.stand.base.min"],
];

/** A gun's own handling with these parts, the figures two guns are compared by; of all of them less is better. */
export function handlingFigures(mechanics: Mechanics, parts: readonly Part[]): readonly HandlingFigure[] {
  const built = mechanicsWith(mechanics, parts).mechanics;
  return KINDS.filter(({ path }) => COMPARED.includes(path)).flatMap(({ path, title, unit, scale = 1 }) => {
    const value = numberAt(built, path);
    return value === null ? [] : [{ title, unit, value: value * scale }];
  });
}

export type HandlingFigure = Pick<HandlingRow, "title" | "unit" | "value">;

function numberAt(mechanics: Mechanics, path: string): number | null {
  const value = path.split(".").reduce<unknown>(getChild, mechanics);
  return typeof value === "number" ? value : null;
}

const getChild = (holder: unknown, key: string): unknown =>
  typeof holder === "object" && holder !== null ? Reflect.get(holder, key) : undefined;

/** Seconds ÷ the source's factor, as a reload is waited for. */
function reloadRows({ reload: bare }: Mechanics, { reload: built }: Mechanics, basis: HandlingRow["basis"]) {
  if (bare.kind === "round" || built.kind === "round") return [];
  const rows = [
    ["reload.tacticalS", m.common_reload_round_left(), bare.tacticalS / bare.speed, built.tacticalS / built.speed],
    ["reload.emptyS", m.common_reload_empty(), bare.emptyS / bare.speed, built.emptyS / built.speed],
  ] as const;
  return rows
    .map(
      ([path, title, before, after]): HandlingRow => ({
        ...{ path, title },
        ...{ unit: "ms", bare: before * 1000, value: after * 1000 },
        ...{ isBetter: after < before, basis },
      }),
    )
    .filter((row) => Math.round(row.bare) !== Math.round(row.value));
}

const WORDS: Record<HandlingRow["unit"], (value: number) => string> = {
  rounds: (value) => m.loadout_rounds({ count: Math.round(value) }),
  ms: (value) => m.unit_quantity({ number: formatNumber(value), unit: m.unit_ms() }),
  "m/s": (value) => m.unit_quantity({ number: formatNumber(value), unit: m.unit_mps() }),
  rpm: (value) => m.unit_quantity({ number: formatNumber(value), unit: m.unit_rpm() }),
  "°": (value) => m.unit_angle({ degrees: formatNumber(value, 3) }),
  "m/s²": (value) => m.unit_quantity({ number: formatNumber(value, 2), unit: m.unit_mps2() }),
  "×": (value) => m.unit_factor({ factor: formatNumber(value, 2) }),
};

/** A value of the row with its unit. */
export const formatHandling = (value: number, unit: HandlingRow["unit"]): string => WORDS[unit](value);

/** The change with its sign, e.g. "−18 ms". */
export function formatHandlingChange({ bare, value, unit }: Pick<HandlingRow, "bare" | "value" | "unit">): string {
  return `${value < bare ? "−" : "+"}${formatHandling(Math.abs(value - bare), unit)}`;
}

/** The parts a Plus board mounts at the start: the first of each slot. */
export function mountedParts(
  { attachments }: Extract<WeaponAnswer, { game: "bf2042" }>,
  board: Bf2042Loadout["primary"]["board"],
): readonly Part[] {
  const ids = BOARD_SLOTS.flatMap((slot) => board[slot].slice(0, 1));
  return (attachments?.options ?? []).filter(({ id }) => ids.includes(id));
}
