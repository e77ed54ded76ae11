import { useState } from "react";
import type { GameId } from "#domain/game.ts";
import { byOrder } from "#domain/loadout/locker-query.ts";
import { m } from "#messages";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { useLocker } from "#web/data/gathered-locker.ts";
import { useLockerSearch } from "#web/data/locker-search.ts";
import type { SavedLoadout } from "#web/features/loadout/loadout-search.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { SearchField } from "#web/ui/fields/field.tsx";

const MAX_LISTED = 20;

type OwnLoadoutsProps = { game: GameId; onChoose: (chosen: SavedLoadout) => void };

/** A searchable list of the user's loadouts of a game, from which one is chosen. */
export function OwnLoadouts({ game, onChoose }: OwnLoadoutsProps) {
  const [q, setQ] = useState("");
  const locker = useLocker();
  const search = useLockerSearch({ game, q });
  const matches = locker.items.filter(search.isFound).toSorted(byOrder("changed"));
  const isPending = search.isPending || !locker.isWhole;
  return (
    <>
      <SearchField label={m.loadout_search_my_loadouts()} value={q} onChange={setQ} />
      {isPending && !locker.error && matches.length === 0 && (
        <Skeleton label={m.loadout_loading_your_loadouts()} rows={3} />
      )}
      {locker.error && <ErrorPanel error={locker.error} onRetry={locker.refetch} />}
      {!isPending && matches.length === 0 && (
        <p>{q ? m.loadout_no_own_loadout_matches() : m.loadout_no_own_loadouts_of_game()}</p>
      )}
      <ul className="grid">
        {matches.slice(0, MAX_LISTED).map((item) => (
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
