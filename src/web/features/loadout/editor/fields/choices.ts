// What a slot may be asked to hold: what each choice changes against the present one, and what the rules have against it.

import type { KitId } from "#domain/game-data/kit-id.ts";
import { SEASON_TWO } from "#domain/game-data/patch.ts";
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import type { WeaponClass } from "#domain/game-data/weapon-class.ts";
import type { Armoury } from "#domain/loadout/armoury.ts";
import { getBuild } from "#domain/loadout/build.ts";
import type { Bf2042Loadout, Loadout } from "#domain/loadout/loadout.ts";
import { exactTtkMs } from "#domain/loadout/range-starters.ts";
import { damageAt } from "#domain/weapons/fire.ts";
import { getHealth } from "#domain/weapons/hit-zones.ts";
import { m } from "#messages";
import { formatNumber } from "#messages/format-number.ts";
import { formatFactor, formatPartEffects } from "#messages/game/figure-words.ts";
import { createTextMatcher } from "#messages/text-matcher.ts";
import type { Drawn } from "#web/data/equipment-pictures.tsx";
import { type EditorContext, saying } from "#web/features/loadout/editor/editor-context.ts";
import {
  compareHandling,
  formatHandlingChange,
  isRecorded,
  mountedParts,
} from "#web/features/loadout/editor/figures/handling.ts";
import type { Listed, WeaponAnswer } from "#web/features/loadout/loadout-search.ts";
import { findRemedy, type Remedy } from "./remedy.ts";

/** A signed change in words, e.g. "−18 ms time to draw". */
export type Effect = { text: string; isBetter: boolean };

export type Choice = {
  id: string;
  name: string;
  /** A few words beside the name: its class, or that it is stock. */
  detail?: string | undefined;
  /** What finds it beside these: the class of a weapon in English, which is the id of the class. */
  words?: string;
  /** Drawn beside the name. */
  drawn?: Drawn;
  /** Against what the slot holds; empty where nothing is known. */
  effects?: readonly Effect[];
  /** Why it cannot be chosen although the rules allow it. */
  taken?: string;
};

export type Option = Choice & { reason: string | null; remedy: Remedy | null };

/** The options in whose name, detail and words each typed word stands, in their own order. */
export function filterOptions<Found extends Choice>(options: readonly Found[], typed: string): readonly Found[] {
  const matches = createTextMatcher(typed);
  return options.filter(({ name, detail = "", words = "" }) => matches(`${name} ${detail} ${words}`));
}

type Choosing = {
  /** The loadout with this choice in the slot. */
  choose: (id: string) => Loadout;
  /** Whether a loadout still has the choice in the slot. */
  holds: (loadout: Loadout, id: string) => boolean;
};

/** Options of a picker: those the rules allow first, the others with the reason against them and what would allow them. */
export function listOptions(
  choices: readonly Choice[],
  context: EditorContext,
  { choose, holds }: Choosing,
): readonly Option[] {
  const options = choices.map((choice): Option => {
    if (choice.taken) return { ...choice, reason: choice.taken, remedy: null };
    const changed = choose(choice.id);
    const broken = context.validate(changed);
    if (!broken) return { ...choice, reason: null, remedy: null };
    const remedy = findRemedy(broken, changed, context.armoury, (loadout) => holds(loadout, choice.id));
    return { ...choice, reason: saying(broken, context), remedy };
  });
  return [...options.filter(({ reason }) => !reason), ...options.filter(({ reason }) => reason)];
}

/** The weapons a slot may be asked to hold, in the order of the game; some of them against the rules. */
export function weaponChoices(
  { weapons, armoury, combat, shown }: EditorContext,
  slot: "primary" | "sidearm",
  presentId: string | null,
): readonly Choice[] {
  const isCarried = (weapon: Listed): boolean =>
    armoury.game === "bf4"
      ? armoury.weapons.get(weapon.id)?.slots.includes(slot) === true
      : (weapon.class === "sidearm") === (slot === "sidearm");
  const figures = new Map(shown.weapons.map((weapon) => [weapon.id, weapon]));
  const present = figures.get(presentId ?? "");
  return weapons.filter(isCarried).map((weapon) => ({
    id: weapon.id,
    name: weapon.name,
    detail: weaponClassTitle(weapon),
    words: weapon.class,
    drawn: { weaponId: weapon.id },
    effects: weaponEffects(figures.get(weapon.id), present, combat),
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

/** The class of one weapon. */
export const weaponClassTitle = (weapon: Pick<Listed, "class">): string => CLASS_TITLES[weapon.class];

/** What the kit's slot offers, then what other kits carry there, but for what the kit has under the same name. */
export function itemChoices(
  armoury: Armoury,
  kitId: KitId,
  getOffered: (kit: KitId) => readonly string[],
): readonly Choice[] {
  const others = [...armoury.kits.keys()].filter((id) => id !== kitId);
  const byName = new Map<string, string>();
  for (const id of [kitId, ...others].flatMap(getOffered)) {
    const name = itemName(armoury, id);
    if (!byName.has(name)) byName.set(name, id);
  }
  return [...byName].map(([name, id]) => ({ id, name, drawn: drawnItem(armoury, id) }));
}

export function itemName(armoury: Armoury, id: string): string {
  const specialist = armoury.game === "bf2042" ? armoury.specialists.get(id) : undefined;
  return (armoury.gadgets.get(id) ?? armoury.weapons.get(id) ?? specialist)?.name ?? id;
}

/** What is drawn of an item: a specialist or gear, or a weapon where the slot holds one. */
export function drawnItem({ game, ...armoury }: Armoury, id: string): Drawn {
  if (armoury.weapons.has(id) && !armoury.gadgets.has(id)) return { weaponId: id };
  const isSpecialist = "specialists" in armoury && armoury.specialists.has(id);
  return { game, catalogue: isSpecialist ? "specialists" : "gadgets", id };
}

// Effects.

/** Metres at which choices are compared, the figures pane's first range. */
const RANGE_M = 30;

/** A signed change; nothing where a figure is unknown or stays the same. */
function changeOf(
  now: number | null | undefined,
  next: number | null | undefined,
  say: (change: string, size: number) => string,
  isMoreBetter = false,
): readonly Effect[] {
  if (now === null || now === undefined || next === null || next === undefined) return [];
  const difference = Math.round((next - now) * 10) / 10;
  if (difference === 0) return [];
  const size = Math.abs(difference);
  const change = `${difference < 0 ? "−" : "+"}${formatNumber(size, 1)}`;
  return [{ text: say(change, size), isBetter: difference > 0 === isMoreBetter }];
}

const sayKill = (change: string) => m.loadout_effect_ms_to_kill({ change, range: RANGE_M });
const sayDamage = (change: string) => m.loadout_effect_damage({ change, range: RANGE_M });
const sayRpm = (change: string) => m.loadout_effect_rpm({ change });
const sayRounds = (change: string, count: number) => m.loadout_effect_rounds({ change, count });
const sayVelocity = (change: string) => m.loadout_effect_velocity({ change });
const sayReload = (change: string) => m.loadout_effect_reload({ change });
const sayReloadRoundLeft = (change: string) => m.loadout_effect_reload_round_left({ change });
const sayReloadEmpty = (change: string) => m.loadout_effect_reload_empty({ change });
const wholeMs = (ttkMs: number | null) => ttkMs && Math.round(ttkMs);

/** Both as issued. */
function weaponEffects(
  next: Listed | undefined,
  present: Listed | undefined,
  combat: Pick<Combat, "health">,
): readonly Effect[] {
  if (!next || !present || next.id === present.id) return [];
  const hitPoints = getHealth(combat, "normal");
  const getTtk = (weapon: Listed) => wholeMs(exactTtkMs(weapon, RANGE_M, hitPoints));
  return [
    ...changeOf(getTtk(present), getTtk(next), sayKill),
    ...changeOf(present.rateOfFireRpm, next.rateOfFireRpm, sayRpm, true),
    ...changeOf(present.magazine, next.magazine, sayRounds, true),
    ...changeOf(present.velocityMps, next.velocityMps, sayVelocity, true),
    ...changeOf(present.reloadS, next.reloadS, sayReload),
  ];
}

type Bf4Answer = Extract<WeaponAnswer, { game: "bf4" }>;
type Bf4Part = NonNullable<Bf4Answer["attachments"]>["slots"][number]["options"][number];

/** What a Battlefield 4 part changes in place of another in its slot; nothing where either was not measured. */
export function partEffects(
  next: Bf4Part,
  present: Bf4Part | undefined,
  { partTypes }: Pick<Bf4Answer, "partTypes">,
): readonly Effect[] {
  const [now, then] = [present, next].map((part) => {
    const effects = partTypes.find(({ id }) => id === part?.typeId)?.effects ?? [];
    return part && (part.isDefault || effects.length > 0) ? effects : null;
  });
  if (!now || !then || next.id === present?.id) return [];
  const percentOf = (effects: typeof now, figure: (typeof now)[number]["value"]["figure"]) =>
    effects.find(({ value }) => value.figure === figure)?.value.percent ?? 0;
  const known = new Map([...now, ...then].map((claim) => [claim.value.figure, claim]));
  return [...known].flatMap(([figure, claim]): readonly Effect[] => {
    const factor = (100 + percentOf(then, figure)) / (100 + percentOf(now, figure));
    const percent = Math.round((factor - 1) * 1000) / 10;
    if (percent === 0) return [];
    const [text = ""] = formatPartEffects({ effects: [{ ...claim, value: { figure, percent } }] });
    return [{ text, isBetter: figure === "velocity" ? percent > 0 : percent < 0 }];
  });
}

type Carried = Bf2042Loadout["primary"];

/**
 * What a Battlefield 2042 part changes when it is mounted first, in place of what is: what the chosen patch's record gives, then
 * what only Season 2 measured, marked so. What is unknown of either is left out.
 */
export function boardEffects(
  answer: WeaponAnswer | undefined,
  carried: Carried,
  next: Carried,
  combat: Pick<Combat, "health">,
): readonly Effect[] {
  if (answer?.game !== "bf2042") return [];
  const { mechanics } = answer.weapon;
  const rows = mechanics
    ? compareHandling(mechanics, mountedParts(answer, carried.board), mountedParts(answer, next.board))
    : [];
  // Season 2 measured the gun as issued, and of its parts the changes alone.
  const measured = answer.layer === SEASON_TWO ? rows : rows.filter((row) => !isRecorded(row));
  return [
    ...(answer.layer === SEASON_TWO ? [] : recordEffects(answer, carried, next, combat)),
    ...measured.map((row) => ({
      text: m.loadout_handling_effect({
        change: row.unit === "×" ? formatFactor(row.value / row.bare) : formatHandlingChange(row),
        figure: row.path,
      }),
      isBetter: row.isBetter,
    })),
  ];
}

function recordEffects(
  { weapon, attachments }: Extract<WeaponAnswer, { game: "bf2042" }>,
  carried: Carried,
  next: Carried,
  combat: Pick<Combat, "health">,
): readonly Effect[] {
  const hitPoints = getHealth(combat, "normal");
  const [now, then] = [carried, next].map((one) => {
    const build = getBuild(weapon, attachments, one);
    const ttkMs = build && wholeMs(exactTtkMs(build, RANGE_M, hitPoints));
    return build && { ...build, ttkMs, damage: build.damage && damageAt(build.damage, RANGE_M) };
  });
  const inMs = (seconds: number | null | undefined) => seconds && Math.round(seconds * 1000);
  return [
    ...changeOf(now?.ttkMs, then?.ttkMs, sayKill),
    ...changeOf(now?.damage, then?.damage, sayDamage, true),
    ...changeOf(now?.magazine, then?.magazine, sayRounds, true),
    ...changeOf(now?.rateOfFireRpm, then?.rateOfFireRpm, sayRpm, true),
    ...changeOf(now?.velocityMps, then?.velocityMps, sayVelocity, true),
    ...changeOf(inMs(now?.reload?.tacticalS), inMs(then?.reload?.tacticalS), sayReloadRoundLeft),
    ...changeOf(inMs(now?.reload?.emptyS), inMs(then?.reload?.emptyS), sayReloadEmpty),
  ];
}
