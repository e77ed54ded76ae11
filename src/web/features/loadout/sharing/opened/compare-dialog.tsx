import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { GameId } from "#domain/game.ts";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { Skeleton } from "#web/components/feedback/skeleton.tsx";
import { Field } from "#web/components/fields/field.tsx";
import { Dialog } from "#web/components/overlays/dialog.tsx";
import { useSession } from "#web/data/session/session.ts";
import { useTRPC } from "#web/data/trpc.ts";
import type { SaveCopy } from "./use-save-copy.ts";

const MOST = 20;

type CompareDialogProps = {
  game: GameId;
  saving: SaveCopy;
  /** With one's own loadout and the copy. */
  onCompare: (pair: string) => void;
  onClose: () => void;
};

/** Chooses the loadout of one's own that a shared one is held against. */
export function CompareDialog({ game, saving, onCompare, onClose }: CompareDialogProps) {
  const session = useSession();
  const compareWith = async (mine: string) => {
    const copy = await saving.save();
    if (copy === null) return;
    onClose();
    onCompare(`${mine},${copy}`);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Compare with mine"
      description="Choose one of your loadouts. A copy of the shared one is saved beside it."
    >
      <div className="grid gap-4">
        {session === null && <p>You have no loadouts here yet. Save a copy of this one to begin.</p>}
        {session && <Mine game={game} isBusy={saving.busy} onChoose={compareWith} />}
        {saving.trouble && (
          <p role="alert" className="text-0 text-danger">
            {saving.trouble}
          </p>
        )}
      </div>
    </Dialog>
  );
}

type MineProps = { game: GameId; isBusy: boolean; onChoose: (id: string) => void };

function Mine({ game, isBusy, onChoose }: MineProps) {
  const [q, setQ] = useState("");
  const query = useQuery({
    ...useTRPC().loadout.list.queryOptions({ game, q, limit: MOST }),
    placeholderData: (before) => before,
  });
  const items = query.data?.items ?? [];
  return (
    <>
      <Field label="Search my loadouts" type="search" value={q} onChange={(event) => setQ(event.target.value)} />
      {query.isPending && <Skeleton label="Loading your loadouts" rows={3} />}
      {query.isError && <ErrorPanel error={query.error} onRetry={query.refetch} />}
      {query.data && items.length === 0 && (
        <p>{q ? "No loadout of yours matches." : "You have no loadouts of this game yet."}</p>
      )}
      <ul className="grid">
        {items.map(({ id, name }) => (
          <li key={id} className="border-b border-line">
            <button
              type="button"
              disabled={isBusy}
              onClick={() => onChoose(id)}
              className="flex min-h-11 w-full items-center px-2 text-left font-cond text-1 font-semibold break-words hover:bg-surface-2"
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
