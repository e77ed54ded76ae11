import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import type { Armoury } from "#domain/loadout/armoury.ts";
import { diffLoadouts, type SlotChange } from "#domain/loadout/changes.ts";
import type { Loadout } from "#domain/loadout/loadout.ts";
import { Switch } from "#web/components/fields/switch.tsx";
import { Unknown } from "#web/components/figures/stat.tsx";
import { IconButton } from "#web/components/ui/icon-button.tsx";
import { getWithSlot } from "./copy-slot.ts";

type DiffRowsProps = {
  a: Loadout;
  b: Loadout;
  armoury: Armoury;
  /** Takes over what B has in one slot; without it nothing can be copied. */
  onCopy: ((loadout: Loadout, slot: string) => void) | undefined;
};

/** The slots of both builds, the changed ones first and said to be so. */
export function DiffRows({ a, b, armoury, onCopy }: DiffRowsProps) {
  const [isShort, setShort] = useState(false);
  const all = diffLoadouts(a, b, armoury);
  const changed = all.filter((one) => one.changed);
  const shown = isShort ? changed : all;
  return (
    <section aria-labelledby="diff-slots" className="panel grid gap-3 p-4 md:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 id="diff-slots" className="text-2">
          Slots
        </h3>
        <Switch label="Only changes" checked={isShort} onChange={setShort} />
      </div>
      <p role="status" className="text-0 text-ink-2">
        {formatCount(changed.length, all.length)}
      </p>
      {shown.length > 0 && (
        <table className="w-full table-fixed text-0">
          <thead>
            <tr className="border-b border-line-strong text-left text-ink-2">
              <th scope="col" className="w-[34%] py-1 pr-2 md:w-1/4">
                Slot
              </th>
              <th scope="col" className="px-1 py-1 md:px-2">
                A
              </th>
              <th scope="col" className="px-1 py-1 md:px-2">
                B
              </th>
              {onCopy && (
                <th scope="col" className="w-11 py-1">
                  <span className="sr-only">Copy to A</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <Row
                key={row.label}
                row={row}
                copied={row.changed ? getWithSlot(row.label, a, b, armoury) : null}
                onCopy={onCopy}
              />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function formatCount(changed: number, all: number): string {
  if (changed === 0) return "Both builds are the same.";
  return changed === 1 ? `1 of ${all} slots differs.` : `${changed} of ${all} slots differ.`;
}

type RowProps = Pick<DiffRowsProps, "onCopy"> & { row: SlotChange; copied: Loadout | null };

function Row({ row: { label, a, b, changed }, copied, onCopy }: RowProps) {
  return (
    <tr className={`border-b border-line align-top ${changed ? "bg-tint" : ""}`}>
      <th scope="row" className="py-2 pr-1 pl-1 text-left font-semibold break-words">
        {label}
        {changed && <span className="block text-00 font-normal text-ink-2">changed</span>}
      </th>
      <td className="px-1 py-2 font-cond text-0 break-words md:px-2 md:text-1">{a ?? <Unknown />}</td>
      <td className="px-1 py-2 font-cond text-0 break-words md:px-2 md:text-1">{b ?? <Unknown />}</td>
      {onCopy && (
        <td className="text-right">
          {copied && (
            <IconButton label={`Copy B's ${label} to A`} onClick={() => onCopy(copied, label)}>
              <ArrowLeft aria-hidden="true" className="size-5" />
            </IconButton>
          )}
        </td>
      )}
    </tr>
  );
}
