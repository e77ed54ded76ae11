import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { GameId } from "#domain/game.ts";
import { readDraft } from "#web/client/draft.ts";
import { problemOf } from "#web/client/problem.ts";
import { shouldRetryUnlessRefused } from "#web/client/retry.ts";
import { useSession } from "#web/client/session.ts";
import { useTRPC } from "#web/client/trpc.ts";
import { DRAFT_VERSION, draftKeyOf, readEditing } from "#web/features/loadout/editor/editing.ts";
import type { LoadoutSearch } from "#web/features/loadout/loadout-search.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ShareDialog } from "./share-dialog.tsx";
import { type InHand, shareableOf } from "./shareable.ts";

type ShareOutletProps = {
  game: GameId;
  /** The loadout of the address. */
  id: string;
  /** The loadout in the editor behind, and as it stands there. */
  edited: (LoadoutSearch & { edit: string }) | null;
  inHand: InHand | null;
  onClose: () => void;
};

/** The share dialog over the locker or the editor. */
export function ShareOutlet({ game, id, edited, inHand, onClose }: ShareOutletProps) {
  const [draft] = useState(() => edited && readDraft(draftKeyOf(game, edited), DRAFT_VERSION, readEditing));
  const session = useSession();
  const held = inHand?.id === id ? inHand : draft?.id === id ? draft : null;
  const isNew = held?.seenVersion === 0;
  const query = useQuery({
    ...useTRPC().loadout.get.queryOptions({ id }),
    enabled: Boolean(session) && !isNew,
    retry: shouldRetryUnlessRefused,
  });
  const isSettled = isNew || session === null || !query.isPending;
  const shareable = isSettled ? shareableOf(held, query.data ?? null) : null;
  if (shareable) return <ShareDialog shareable={shareable} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Share a loadout">
      {isSettled ? (
        <p role="alert">{query.error ? problemOf(query.error).text : "Sign in to share this loadout."}</p>
      ) : (
        <Skeleton label="Loading the loadout" rows={6} />
      )}
    </Dialog>
  );
}
