import { useQuery } from "@tanstack/react-query";
import { ERRORS } from "#domain/errors.ts";
import type { GameId } from "#domain/game.ts";
import type { CatalogueId } from "#domain/game-data/catalogue/id.ts";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { Skeleton } from "#web/components/feedback/skeleton.tsx";
import { Drawer } from "#web/components/overlays/dialog.tsx";
import { getErrorCode } from "#web/data/problem.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { EntryDetails } from "./entry-details.tsx";

type EntryDrawerProps = {
  game: GameId;
  catalogue: CatalogueId;
  entryId: string;
  /** Its name, where the list holds it already. */
  name: string | null;
  onClose: () => void;
};

const ATTEMPTS = 3;

/** All that is known of one entry, beside the list. */
export function EntryDrawer({ game, catalogue, entryId, name, onClose }: EntryDrawerProps) {
  const query = useQuery({
    ...useTRPC().catalogue.entry.queryOptions({ game, catalogue, id: entryId }),
    retry: (failures, error) => getErrorCode(error) !== "entry_unknown" && failures < ATTEMPTS,
  });
  const isUnknown = getErrorCode(query.error) === "entry_unknown";
  const entry = query.data?.entry;
  const title = isUnknown ? "No such entry" : (entry?.name ?? name ?? "Loading…");
  return (
    <Drawer open onOpenChange={(open) => !open && onClose()} title={title} description={entry?.label ?? undefined}>
      {query.isPending && <Skeleton label={`Loading ${name ?? "the entry"}`} rows={8} />}
      {isUnknown && <p>{ERRORS.entry_unknown.message}</p>}
      {query.isError && !isUnknown && <ErrorPanel error={query.error} onRetry={query.refetch} />}
      {query.data && <EntryDetails game={game} answer={query.data} />}
    </Drawer>
  );
}
