// What a slot may be asked to hold: what each choice changes against the present one, and what the rules have against it.

import type { KitId } from "#domain/game-data/kit-id.ts";
import { SEASON_TWO } from "#domain/game-data/patch.ts";
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import type { Mechanics } from "#domain/game-data/schemas/mechanics.ts";
import type { WeaponClass } from "#domain/game-data/weapon-class.ts";
import type { Armoury } from "#domain/loadout/armoury.ts";
import { getBuild } from "#domain/loadout/build.ts";
import type { Bf2042Loadout, Loadout } from "#domain/loadout/loadout.ts";
import {
  FIGURES,
  type FigureId,
  type FigureSubject,
  getSubject,
  isBetter,
  isMinimum,
  isSame,
  readFigure,
} from "#domain/weapons/figures.ts";
import { compareHandling, type FigureChange, mechanicsWith } from "#domain/weapons/handling.ts";
import { getHealth } from "#domain/weapons/hit-zones.ts";
import { m } from "#messages";
import { formatPartEffects } from "#messages/game/figure-words.ts";
import { formatChange } from "#messages/game/figures.ts";
import { createTextMatcher } from "#messages/text-matcher.ts";
import type { Drawn } from "#web/data/equipment-pictures.tsx";
import { type EditorContext, saying } from "#web/features/loadout/editor/editor-context.ts";
import { mountedParts, type Part } from "#web/features/loadout/editor/figures/handling.ts";
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
  unavailableReason?: string;
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
    if (choice.unavailableReason) return { ...choice, reason: choice.unavailableReason, remedy: null };
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

/** The words of a change; the others are listed by the change alone. */
const EFFECTS = {
  ttk: (change) => m.loadout_effect_kill({ change, range: RANGE_M }),
  damageAt: (change) => m.loadout_effect_damage({ change, range: RANGE_M }),
  rateOfFire: (change) => change,
  magazine: (change, count) => m.loadout_effect_rounds({ change, count }),
  velocity: (change) => m.loadout_effect_velocity({ change }),
  reload: (change) => m.loadout_effect_reload_round_left({ change }),
  reloadEmpty: (change) => m.loadout_effect_reload_empty({ change }),
} as const satisfies Partial<Record<FigureId, (change: string, size: number) => string>>;

type Effective = keyof typeof EFFECTS;

/** Signed changes of these figures; nothing where one is unknown, a minimum, or stays the same. */
function changesOf(ids: readonly Effective[], present: FigureSubject, next: FigureSubject): readonly Effect[] {
  return ids.flatMap((id) => {
    const [now, then] = [readFigure(id, present), readFigure(id, next)];
    if (now === null || then === null || isSame(id, now, then)) return [];
    if (isMinimum(id, present) || isMinimum(id, next)) return [];
    return [
      { text: EFFECTS[id](formatChange(id, now, then), Math.abs(then - now)), isBetter: isBetter(id, then, now) },
    ];
  });
}

const getStandardTarget = (combat: Pick<Combat, "health">) =>
  ({ rangeM: RANGE_M, heads: 0, hitPoints: getHealth(combat, "normal") }) as const;

/** Both as issued. */
function weaponEffects(
  next: Listed | undefined,
  present: Listed | undefined,
  combat: Pick<Combat, "health">,
): readonly Effect[] {
  if (!next || !present || next.id === present.id) return [];
  const target = getStandardTarget(combat);
  const subjects = [getSubject(present, target), getSubject(next, target)] as const;
  return changesOf(["ttk", "rateOfFire", "magazine", "velocity", "reload"], ...subjects);
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
  const byFigure = new Map([...now, ...then].map((claim) => [claim.value.figure, claim]));
  return [...byFigure].flatMap(([figure, claim]): readonly Effect[] => {
    const factor = (100 + percentOf(then, figure)) / (100 + percentOf(now, figure));
    const percent = Math.round((factor - 1) * 1000) / 10;
    if (percent === 0) return [];
    const [text = ""] = formatPartEffects({ effects: [{ ...claim, value: { figure, percent } }] });
    return [{ text, isBetter: figure === "velocity" ? percent > 0 : percent < 0 }];
  });
}

type WeaponChoice = Bf2042Loadout["primary"];

/**
 * What a Battlefield 2042 part changes when it is mounted first, in place of what is: what the chosen patch's record gives, then
 * what only Season 2 measured, marked so. What is unknown of either is left out.
 */
export function boardEffects(
  answer: WeaponAnswer | undefined,
  weaponChoice: WeaponChoice,
  next: WeaponChoice,
  combat: Pick<Combat, "health">,
): readonly Effect[] {
  if (answer?.game !== "bf2042") return [];
  const { mechanics } = answer.weapon;
  const [before, after] = [weaponChoice, next].map((one) => mountedParts(answer, one.board));
  const changes = mechanics && before && after ? compareParts(mechanics, before, after) : [];
  // Season 2 measured the gun as issued, and of its parts the changes alone; the records of the sheet give the rest.
  const measured = answer.layer === SEASON_TWO ? changes : changes.filter(({ id }) => FIGURES[id].from === "mechanics");
  return [
    ...(answer.layer === SEASON_TWO ? [] : recordEffects(answer, weaponChoice, next, combat)),
    ...measured.flatMap(({ id, before: now, after: then, isBetter: better }) =>
      then === null
        ? []
        : [
            {
              text: m.loadout_handling_effect({ change: formatChange(id, now, then), figure: FIGURES[id].path ?? "" }),
              isBetter: better,
            },
          ],
    ),
  ];
}

/** Nothing is known where a part that comes or goes was not measured. */
function compareParts(mechanics: Mechanics, present: readonly Part[], next: readonly Part[]): readonly FigureChange[] {
  const exchanged = [...present, ...next].filter((part) => !(present.includes(part) && next.includes(part)));
  if (exchanged.some(({ effects, isDefault }) => !isDefault && Object.keys(effects).length === 0)) return [];
  return compareHandling(mechanicsWith(mechanics, present), mechanicsWith(mechanics, next));
}

function recordEffects(
  { weapon, attachments }: Extract<WeaponAnswer, { game: "bf2042" }>,
  weaponChoice: WeaponChoice,
  next: WeaponChoice,
  combat: Pick<Combat, "health">,
): readonly Effect[] {
  const getOf = (one: WeaponChoice) => getSubject(getBuild(weapon, attachments, one), getStandardTarget(combat));
  return changesOf(
    ["ttk", "damageAt", "magazine", "rateOfFire", "velocity", "reload", "reloadEmpty"],
    getOf(weaponChoice),
    getOf(next),
  );
}
