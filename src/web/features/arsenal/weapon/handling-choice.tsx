import { useMemo, useState } from "react";
import type { Bf2042Attachments, Bf2042Part } from "#domain/game-data/schemas/attachment.ts";
import type { Mechanics } from "#domain/game-data/schemas/mechanics.ts";
import { BOARD_SLOT_TITLES, BOARD_SLOTS, type BoardSlot } from "#domain/game-data/slot.ts";
import { mechanicsWith } from "#domain/weapons/handling.ts";
import { NativeSelect } from "#web/components/fields/native-select.tsx";
import { Badge } from "#web/components/ui/badge.tsx";
import { formatChanges } from "./handling-words.ts";

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
      <p className="text-0 text-ink-2">Mount attachments to see what they change of the bare gun.</p>
      <div className="grid grid-cols-2 gap-3">
        {bySlot
          .filter(({ options }) => options.length > 0)
          .map(({ slot, options }) => (
            <NativeSelect
              key={slot}
              label={BOARD_SLOT_TITLES[slot]}
              value={mounted[slot] ?? ""}
              choices={[
                { value: "", label: "None" },
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
          <caption className="sr-only">Changes of handling</caption>
          <tbody>
            {said.map(({ label, text, basis }) => (
              <tr key={label} className="border-b border-line">
                <th scope="row" className="py-1 text-left font-normal">
                  {label}
                </th>
                <td className="px-2 text-right font-bold">{text}</td>
                <td className="text-right">
                  <Badge>{basis}</Badge>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {others > 0 && <p className="text-ink-2">{others} more figures of other stances and aims change with them.</p>}
      {said.length === 0 && others === 0 && unmeasured.length < parts.length && <p>Nothing measured changes.</p>}
      {unmeasured.length > 0 && <p className="text-ink-2">Not measured: {unmeasured.join(", ")}.</p>}
    </div>
  );
}
