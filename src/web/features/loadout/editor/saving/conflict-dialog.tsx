import { useRef, useState } from "react";
import type { Armoury } from "#domain/loadout/armoury.ts";
import { m } from "#messages";
import { describeLoadout } from "#messages/loadout/describe.ts";
import { dropConflict } from "#web/data/offline/outbox.ts";
import { getConflict, useOutbox } from "#web/data/offline/pending.ts";
import { listContentTexts } from "#web/features/loadout/content-texts.ts";
import type { Editing } from "#web/features/loadout/editor/editing.ts";
import type { useEditor } from "#web/features/loadout/editor/use-editor.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { getSaveProblem, type Resolution, resolveConflict, type Theirs } from "./use-saving.ts";

type ConflictDialogProps = {
  mine: Editing;
  theirs: Theirs | null;
  armoury: Armoury;
  onKeep: (how: Resolution) => void;
  onTakeTheirs: () => void;
  onCancel: () => void;
};

/** Shows the differences of two conflicting saves, and asks which to keep. */
function ConflictDialog({ mine, theirs, armoury, onKeep, onTakeTheirs, onCancel }: ConflictDialogProps) {
  return (
    <Dialog
      onClose={onCancel}
      title={theirs ? m.loadout_changed_elsewhere() : m.loadout_deleted_elsewhere()}
      description={theirs ? m.loadout_conflict_explained() : m.loadout_gone_save_as_new()}
    >
      <div className="grid gap-5">
        {theirs && <Differences mine={mine} theirs={theirs} armoury={armoury} />}
        <div className="flex flex-wrap gap-3">
          {theirs ? (
            <>
              <Button kind="primary" onClick={() => onKeep("both")}>
                {m.loadout_keep_both()}
              </Button>
              <Button onClick={() => onKeep("mine")}>{m.common_keep_mine()}</Button>
              <Button onClick={onTakeTheirs}>{m.common_take_theirs()}</Button>
            </>
          ) : (
            <>
              <Button kind="primary" onClick={() => onKeep("both")}>
                {m.loadout_save_as_new()}
              </Button>
              <Button onClick={onTakeTheirs}>{m.loadout_leave_it_deleted()}</Button>
            </>
          )}
        </div>
      </div>
    </Dialog>
  );
}

function Differences({ mine, theirs, armoury }: { mine: Editing; theirs: Theirs; armoury: Armoury }) {
  const [left, right] = [mine, theirs].map(
    (content) =>
      new Map([
        ...listContentTexts(content).map(({ title, value }) => [title, value || m.loadout_none()] as const),
        ...describeLoadout(content.loadout, armoury).map(({ label, value }) => [label, value] as const),
      ]),
  );
  const labels = [...new Set([...(left?.keys() ?? []), ...(right?.keys() ?? [])])];
  const different = labels.filter((label) => left?.get(label) !== right?.get(label));
  return (
    <table className="w-full text-0">
      <thead>
        <tr className="border-b border-line-strong text-left text-ink-2">
          <td />
          <th scope="col" className="px-2 py-1">
            {m.common_mine()}
          </th>
          <th scope="col" className="px-2 py-1">
            {m.loadout_theirs()}
          </th>
        </tr>
      </thead>
      <tbody>
        {different.map((label) => (
          <tr key={label} className="border-b border-line align-top">
            <th scope="row" className="py-1 text-left align-top font-semibold">
              {label}
            </th>
            <td className="px-2 py-1 break-words whitespace-pre-line">{left?.get(label) ?? m.common_stock()}</td>
            <td className="px-2 py-1 break-words whitespace-pre-line">{right?.get(label) ?? m.common_stock()}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type SaveConflictProps = { editor: ReturnType<typeof useEditor>; onClose: () => void };

/** Opens the conflict dialog if a save was refused because of a newer version, now or from the outbox. */
export function SaveConflict({ editor, onClose }: SaveConflictProps) {
  const { base, editing, knowledge: weaponData, saving, begin } = editor;
  const { pendingMutations } = useOutbox();
  const refusal = getConflict(pendingMutations, editing.id);
  const [putOff, setPutOff] = useState<string | null>(null);
  const deciding = useRef(false);
  const isAsking = refusal !== null && putOff !== JSON.stringify(refusal);
  const problem = saving.problem ?? (isAsking && !saving.busy ? getSaveProblem(refusal.error) : null);
  if (problem?.kind !== "changed") return null;
  const { theirs } = problem;
  /** Ignores further presses until the decision is complete, as the dialog closes only then. */
  const decide = async (work: () => Promise<void>) => {
    if (deciding.current) return;
    deciding.current = true;
    await work().finally(() => {
      deciding.current = false;
    });
  };
  return (
    <ConflictDialog
      mine={editing}
      theirs={theirs}
      armoury={weaponData.armoury}
      onKeep={(how) =>
        void decide(async () => {
          const mine = resolveConflict(editing, theirs, how);
          await editor.saveAs(mine);
          // A save with the same id has already replaced the conflicting change in the outbox.
          if (mine.id !== editing.id) await dropConflict(editing.id);
        })
      }
      onTakeTheirs={() =>
        void decide(async () => {
          saving.forget();
          await dropConflict(editing.id);
          if (theirs) return begin({ ...editing, ...theirs, seenVersion: theirs.version }, m.common_take_theirs());
          begin(base, m.loadout_leave_it_deleted());
          onClose();
        })
      }
      onCancel={() => {
        setPutOff(JSON.stringify(refusal));
        saving.forget();
      }}
    />
  );
}
