// The choices of a slot, with their effects compared with the current choice, and the rules that forbid them.

import type { KitId } from "#domain/game-data/kit-id.ts";
import { SEASON_TWO } from "#domain/game-data/patch.ts";
import type { WeaponClass } from "#domain/game-data/weapon-class.ts";
import type { Armoury } from "#domain/loadout/armoury.ts";
import type { Bf2042Loadout, Loadout, SoldierLoadout } from "#domain/loadout/loadout.ts";
import {
  FIGURE_IDS,
  FIGURES,
  type FigureId,
  type FigureSubject,
  getSubject,
  isBetter,
  isMinimum,
  isSame,
  readFigure,
} from "#domain/weapons/figures.ts";
import { applyParts, compareHandling } from "#domain/weapons/handling.ts";
import type { Target } from "#domain/weapons/lethality/at-range.ts";
import { compareTtk, compareValues } from "#domain/weapons/order.ts";
import { m } from "#messages";
import { compareNames } from "#messages/format.ts";
import { listPartChanges } from "#messages/game/figure-words.ts";
import { FIGURE_LABELS, formatChange } from "#messages/game/figures.ts";
import { createTextMatcher } from "#messages/text-matcher.ts";
import type { DrawableItem } from "#web/data/equipment-pictures.tsx";
import { type EditorContext, formatViolation } from "#web/features/loadout/editor/editor-context.ts";
import { listMountedParts } from "#web/features/loadout/editor/figures/handling.ts";
import { getResponseBuild } from "#web/features/loadout/editor/figures/response-build.ts";
import type { ListedWeapon, WeaponResponse } from "#web/features/loadout/loadout-search.ts";
import { findRemedy, type Remedy } from "./remedy.ts";

/** A figure that the choice changes, compared with the current choice. */
export type Effect = {
  label: string;
  /** The order of the figure among others. */
  order: number;
  /** The signed change, e.g. "−18 ms"; null if it is unknown. */
  text: string | null;
  /** How much better the choice is in the unit of the figure; negative if it is worse, null if it is unknown. */
  gain: number | null;
};

export type Choice = {
  id: string;
  name: string;
  /** A short text next to the name, such as its class or "stock". */
  detail?: string | undefined;
  /** Further words by which the filter finds the choice: its English name, or the id of a weapon's class. */
  words?: string | undefined;
  /** The drawing next to the name. */
  drawn?: DrawableItem;
  /** The figures of the weapon with this choice; omitted if the choice has none, and until they are loaded. */
  subject?: FigureSubject;
  isLoading?: boolean;
  /** The error of loading the figures. */
  error?: unknown;
  /** The place among choices of the same time to kill, before all other figures. */
  rank?: number;
  /** The figures it changes, and those of which this is unknown; null if all are unknown. */
  effects?: readonly Effect[] | null;
  /** The reason why a legal choice cannot be chosen. */
  unavailableReason?: string;
};

export type Option = Choice & { reason: string | null; remedy: Remedy | null };

/** Returns the options that contain every typed word in their name, detail or words, in their order. */
export function filterOptions<Found extends Choice>(options: readonly Found[], typed: string): readonly Found[] {
  const matches = createTextMatcher(typed);
  return options.filter(({ name, detail = "", words = "" }) => matches(`${name} ${detail} ${words}`));
}

type Choosing = {
  /** Returns the loadout with this choice in the slot. */
  choose: (id: string) => Loadout;
  /** Whether a loadout has the choice in the slot. */
  holds: (loadout: Loadout, id: string) => boolean;
};

/**
 * Returns the options of a picker: legal options first, then forbidden options with the reason and a remedy, each by time to kill like
 * the arsenal's table, then weapons by name and parts by the other figures.
 */
export function listOptions(
  choices: readonly Choice[],
  context: EditorContext,
  { choose, holds }: Choosing,
): readonly Option[] {
  const options = choices.map((choice): Option => {
    if (choice.unavailableReason) return { ...choice, reason: choice.unavailableReason, remedy: null };
    const changed = choose(choice.id);
    const broken = context.validate(changed);
    if (!broken) return { ...choice, reason: null, remedy: null };
    const remedy = findRemedy(broken, changed, context.armoury, (loadout) => holds(loadout, choice.id));
    return { ...choice, reason: formatViolation(broken, context), remedy };
  });
  const columns = listColumns(options);
  const sorted = options.toSorted((a, b) => compareChoices(a, b, columns));
  return [...sorted.filter(({ reason }) => !reason), ...sorted.filter(({ reason }) => reason)];
}

const NO_FIGURES: FigureSubject = { build: null, at: null };

const compareChoices = (a: Choice, b: Choice, columns: readonly string[]): number =>
  compareTtk(a.subject ?? NO_FIGURES, b.subject ?? NO_FIGURES) ||
  (a.rank ?? 0) - (b.rank ?? 0) ||
  compareGains(a, b, columns);

/** Compares by the first figure in which the choices differ; an unknown change is last. */
function compareGains(a: Choice, b: Choice, columns: readonly string[]): number {
  const getGain = ({ effects }: Choice, column: string) => {
    const effect = effects?.find(({ label }) => label === column);
    return effects && !effect ? 0 : (effect?.gain ?? null);
  };
  const differences = columns.map((column) => compareValues(getGain(a, column), getGain(b, column), -1));
  return differences.find((difference) => difference !== 0) ?? 0;
}

/** Maximum number of figures that are compared in columns. */
const MAX_COLUMNS = 6;

/** Returns the labels of the first figures that any choice changes, except the time to kill, in the order of the figures. */
export function listColumns(choices: readonly Choice[]): readonly string[] {
  const changes = choices
    .flatMap(({ effects }) => effects ?? [])
    .filter(({ label, text }) => text !== null && label !== FIGURE_LABELS.ttk);
  return [...new Set(changes.toSorted((a, b) => a.order - b.order).map(({ label }) => label))].slice(0, MAX_COLUMNS);
}

/**
 * Returns the weapons for a slot, including forbidden weapons: the present weapon as the loadout has it, which the others are compared
 * with, and the others with default parts.
 */
export function listWeaponChoices(
  { weapons, armoury, shown }: EditorContext,
  slot: "primary" | "sidearm",
  weaponChoice: SoldierLoadout["primary"],
  target: Target,
): readonly Choice[] {
  const fitsSlot = (weapon: ListedWeapon): boolean =>
    armoury.game === "bf4"
      ? armoury.weapons.get(weapon.id)?.slots.includes(slot) === true
      : (weapon.class === "sidearm") === (slot === "sidearm");
  const stock = new Map(shown.weapons?.map((weapon) => [weapon.id, weapon]));
  const presentId = weaponChoice.weaponId ?? "";
  const response = shown.responses.get(presentId);
  const present = response ? getSubject(getResponseBuild(response, weaponChoice), target) : null;
  const getFigures = (id: string): Pick<Choice, "subject" | "effects" | "isLoading" | "error"> => {
    const isPresent = id === presentId;
    const stockSubject = shown.weapons && getSubject(stock.get(id) ?? null, target);
    const subject = isPresent ? present : stockSubject;
    const error = isPresent ? shown.failures.get(id) : shown.error;
    if (!subject) return error == null ? { isLoading: true, effects: null } : { error, effects: null };
    return { subject, effects: present && listChanges(WEAPON_EFFECTS, present, subject) };
  };
  return weapons
    .filter(fitsSlot)
    .toSorted((a, b) => compareNames(a.name, b.name))
    .map((weapon, rank) => ({
      id: weapon.id,
      name: weapon.name,
      detail: getWeaponClassTitle(weapon),
      words: weapon.class,
      drawn: { weaponId: weapon.id },
      rank,
      ...getFigures(weapon.id),
    }));
}

const CLASS_TITLES = {
  "assault-rifle": m.loadout_class_assault_rifle(),
  carbine: m.loadout_class_carbine(),
  pdw: m.loadout_class_pdw(),
  smg: m.loadout_class_smg(),
  lmg: m.loadout_class_lmg(),
  dmr: m.loadout_class_dmr(),
  "sniper-rifle": m.loadout_class_sniper_rifle(),
  shotgun: m.loadout_class_shotgun(),
  sidearm: m.loadout_class_sidearm(),
  utility: m.loadout_class_utility(),
  launcher: m.loadout_class_launcher(),
} as const satisfies Record<WeaponClass, string>;

/** Returns the class of a weapon in the singular. */
export const getWeaponClassTitle = (weapon: Pick<ListedWeapon, "class">): string => CLASS_TITLES[weapon.class];

/** Returns the kit's items for a slot, then those of other kits, without items of the same name. */
export function listItemChoices(
  armoury: Armoury,
  kitId: KitId,
  getOffered: (kit: KitId) => readonly string[],
): readonly Choice[] {
  const others = [...armoury.kits.keys()].filter((id) => id !== kitId);
  const byName = new Map<string, string>();
  for (const id of [kitId, ...others].flatMap(getOffered)) {
    const name = armoury.gadgets.get(id)?.englishName ?? getItemName(armoury, id);
    if (!byName.has(name)) byName.set(name, id);
  }
  return [...byName].map(([words, id]) => ({
    id,
    name: getItemName(armoury, id),
    words,
    drawn: getDrawnItem(armoury, id),
  }));
}

export function getItemName(armoury: Armoury, id: string): string {
  const specialist = armoury.game === "bf2042" ? armoury.specialists.get(id) : undefined;
  return (armoury.gadgets.get(id) ?? armoury.weapons.get(id) ?? specialist)?.name ?? id;
}

/** Returns the drawing of an item: a specialist, a gadget or a weapon. */
export function getDrawnItem({ game, ...armoury }: Armoury, id: string): DrawableItem {
  if (armoury.weapons.has(id) && !armoury.gadgets.has(id)) return { weaponId: id };
  const isSpecialist = "specialists" in armoury && armoury.specialists.has(id);
  return { game, catalogue: isSpecialist ? "specialists" : "gadgets", id };
}

// The effects of a choice.

/** The figures by which weapons are compared. */
const WEAPON_EFFECTS = ["ttk", "rateOfFire", "magazine", "velocity", "reload"] as const satisfies readonly FigureId[];

/** The figures of a sheet's record that parts change. */
const RECORD_EFFECTS = [
  "ttk",
  "damageAt",
  "magazine",
  "rateOfFire",
  "velocity",
  "reload",
  "reloadEmpty",
] as const satisfies readonly FigureId[];

/** Returns the changes of these figures, without unchanged figures. A change of a minimum is unknown. */
function listChanges(ids: readonly FigureId[], present: FigureSubject, next: FigureSubject): readonly Effect[] {
  return ids.flatMap((id) => {
    const [now, then] = [readFigure(id, present), readFigure(id, next)];
    if (now === null || then === null || isMinimum(id, present) || isMinimum(id, next)) return [getEffect(id, null)];
    return isSame(id, now, then) ? [] : [getEffect(id, { before: now, after: then })];
  });
}

const getEffect = (
  id: FigureId,
  change: { before: number; after: number } | null,
  label = FIGURE_LABELS[id],
): Effect => ({
  label,
  order: FIGURE_IDS.indexOf(id),
  text: change && formatChange(id, change.before, change.after),
  gain: change && Math.abs(change.after - change.before) * (isBetter(id, change.after, change.before) ? 1 : -1),
});

type Bf4Response = Extract<WeaponResponse, { game: "bf4" }>;
type Bf4Part = NonNullable<Bf4Response["attachments"]>["slots"][number]["options"][number];

/** Returns the effects of a Battlefield 4 part compared with another part of its slot; null if one of them was not measured. */
export function listPartEffects(
  next: Pick<Bf4Part, "id" | "typeId" | "isDefault">,
  present: Pick<Bf4Part, "id" | "typeId" | "isDefault"> | undefined,
  { partTypes }: Pick<Bf4Response, "partTypes">,
): readonly Effect[] | null {
  const [now, then] = [present, next].map((part) => {
    const effects = partTypes.find(({ id }) => id === part?.typeId)?.effects ?? [];
    return part && (part.isDefault || effects.length > 0) ? effects : null;
  });
  if (next.id === present?.id) return [];
  if (!now || !then) return null;
  const getPercent = (effects: typeof now, figure: (typeof now)[number]["value"]["figure"]) =>
    effects.find(({ value }) => value.figure === figure)?.value.percent ?? 0;
  const byFigure = new Map([...now, ...then].map((claim) => [claim.value.figure, claim]));
  return [...byFigure].flatMap(([figure, claim]): readonly Effect[] => {
    const factor = (100 + getPercent(then, figure)) / (100 + getPercent(now, figure));
    const percent = Math.round((factor - 1) * 1000) / 10;
    if (percent === 0) return [];
    return listPartChanges({ effects: [{ ...claim, value: { figure, percent } }] }).map((change) => ({
      ...change,
      order: PART_FIGURE_IDS.indexOf(figure),
      gain: figure === "velocity" ? percent : -percent,
    }));
  });
}

const PART_FIGURE_IDS: readonly string[] = [
  "velocity",
  "aimedSpreadStill",
  "aimedSpreadMoving",
  "spreadPerShot",
  "recoilUp",
  "recoilSideways",
  "firstShotRecoil",
];

type WeaponChoice = Bf2042Loadout["primary"];

/**
 * Returns the effects of mounting a Battlefield 2042 part instead of the current one: first the figures of the chosen patch's record,
 * then those that only Season 2 has, labelled as such; null if all are unknown.
 */
export function listBoardEffects(
  response: WeaponResponse | undefined,
  weaponChoice: WeaponChoice,
  next: WeaponChoice,
  target: Target,
): readonly Effect[] | null {
  if (response?.game !== "bf2042") return null;
  const [present, changed] = [weaponChoice, next].map((each) => getSubject(getResponseBuild(response, each), target));
  const isSeasonTwo = response.layer === SEASON_TWO;
  return [
    ...(isSeasonTwo || !present || !changed ? [] : listChanges(RECORD_EFFECTS, present, changed)),
    ...listHandlingEffects(response, weaponChoice, next)
      .filter(({ id }) => isSeasonTwo || isHandling(id))
      .map(({ effect }) => effect),
  ];
}

// Season 2 has the gun with default parts, and the changes by its parts. The records of the sheet have the other figures.
const isHandling = (id: FigureId) => FIGURES[id].from === "mechanics";

/** Returns the changes that Season 2 measured; unknown changes if a part that is added or removed was not measured. */
function listHandlingEffects(
  response: Extract<WeaponResponse, { game: "bf2042" }>,
  weaponChoice: WeaponChoice,
  next: WeaponChoice,
): readonly { id: FigureId; effect: Effect }[] {
  const { mechanics } = response.weapon;
  const getLabel = (id: FigureId) => m.loadout_figure_season_2({ figure: FIGURE_LABELS[id] });
  const [present, changed] = [weaponChoice, next].map((each) => listMountedParts(response, each.board));
  if (!mechanics || !present || !changed) return [];
  const exchanged = [...present, ...changed].filter((part) => !(present.includes(part) && changed.includes(part)));
  if (exchanged.some(({ effects, isDefault }) => !isDefault && Object.keys(effects).length === 0)) {
    return FIGURE_IDS.filter((id) => FIGURES[id].path).map((id) => ({ id, effect: getEffect(id, null, getLabel(id)) }));
  }
  const changes = compareHandling(applyParts(mechanics, present), applyParts(mechanics, changed));
  return changes.map(({ id, before, after }) => ({
    id,
    effect: getEffect(id, after === null ? null : { before, after }, getLabel(id)),
  }));
}
