import type { Combat } from "#domain/game-data/schemas/combat.ts";
import { getBuild } from "#domain/loadout/build.ts";
import type { SoldierLoadout } from "#domain/loadout/loadout.ts";
import type { Ballistics } from "#domain/weapons/ballistics.ts";
import { getHealth, HEALTH_IDS, type HealthId } from "#domain/weapons/hit-zones.ts";
import { CHART_RANGE_M } from "#domain/weapons/lethality/kill-line.ts";
import { m } from "#messages";
import type { WeaponAnswer } from "#web/features/loadout/loadout-search.ts";
import { RangeSlider } from "#web/ui/fields/range-slider.tsx";
import { Select } from "#web/ui/fields/select.tsx";

type AimControlsProps = { aim: Aim; combat: Combat; onAim: (aim: Aim) => void };

// What the figures of a build are worked out for.
const HEAD_TITLES = {
  "0": m.common_body_only(),
  "1": m.common_first_hit_to_the_head(),
  all: m.common_every_hit_to_the_head(),
} as const;
type HeadHits = keyof typeof HEAD_TITLES;
const HEAD_IDS = ["0", "1", "all"] as const satisfies readonly HeadHits[];

const HEALTH_TITLES = {
  normal: m.loadout_health_normal(),
  hardcore: m.loadout_health_hardcore(),
  plate: m.common_armour_plate(),
} as const satisfies Record<HealthId, string>;

/** Metres and per cent the controls may be set to. */
const RANGE_M = { min: 0, max: CHART_RANGE_M, step: 5 } as const;
const HIT_PERCENT = { min: 10, max: 100, step: 5 } as const;

export type Aim = { rangeM: number; hitPercent: number; head: HeadHits; health: HealthId };

export const FIRST_AIM: Aim = { rangeM: 30, hitPercent: 100, head: "0", health: "normal" };

export type Target = {
  rangeM: number;
  /** The share of shots that hit, 0.1 to 1. */
  hitRate: number;
  head: HeadHits;
  /** Null where no source gives the health of a soldier. */
  hitPoints: number | null;
};

export const getTarget = ({ rangeM, hitPercent, head, health }: Aim, combat: Pick<Combat, "health">): Target => ({
  rangeM,
  hitRate: hitPercent / 100,
  head,
  hitPoints: getHealth(combat, health),
});

/** The figures of a weapon as this loadout carries it. */
export const getAnswerBuild = (answer: WeaponAnswer, weaponChoice: SoldierLoadout["primary"]): Ballistics | null =>
  getBuild(answer.weapon, answer.game === "bf2042" ? answer.attachments : null, weaponChoice);

const HEADS = HEAD_IDS.map((id) => ({ value: id, label: HEAD_TITLES[id] }));

/** Range, hit rate, hits to the head, and the health of a server where the game has more than one. */
export function AimControls({ aim, combat, onAim }: AimControlsProps) {
  const healths = HEALTH_IDS.flatMap((id) => {
    const hitPoints = getHealth(combat, id);
    return hitPoints === null ? [] : [{ value: id, label: `${HEALTH_TITLES[id]}, ${hitPoints}` }];
  });
  return (
    <>
      <div className="grid grid-cols-2 items-end gap-3">
        <Select
          label={m.loadout_hits()}
          value={aim.head}
          choices={HEADS}
          onChange={(head) => onAim({ ...aim, head })}
        />
        {healths.length > 1 && (
          <Select
            label={m.common_health()}
            value={aim.health}
            choices={healths}
            onChange={(health) => onAim({ ...aim, health })}
          />
        )}
      </div>
      <div className="grid grid-cols-2 items-end gap-5">
        <RangeSlider
          label={m.common_range()}
          value={aim.rangeM}
          {...RANGE_M}
          unit={m.unit_m()}
          onChange={(rangeM) => onAim({ ...aim, rangeM })}
        />
        <RangeSlider
          label={m.common_hit_rate()}
          value={aim.hitPercent}
          {...HIT_PERCENT}
          unit={m.unit_per_cent()}
          onChange={(hitPercent) => onAim({ ...aim, hitPercent })}
        />
      </div>
    </>
  );
}
