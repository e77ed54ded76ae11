import { useMemo, useState } from "react";
import type { Bf2042Attachments, Bf2042Part } from "#domain/game-data/schemas/attachment.ts";
import type { Mechanics } from "#domain/game-data/schemas/mechanics.ts";
import { BOARD_SLOTS, type BoardSlot } from "#domain/game-data/slot.ts";
import { type Handling, mechanicsWith } from "#domain/weapons/handling.ts";
import { m } from "#messages";
import { formatNumber } from "#messages/format-number.ts";
import { BOARD_SLOT_TITLES } from "#messages/game/titles.ts";
import { NativeSelect } from "#web/components/fields/native-select.tsx";
import { Badge } from "#web/components/ui/badge.tsx";

type HandlingChoiceProps = { mechanics: Mechanics; attachments: Bf2042Attachments };

type Mounted = Partial<Record<BoardSlot, string>>;

/** A part for each slot, and what they change of the handling Season 2 measured. */
export function HandlingChoice({ mechanics, attachments }: HandlingChoiceProps) {
  const [mounted, setMounted] = useState<Mounted>({});
  const bySlot = useMemo(
    () => BOARD_SLOTS.map((slot) => ({ slot, options: attachments.options.filter((part) => part.slot === slot) })),
    [attachments],
  );
  const parts = bySlot.flatMap(({ slot, options }) => options.find(({ id }) => id === mounted[slot]) ?? []);
  return (
    <div className="grid gap-3">
      <p className="text-0 text-ink-2">{m.arsenal_mount_attachments()}</p>
      <div className="grid grid-cols-2 gap-3">
        {bySlot
          .filter(({ options }) => options.length > 0)
          .map(({ slot, options }) => (
            <NativeSelect
              key={slot}
              label={BOARD_SLOT_TITLES[slot]}
              value={mounted[slot] ?? ""}
              choices={[
                { value: "", label: m.arsenal_no_attachment() },
                ...options.map(({ id, name }) => ({ value: id, label: name ?? id })),
              ]}
              onChange={(id) => setMounted((now) => ({ ...now, [slot]: id }))}
            />
          ))}
      </div>
      {parts.length > 0 && <Changes mechanics={mechanics} parts={parts} />}
    </div>
  );
}

function Changes({ mechanics, parts }: { mechanics: Mechanics; parts: readonly Bf2042Part[] }) {
  const { changes, unmeasuredIds } = useMemo(() => mechanicsWith(mechanics, parts), [mechanics, parts]);
  const { said, others } = formatChanges(changes);
  const unmeasured = parts.filter(({ id }) => unmeasuredIds.includes(id)).map(({ id, name }) => name ?? id);
  return (
    <div aria-live="polite" className="grid gap-2 text-0">
      {said.length > 0 && (
        <table className="num w-full">
          <caption className="sr-only">{m.arsenal_changes_of_handling()}</caption>
          <tbody>
            {said.map(({ label, text, basis }) => (
              <tr key={label} className="border-b border-line">
                <th scope="row" className="py-1 text-left font-normal">
                  {label}
                </th>
                <td className="px-2 text-right font-bold">{text}</td>
                <td className="text-right">
                  <Badge>{BASES[basis]}</Badge>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {others > 0 && <p className="text-ink-2">{m.arsenal_other_handling_changes({ count: others })}</p>}
      {said.length === 0 && others === 0 && unmeasured.length < parts.length && (
        <p>{m.arsenal_nothing_measured_changes()}</p>
      )}
      {unmeasured.length > 0 && (
        <p className="text-ink-2">{m.common_not_measured_unmeasured({ unmeasured: unmeasured.join(", ") })}</p>
      )}
    </div>
  );
}

// Changes of handling, in words.
type Change = Handling["changes"][number];

const BASES: Record<Change["basis"], string> = {
  measured: m.arsenal_basis_measured(),
  computed: m.arsenal_basis_computed(),
};

const plain = (value: number) => formatNumber(value, 3);
const inUnit = (value: number, unit: string) => m.unit_quantity({ number: plain(value), unit });
const milliseconds = (seconds: number) => inUnit(Math.round(seconds * 1000), m.unit_ms());
const degrees = (value: number) => m.unit_angle({ degrees: plain(value) });

/** The figures people ask for, in the order of the screen; seconds are said as milliseconds. */
const SAID: readonly (readonly [path: string, label: string, say: (value: number) => string])[] = [
  ["adsTransitionS", m.common_zoom_transition(), milliseconds],
  ["deployS", m.common_time_to_draw(), milliseconds],
  ["reload.emptyS", m.common_reload_empty(), milliseconds],
  ["reload.tacticalS", m.common_reload_round_left(), milliseconds],
  ["reload.speed", m.arsenal_speed_of_reloading(), plain],
  ["magazine", m.common_magazine(), plain],
  ["velocityMps", m.common_velocity(), (value) => inUnit(value, m.unit_mps())],
  ["rateOfFireRpm.auto", m.common_rate_of_fire(), (value) => inUnit(value, m.unit_rpm())],
  ["recoil.ads.stand.up", m.arsenal_recoil_up_aimed(), degrees],
  ["recoil.ads.stand.left", m.common_recoil_left_aimed(), degrees],
  ["recoil.ads.stand.right", m.common_recoil_right_aimed(), degrees],
  ["recoil.hip.stand.up", m.arsenal_recoil_up_from_the_hip(), degrees],
  ["spread.ads.stand.base.min", m.common_spread_aimed(), degrees],
  ["spread.ads.stand.move.min", m.common_spread_aimed_and_moving(), degrees],
  ["spread.hip.stand.base.min", m.arsenal_spread_from_the_hip(), degrees],
  ["spread.hip.stand.move.min", m.arsenal_spread_from_the_hip_and_moving(), degrees],
];

export type SaidChange = { label: string; text: string; basis: Change["basis"] };

/** The changes people ask for, signed: "−18 ms", "+0.4°"; those of the rest are counted. */
export function formatChanges(changes: readonly Change[]): { said: readonly SaidChange[]; others: number } {
  const changing = changes.filter(({ change }) => change !== 0);
  const said = SAID.flatMap(([path, label, say]) => {
    const found = changing.find((change) => change.path === path);
    return found
      ? [
          {
            label,
            text: found.change === null ? "—" : `${found.change < 0 ? "−" : "+"}${say(Math.abs(found.change))}`,
            basis: found.basis,
          },
        ]
      : [];
  });
  return { said, others: changing.length - said.length };
}
