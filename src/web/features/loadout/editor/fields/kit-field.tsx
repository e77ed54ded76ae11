import { useState } from "react";
import { KIT_TITLES, type KitId } from "#domain/game-data/kit-id.ts";
import type { SlotChange } from "#domain/loadout/changes.ts";
import type { SoldierLoadout } from "#domain/loadout/loadout.ts";
import type { EditorContext } from "#web/features/loadout/editor/editor-context.ts";
import { withKit } from "./kit-change.ts";
import { KitChoice } from "./kit-choice.tsx";

type KitFieldProps = { loadout: SoldierLoadout; desk: EditorContext };

/** The kit or class. Changing it keeps the items the new one allows and reports the replaced ones. */
export function KitField({ loadout, desk }: KitFieldProps) {
  const [last, setLast] = useState<{ kit: KitId; replaced: readonly SlotChange[] } | null>(null);
  const kit = loadout.game === "bf4" ? loadout.kitId : loadout.classId;
  const choose = (next: KitId) => {
    const changed = withKit(loadout, next, desk.armoury);
    setLast({ kit: next, replaced: changed.replaced });
    desk.change(changed.loadout, { label: `${KIT_TITLES[next]} for ${KIT_TITLES[kit]}` });
  };
  const known = last?.kit === kit && last.replaced.length > 0 ? last.replaced : null;
  return (
    <div className="grid gap-2">
      <KitChoice legend={loadout.game === "bf4" ? "Kit" : "Class"} value={kit} onChange={choose} />
      <div role="status" className="text-0 text-ink-2">
        {known && (
          <>
            <p className="font-semibold">{KIT_TITLES[kit]} keeps what it may carry. Undo brings the rest back:</p>
            <ul className="list-disc pl-5">
              {known.map(({ label, a, b }) => (
                <li key={label}>
                  {label}: {b} instead of {a}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}
