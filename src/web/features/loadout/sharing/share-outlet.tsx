import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { GameId } from "#domain/game.ts";
import { Skeleton } from "#web/components/feedback/skeleton.tsx";
import { Dialog } from "#web/components/overlays/dialog.tsx";
import { getProblem } from "#web/data/problem.ts";
import { useSession } from "#web/data/session/session.ts";
import { readDraft } from "#web/data/stores/draft.ts";
import { shouldRetryUnlessRefused, useTRPC } from "#web/data/trpc.ts";
import { DRAFT_VERSION, getDraftKey, readEditing } from "#web/features/loadout/editor/editing.ts";
import type { LoadoutSearch } from "#web/features/loadout/loadout-search.ts";
import { ShareDialog } from "./share-dialog.tsx";
import { getShareable, type OpenLoadout } from "./shareable.ts";

type ShareOutletProps = {
  game: GameId;
  /** The loadout of the address. */
  id: string;
  /** The loadout in the editor behind, and as it stands there. */
  edited: (LoadoutSearch & { edit: string }) | null;
  inHand: OpenLoadout | null;
  onClose: () => void;
};

/** The share dialog over the locker or the editor. */
export function ShareOutlet({ game, id, edited, inHand, onClose }: ShareOutletProps) {
  const [draft] = useState(() => edited && readDraft(getDraftKey(game, edited), DRAFT_VERSION, readEditing));
  const session = useSession();
  const held = inHand?.id === id ? inHand : draft?.id === id ? draft : null;
  const isNew = held?.seenVersion === 0;
  const query = useQuery({
    ...useTRPC().loadout.get.queryOptions({ id }),
    enabled: Boolean(session) && !isNew,
    retry: shouldRetryUnlessRefused,
  });
  const isSettled = isNew || session === null || !query.isPending;
  const shareable = isSettled ? getShareable(held, query.data ?? null) : null;
  if (shareable) return <ShareDialog shareable={shareable} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Share a loadout">
      {isSettled ? (
        <p role="alert">{query.error ? getProblem(query.error).text : "Sign in to share this loadout."}</p>
      ) : (
        <Skeleton label="Loading the loadout" rows={6} />
      )}
    </Dialog>
  );
}
