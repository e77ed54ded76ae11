import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "#web/client/trpc.ts";
import { forgetNews, useNews } from "#web/features/loadout/news.ts";
import { Button } from "#web/ui/button.tsx";

/** Shows what changed elsewhere when the reader asks for it; over the list, so that it moves nothing. */
export function NewsButton({ onShown }: { onShown: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const news = useNews();
  const show = () => {
    forgetNews();
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
