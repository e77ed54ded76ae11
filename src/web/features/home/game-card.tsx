import { Link } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { GAME_TITLES, type GameId } from "#domain/game.ts";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { Glyph, type GlyphName } from "#web/components/ui/glyph.tsx";
import { useSession } from "#web/data/session/session.ts";

const LoadoutCount = lazy(() => import("./loadout-count.tsx").then((module) => ({ default: module.LoadoutCount })));

const GLYPHS: Record<GameId, readonly GlyphName[]> = {
  bf2042: ["p90", "fn-fal", "delivery-drone", "helicopter", "battle-tank"],
  bf4: ["ak47", "lee-enfield", "machine-gun", "jet-fighter", "speed-boat"],
};

/** Written out: the browser's own tables of dates take long to open, and the page waits. */
const MONTHS = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"],
];

type GameCardProps = { game: GameId; weapons: number; patch: string | null };

/** The way into a game: a large panel that is one link. */
export function GameCard({ game, weapons, patch }: GameCardProps) {
  const session = useSession();
  return (
    <Link
      to={gamePath[game]}
      data-game={game}
      className="panel group grid content-start gap-3 p-6 shadow-[inset_0_4px_0_var(--accent)] hover:bg-surface-2 md:p-8"
    >
      <span aria-hidden="true" className="flex gap-4 text-accent">
        {GLYPHS[game].map((name) => (
          <Glyph key={name} name={name} className="size-8 md:size-10" />
        ))}
      </span>
      <span className="flex min-h-8 flex-wrap items-center gap-x-4">
        <h2 className="text-5 group-hover:underline group-hover:underline-offset-4">{GAME_TITLES[game]}</h2>
        {session && (
          <Suspense fallback={null}>
            <LoadoutCount game={game} />
          </Suspense>
        )}
      </span>
      <p className="font-cond text-2 text-ink-2">
        {weapons} weapons{patch && `, figures of ${getDate(patch)}`}
      </p>
    </Link>
  );
}

/** A patch by its number, or by the month it came in. */
function getDate(patch: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(patch)) return `patch ${patch}`;
  const [year, month] = patch.split("-");
  return `${MONTHS[Number(month) - 1]} ${year}`;
}
