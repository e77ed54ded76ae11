import { useQueryClient } from "@tanstack/react-query";
import { Button } from "#web/components/ui/button.tsx";
import { useTRPC } from "#web/data/trpc.ts";
import { clearPendingUpdates, usePendingUpdates } from "#web/features/loadout/pending-updates.ts";

/** Shows what changed elsewhere when the reader asks for it; over the list, so that it moves nothing. */
export function PendingUpdatesButton({ onShown }: { onShown: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const news = usePendingUpdates();
  const show = () => {
    clearPendingUpdates();
    void queryClient.invalidateQueries(trpc.loadout.list.pathFilter());
    onShown();
  };
  return (
    <div role="status" className="sticky top-[calc(var(--bar-h)+8px)] z-(--z-bar) flex h-0 justify-center">
      {news > 0 && (
        <Button kind="primary" size="small" onClick={show} className="shrink-0 self-start shadow-pop">
          {news === 1 ? "1 update" : `${news} updates`}
        </Button>
      )}
    </div>
  );
}
