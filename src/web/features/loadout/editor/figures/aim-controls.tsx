import type { Combat } from "#domain/game-data/schemas/combat.ts";
import { getHealth } from "#domain/weapons/hit-zones.ts";
import { RangeSlider } from "#web/components/fields/range-slider.tsx";
import { Select } from "#web/components/fields/select.tsx";
import { type Aim, HEAD_IDS, HEAD_TITLES, HEALTH_IDS, HEALTH_TITLES, HIT_PERCENT, RANGE_M } from "./aim.ts";

type AimControlsProps = { aim: Aim; combat: Combat; onAim: (aim: Aim) => void };

const HEADS = HEAD_IDS.map((id) => ({ value: id, label: HEAD_TITLES[id] }));

/** Range, hit rate, hits to the head, and the health of a server where the game has more than one. */
export function AimControls({ aim, combat, onAim }: AimControlsProps) {
  const healths = HEALTH_IDS.flatMap((id) => {
    const hitPoints = getHealth(combat, id);
    return hitPoints === null ? [] : [{ value: id, label: `${HEALTH_TITLES[id]}, ${hitPoints}` }];
  });
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <Select label="Hits" value={aim.head} choices={HEADS} onChange={(head) => onAim({ ...aim, head })} />
        {healths.length > 1 && (
          <Select
            label="Health"
            value={aim.health}
            choices={healths}
            onChange={(health) => onAim({ ...aim, health })}
          />
        )}
      </div>
      <div className="grid grid-cols-2 gap-5">
        <RangeSlider
          label="Range"
          value={aim.rangeM}
          {...RANGE_M}
          unit="m"
          onChange={(rangeM) => onAim({ ...aim, rangeM })}
        />
        <RangeSlider
          label="Hit rate"
          value={aim.hitPercent}
          {...HIT_PERCENT}
          unit="%"
          onChange={(hitPercent) => onAim({ ...aim, hitPercent })}
        />
      </div>
    </>
  );
}
