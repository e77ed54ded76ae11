import { useMemo, useState } from "react";
import type { Bf2042Attachments, Bf2042Part } from "#domain/game-data/schemas/attachment.ts";
import type { Mechanics } from "#domain/game-data/schemas/mechanics.ts";
import { BOARD_SLOTS, type BoardSlot } from "#domain/game-data/slot.ts";
import { type FigureChange, getHandlingChanges } from "#domain/weapons/handling.ts";
import { m } from "#messages";
import { FIGURE_LABELS, formatChange } from "#messages/game/figures.ts";
import { BOARD_SLOT_TITLES } from "#messages/game/titles.ts";
import { Badge } from "#web/ui/badge.tsx";
import { NativeSelect } from "#web/ui/fields/native-select.tsx";
import { Unknown } from "#web/ui/figures/stat.tsx";

type HandlingChoiceProps = { mechanics: Mechanics; attachments: Bf2042Attachments };

type Mounted = Partial<Record<BoardSlot, string>>;

/** Renders a choice of a part for each slot, and how the chosen parts change the handling measured in Season 2. */
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
  const { changes, others, unmeasuredIds } = useMemo(() => getHandlingChanges(mechanics, parts), [mechanics, parts]);
  const unmeasured = parts.filter(({ id }) => unmeasuredIds.includes(id)).map(({ id, name }) => name ?? id);
  return (
    <div aria-live="polite" className="grid gap-2 text-0">
      {changes.length > 0 && (
        <table className="num w-full">
          <caption className="sr-only">{m.arsenal_changes_of_handling()}</caption>
          <tbody>
            {changes.map(({ id, before, after, basis }) => (
              <tr key={id} className="border-b border-line">
                <th scope="row" className="py-1 text-left font-normal">
                  {FIGURE_LABELS[id]}
                </th>
                <td className="px-2 text-right font-bold">
                  {after === null ? <Unknown /> : formatChange(id, before, after)}
                </td>
                <td className="text-right">
                  <Badge>{BASES[basis]}</Badge>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {others > 0 && <p className="text-ink-2">{m.arsenal_other_handling_changes({ count: others })}</p>}
      {changes.length === 0 && others === 0 && unmeasured.length < parts.length && (
        <p>{m.arsenal_nothing_measured_changes()}</p>
      )}
      {unmeasured.length > 0 && (
        <p className="text-ink-2">{m.common_not_measured_unmeasured({ unmeasured: unmeasured.join(", ") })}</p>
      )}
    </div>
  );
}

const BASES: Record<FigureChange["basis"], string> = {
  measured: m.arsenal_basis_measured(),
  computed: m.arsenal_basis_computed(),
};
