import { useQuery } from "@tanstack/react-query";
import type { CatalogueId } from "#domain/arsenal/catalogue-id.ts";
import { FAULTS } from "#domain/fault.ts";
import type { GameId } from "#domain/game.ts";
import { faultCodeOf } from "#web/client/problem.ts";
import { useTRPC } from "#web/client/trpc.ts";
import { Trouble } from "#web/shell/trouble.tsx";
import { Drawer } from "#web/ui/dialog.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
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
    retry: (failures, error) => faultCodeOf(error) !== "entry_unknown" && failures < ATTEMPTS,
  });
  const isUnknown = faultCodeOf(query.error) === "entry_unknown";
  const entry = query.data?.entry;
  const title = isUnknown ? "No such entry" : (entry?.name ?? name ?? "Loading…");
  return (
    <Drawer open onOpenChange={(open) => !open && onClose()} title={title} description={entry?.label ?? undefined}>
      {query.isPending && <Skeleton label={`Loading ${name ?? "the entry"}`} rows={8} />}
      {isUnknown && <p>{FAULTS.entry_unknown.says}</p>}
      {query.isError && !isUnknown && <Trouble error={query.error} onRetry={query.refetch} />}
      {query.data && <EntryDetails game={game} answer={query.data} />}
    </Drawer>
  );
}
