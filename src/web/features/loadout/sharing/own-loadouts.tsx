import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { GameId } from "#domain/game.ts";
import { m } from "#messages";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { Skeleton } from "#web/components/feedback/skeleton.tsx";
import { SearchField } from "#web/components/fields/field.tsx";
import { useTRPC } from "#web/data/trpc.ts";
import type { Saved } from "#web/features/loadout/loadout-search.ts";

const MAX_LISTED = 20;

type OwnLoadoutsProps = { game: GameId; onChoose: (chosen: Saved) => void };

/** The player's own loadouts of a game, to search and choose one of. */
export function OwnLoadouts({ game, onChoose }: OwnLoadoutsProps) {
  const [q, setQ] = useState("");
  const query = useQuery({
    ...useTRPC().loadout.list.queryOptions({ game, q, limit: MAX_LISTED }),
    placeholderData: (before) => before,
  });
  const items = query.data?.items ?? [];
  return (
    <>
      <SearchField label={m.loadout_search_my_loadouts()} value={q} onChange={setQ} />
      {query.isPending && <Skeleton label={m.loadout_loading_your_loadouts()} rows={3} />}
      {query.isError && <ErrorPanel error={query.error} onRetry={query.refetch} />}
      {query.data && items.length === 0 && (
        <p>{q ? m.loadout_no_own_loadout_matches() : m.loadout_no_own_loadouts_of_game()}</p>
      )}
      <ul className="grid">
        {items.map((item) => (
          <li key={item.id} className="border-b border-line">
            <button
              type="button"
              onClick={() => onChoose(item)}
              className="flex min-h-11 w-full items-center px-2 text-left font-cond text-1 font-semibold break-words hover:bg-surface-2"
            >
              {item.name}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
