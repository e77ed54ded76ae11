import { type ReactNode, useRef } from "react";
import type { GameId } from "#domain/game.ts";
import { CATALOGUES, type CatalogueId } from "#domain/game-data/catalogue-id.ts";
import { m } from "#messages";
import { getCatalogueTitle } from "#messages/catalogue/title.ts";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { useWriteGameSearch } from "#web/app/shell/page/use-game-search.ts";
import { classes } from "#web/ui/class-names.ts";
import { useHiddenEdges } from "#web/ui/scroll-frame.tsx";
import { scrollToCentre } from "#web/ui/tabs.tsx";

/** A catalogue, or null for the weapons, which a game's page shows without one. */
type NavTarget = CatalogueId | null;

type Group = { title: string; places: readonly NavTarget[] };

/** The catalogues of both games, in groups named in the players' words. A game leaves out catalogues that it does not have. */
const GROUPS: readonly Group[] = [
  { title: m.common_weapons(), places: [null] },
  { title: m.common_attachments(), places: ["attachments"] },
  { title: m.common_gear(), places: ["gadgets", "throwables", "melee", "field-upgrades"] },
  { title: m.catalogue_vehicles(), places: ["vehicles", "vehicle-armament", "vehicle-loadouts"] },
  { title: m.catalogue_classes(), places: ["kits", "specialists"] },
  { title: m.catalogue_maps(), places: ["maps"] },
  { title: m.catalogue_progression(), places: ["unlocks", "ranks", "unlock-ladders", "awards"] },
  {
    title: m.catalogue_reference(),
    places: ["changes", "compatibility", "combat-rules", "statistics-names", "sources"],
  },
];

/** Returns the groups of a game's catalogues, without empty groups. */
export function listCatalogueGroups(game: GameId): readonly Group[] {
  const available: readonly NavTarget[] = [null, ...CATALOGUES[game]];
  return GROUPS.map(({ title, places }) => ({
    title,
    places: places.filter((place) => available.includes(place)),
  })).filter(({ places }) => places.length > 0);
}

type CatalogueNavProps = {
  game: GameId;
  /** The open catalogue; null for the weapons. */
  current: NavTarget;
};

/** The navigation of a game's catalogues: the groups in one line, the catalogues of the open group in a second line. */
export function CatalogueNav({ game, current }: CatalogueNavProps) {
  const groups = listCatalogueGroups(game);
  const open = groups.find(({ places }) => places.includes(current));
  return (
    <nav aria-label={m.catalogue_catalogues()} className="-mt-0.5 mb-1">
      <NavList>
        {groups.map(({ title, places }) => (
          <NavLink
            key={title}
            game={game}
            place={places[0] ?? null}
            isCurrent={places.includes(current)}
            className="aria-[current]:border-line-strong aria-[current]:bg-surface-3"
          >
            {title}
          </NavLink>
        ))}
      </NavList>
      {open && open.places.length > 1 && (
        <NavList>
          {open.places.map((place) => (
            <NavLink
              key={place}
              game={game}
              place={place}
              isCurrent={place === current}
              className="rounded-none aria-[current]:border-b-accent"
            >
              {place && getCatalogueTitle(place)}
            </NavLink>
          ))}
        </NavList>
      )}
    </nav>
  );
}

/** A line of links, which fades out where more of them are hidden. */
function NavList({ children }: { children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null);
  return (
    <ul
      ref={list}
      data-hidden={useHiddenEdges(list) || undefined}
      className="scroll-frame flex gap-0.5 overflow-x-auto"
    >
      {children}
    </ul>
  );
}

type NavLinkProps = { game: GameId; place: NavTarget; isCurrent: boolean; className: string; children: string | null };

/** Not the router's `Link`, which compares only the path and would mark every catalogue of the game as current. */
function NavLink({ game, place, isCurrent, className, children }: NavLinkProps) {
  const write = useWriteGameSearch(game);
  return (
    <li ref={isCurrent ? scrollToCentre : null} className="shrink-0">
      <a
        href={place === null ? gamePath[game] : `${gamePath[game]}?cat=${place}`}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          write(() => (place === null ? {} : { cat: place }), "push");
        }}
        aria-current={isCurrent ? "true" : undefined}
        className={classes(LINK_CLASSES, className)}
      >
        {children}
      </a>
    </li>
  );
}

const LINK_CLASSES =
  "flex min-h-8 items-center rounded-1 border border-transparent px-2 font-cond text-0 font-semibold whitespace-nowrap text-ink-2 hover:bg-surface-2 hover:text-ink aria-[current]:text-ink pointer-coarse:min-h-11";
