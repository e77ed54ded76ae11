import { useNavigate } from "@tanstack/react-router";
import type { GameId } from "#domain/game.ts";
import { CATALOGUES, type CatalogueId, catalogueTitle } from "#domain/game-data/catalogue/id.ts";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { bringIntoSight } from "#web/components/ui/tabs.tsx";

type CatalogueNavProps = {
  game: GameId;
  /** The catalogue that is open; null for the weapons. */
  current: CatalogueId | null;
};

const LOOK =
  "flex min-h-8 items-center rounded-1 border border-transparent px-2 font-cond text-0 font-semibold whitespace-nowrap text-ink-2 hover:bg-surface-2 hover:text-ink aria-[current]:border-line-strong aria-[current]:bg-surface-3 aria-[current]:text-ink pointer-coarse:min-h-11";

/**
 * Everything a game's data holds, as a list of links; on a narrow screen it scrolls sideways within itself. They are plain
 * ones: the router would call the open one the current page, which its game is.
 */
export function CatalogueNav({ game, current }: CatalogueNavProps) {
  const navigate = useNavigate();
  return (
    <nav aria-label="Catalogues" className="mb-5">
      <ul className="flex gap-0.5 overflow-x-auto py-1 lg:flex-wrap">
        {[null, ...CATALOGUES[game]].map((id) => (
          <li key={id ?? "weapons"} ref={id === current ? bringIntoSight : null} className="shrink-0">
            <a
              href={id === null ? gamePath[game] : `${gamePath[game]}?cat=${id}`}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
                event.preventDefault();
                void navigate({ to: gamePath[game], search: id === null ? {} : { cat: id }, resetScroll: false });
              }}
              aria-current={id === current ? "true" : undefined}
              className={LOOK}
            >
              {id === null ? "Weapons" : catalogueTitle(game, id)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
